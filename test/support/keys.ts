import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import type { EcdsaAlgorithm, SigningKey, SigningMessage } from '../../src/signer/index.js';

/** The order of each curve's group (SEC 2), so that tests need not ask the code they test. */
export const ORDERS: Readonly<Record<EcdsaAlgorithm, bigint>> = {
  'ecdsa-secp256k1': 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  'ecdsa-prime256v1': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
};

const CURVES = { 'ecdsa-secp256k1': 'secp256k1', 'ecdsa-prime256v1': 'prime256v1' } as const;

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** 33 bytes compressed for ECDSA, 32 for ed25519. */
  readonly bytes: Uint8Array;
}

/** The same keys from their bytes: Node 20 hangs where it exports one as JWK and collects what generated it. */
export function readAnew({
  privateKey,
  publicKey,
}: KeyPairKeyObjectResult): KeyPairKeyObjectResult {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
  };
}

/** A random key of OpenSSL's making. */
export function newEcdsaKey(algorithm: EcdsaAlgorithm): KeyPair {
  const { privateKey, publicKey } = readAnew(
    generateKeyPairSync('ec', { namedCurve: CURVES[algorithm] }),
  );
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const isOdd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
  const bytes = Uint8Array.from([isOdd ? 3 : 2, ...Buffer.from(x, 'base64url')]);
  return { privateKey, publicKey, bytes };
}

/** A random key of OpenSSL's making. */
export function newEd25519Key(): KeyPair {
  const { privateKey, publicKey } = readAnew(generateKeyPairSync('ed25519'));
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey, bytes: Uint8Array.from(Buffer.from(x, 'base64url')) };
}

/** A message to be signed as a digest. */
export function digestMessage(key: SigningKey, digest: Uint8Array): SigningMessage {
  return { kind: 'digest', key, digest, hash: 'sha256' };
}

/** The same bytes with one bit changed; bits are counted from the first byte's highest. */
export function withBitFlipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const index = Math.floor(bit / 8);
  changed[index] = (changed[index] ?? 0) ^ (0x80 >> (bit % 8));
  return changed;
}

export function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

/** 32 bytes, big-endian. */
export function to32Bytes(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}
