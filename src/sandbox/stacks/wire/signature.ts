import { createHash, verify } from 'node:crypto';
import { publicKeyFromSignatureVrs } from '@stacks/transactions';
import { CURVE_ORDER, readPublicKey } from '../../public-key.js';
import { LAYOUT, sha512Half256 } from './transaction.js';

const STANDARD_AUTH = Uint8Array.of(4);

/**
 * Why a transaction's signature is refused; `undefined` when it is good. What was signed is taken from
 * the bytes: the transaction with nonce, fee and signature cleared, hashed, and then hashed again
 * with the fee and the nonce behind it.
 */
export function signatureRefusal(bytes: Uint8Array): string | undefined {
  const { preimage, digest } = signedPart(bytes);
  const signature = bytes.subarray(LAYOUT.signature, LAYOUT.anchorMode);
  const v = signature[0] ?? 0;
  const compact = signature.subarray(1);
  const s = toInteger(compact.subarray(32));
  if (v > 3) return 'Invalid signature: bad recovery id';
  if (s > CURVE_ORDER / 2n) return 'Invalid signature: high-S';
  const publicKey = recover(digest, signature);
  if (publicKey === undefined) return 'Invalid signature: no key can be recovered';
  const encoded = bytes[LAYOUT.keyEncoding] === 0 ? publicKey : uncompressed(publicKey);
  const signer = Buffer.from(bytes.subarray(LAYOUT.signer, LAYOUT.nonce));
  if (encoded === undefined || !hash160(encoded).equals(signer)) {
    return `Signer hash does not equal hash of public key(s): ${signer.toString('hex')}`;
  }
  const key = readPublicKey(publicKey);
  const options = key === undefined ? undefined : { key, dsaEncoding: 'ieee-p1363' as const };
  if (options === undefined || !verify('sha512-256', preimage, options, compact)) {
    return 'Invalid signature';
  }
  return undefined;
}

function signedPart(bytes: Uint8Array): { preimage: Buffer; digest: Buffer } {
  const cleared = Uint8Array.from(bytes);
  cleared.fill(0, LAYOUT.nonce, LAYOUT.keyEncoding);
  cleared.fill(0, LAYOUT.signature, LAYOUT.anchorMode);
  const preimage = Buffer.concat([
    sha512Half256(cleared),
    STANDARD_AUTH,
    bytes.subarray(LAYOUT.fee, LAYOUT.keyEncoding),
    bytes.subarray(LAYOUT.nonce, LAYOUT.fee),
  ]);
  return { preimage, digest: sha512Half256(preimage) };
}

/** The compressed key that made a signature, by the chain's library; it is verified afterwards. */
export function recover(digest: Uint8Array, vrs: Uint8Array): Buffer | undefined {
  try {
    const hex = publicKeyFromSignatureVrs(hexOf(digest), hexOf(vrs));
    return Buffer.from(hex, 'hex');
  } catch {
    return undefined;
  }
}

function uncompressed(publicKey: Uint8Array): Buffer | undefined {
  const jwk = readPublicKey(publicKey)?.export({ format: 'jwk' });
  if (jwk?.x === undefined || jwk.y === undefined) return undefined;
  const [x, y] = [Buffer.from(jwk.x, 'base64url'), Buffer.from(jwk.y, 'base64url')];
  return Buffer.concat([Uint8Array.of(4), x, y]);
}

/** RIPEMD-160 of SHA-256. */
export function hash160(bytes: Uint8Array): Buffer {
  const sha = createHash('sha256').update(bytes).digest();
  return createHash('ripemd160').update(sha).digest();
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes)}`);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
