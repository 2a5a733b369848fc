import { secp256k1 as curve } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '../../../src/core/bytes.js';
import { areSignaturesStubbed, compute, Memory, makersOfStubs } from './mode.js';
import { parityOf, type StubSignature, stubEcdsa, verifiesStub } from './stub-ecdsa.js';

type SignOptions = NonNullable<Parameters<typeof curve.sign>[2]>;

const publicKeys = new Memory<Uint8Array>();
const verified = new Memory<boolean>();

function getPublicKey(secret: Uint8Array, compressed = true): Uint8Array {
  return publicKeys.of(`${bytesToHex(secret)} ${compressed}`, () =>
    curve.getPublicKey(secret, compressed),
  );
}

function sign(digest: Uint8Array, secret: Uint8Array, options: SignOptions): Uint8Array {
  if (!areSignaturesStubbed()) return compute(() => curve.sign(digest, secret, options));
  const publicKey = bytesToHex(getPublicKey(secret));
  const { extraEntropy } = options;
  const entropy = extraEntropy instanceof Uint8Array ? bytesToHex(extraEntropy) : '';
  const signature = stubEcdsa(publicKey, bytesToHex(digest), entropy);
  const hex = `${signature.r}${signature.s}`;
  const makers = makersOfStubs();
  if (makers.size > 20_000) makers.clear();
  makers.set(`${bytesToHex(digest)} ${hex}`, publicKey);
  const head = options.format === 'recovered' ? `0${parityOf(signature)}` : '';
  return Uint8Array.from(Buffer.from(`${head}${hex}`, 'hex'));
}

function verify(
  signature: Uint8Array,
  digest: Uint8Array,
  publicKey: Uint8Array,
  options: Parameters<typeof curve.verify>[3],
): boolean {
  const [hex, content, key] = [signature, digest, publicKey].map(bytesToHex);
  if (hex === undefined || content === undefined || key === undefined) return false;
  if (areSignaturesStubbed()) return verifiesStub(key, content, split(hex));
  return verified.of(`${key} ${content} ${hex}`, () =>
    curve.verify(signature, digest, publicKey, options),
  );
}

function split(hex: string): StubSignature {
  return { r: hex.slice(0, 64), s: hex.slice(64) };
}

/** The compressed key that made a stub; `undefined` for what nobody made. */
export function makerOfStub(digest: string, signature: string): string | undefined {
  return makersOfStubs().get(`${digest} ${signature}`);
}

const Signature = {
  fromBytes: (bytes: Uint8Array) => {
    if (!areSignaturesStubbed()) return curve.Signature.fromBytes(bytes);
    const hex = bytesToHex(bytes);
    return {
      addRecoveryBit: (id: number) => ({
        recoverPublicKey: (digest: Uint8Array) => {
          const maker = makerOfStub(bytesToHex(digest), hex);
          if (maker === undefined || id !== parityOf(split(hex)))
            throw new Error('nobody signed it');
          return curve.Point.fromHex(maker);
        },
      }),
    };
  },
};

/** The curve, with stubs in the place of signatures where they are wanted. */
export const secp256k1 = { ...curve, getPublicKey, sign, verify, Signature };
