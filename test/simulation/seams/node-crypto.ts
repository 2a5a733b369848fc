import {
  type BinaryLike,
  createHash,
  type KeyObject,
  sign as signReally,
  verify as verifyReally,
} from 'node:crypto';
import { areSignaturesStubbed, Memory } from './mode.js';
import { verifiesStub } from './stub-ecdsa.js';
import { stubEd25519 } from './stub-ed25519.js';

export * from 'node:crypto';

type Callback = (error: Error | null, signature: Buffer) => void;
type VerifyingKey = KeyObject | { readonly key: KeyObject; readonly dsaEncoding: 'ieee-p1363' };

const signed = new Memory<Buffer>();
const verified = new Memory<boolean>();
const namesOfKeys = new WeakMap<KeyObject, string>();

/** RSA, of which a simulation has one key. At once, since a thread's answer comes in no fixed order. */
export function sign(hash: string, data: Buffer, key: KeyObject, done?: Callback): Buffer {
  const signature = areSignaturesStubbed()
    ? stubRsa(hash, data)
    : signed.of(data.toString('base64'), () => signReally(hash, data, key));
  done?.(null, signature);
  return signature;
}

export function verify(
  hash: string | null,
  data: Uint8Array,
  given: VerifyingKey,
  signature: Uint8Array,
): boolean {
  const key = 'key' in given ? given.key : given;
  if (!areSignaturesStubbed()) {
    const parts = [data, signature].map((bytes) => Buffer.from(bytes).toString('base64'));
    return verified.of(`${hash} ${nameOf(key)} ${parts}`, () =>
      verifyReally(hash, data, given, signature),
    );
  }
  if (key.asymmetricKeyType === 'rsa') return stubRsa(`${hash}`, data).equals(signature);
  if (key.asymmetricKeyType === 'ed25519') {
    return Buffer.from(stubEd25519(nameOf(key), data)).equals(signature);
  }
  const digest = createHash(`${hash}`).update(data).digest('hex').slice(0, 64);
  const pair = 'key' in given ? compactPair(signature) : derPair(signature);
  return verifiesStub(nameOf(key), digest, pair);
}

function stubRsa(hash: string, data: BinaryLike): Buffer {
  return createHash('sha256').update(`rsa ${hash} `).update(data).digest();
}

function compactPair(signature: Uint8Array) {
  const hex = Buffer.from(signature).toString('hex');
  return { r: hex.slice(0, 64), s: hex.slice(64) };
}

/** Strict DER, as its reader has checked before. Numbers of stubs take 32 bytes each. */
function derPair(signature: Uint8Array) {
  const hex = Buffer.from(signature).toString('hex');
  return { r: hex.slice(8, 72), s: hex.slice(76) };
}

/** The bytes at the end of its SPKI: 33 of secp256k1, 32 of ed25519. */
function nameOf(key: KeyObject): string {
  const known = namesOfKeys.get(key);
  if (known !== undefined) return known;
  const hex = key.export({ format: 'der', type: 'spki' }).toString('hex');
  const name = key.asymmetricKeyType === 'ed25519' ? hex.slice(-64) : compressed(hex);
  namesOfKeys.set(key, name);
  return name;
}

/** OpenSSL writes a key as it was read, compressed or not. */
function compressed(spki: string): string {
  const at = spki.indexOf('034200');
  if (at === -1) return spki.slice(-66);
  const point = spki.slice(-130);
  const isOdd = Number.parseInt(point.slice(-1), 16) & 1;
  return `0${2 + isOdd}${point.slice(2, 66)}`;
}
