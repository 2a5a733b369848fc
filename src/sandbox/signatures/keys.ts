import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { rsaKey } from '../rsa-keys.js';
import type { Derive } from '../seed.js';
import { type ByteEncoding, decoded, encoded } from './encodings.js';

/** How a sandbox's requests are signed; the names are those of the request signer. */
export interface SandboxScheme {
  /** With its hash. RSA signatures are those of PKCS#1 v1.5, ECDSA ones are DER. */
  readonly algorithm:
    | 'hmac-sha512'
    | 'hmac-sha3-256'
    | 'hmac-sha256'
    | 'rsa-sha512'
    | 'rsa-sha3-256'
    | 'rsa-sha256'
    | 'ecdsa-prime256v1-sha256'
    | 'ecdsa-secp256k1-sha256';
  /** The form in which the message is signed; `plain`: its bytes as they are. */
  readonly preEncoding: ByteEncoding;
  /** The form in which a header carries the signature; `plain`: one character for each byte. */
  readonly postEncoding: Exclude<ByteEncoding, 'url-encoded'>;
}

/** A key of a sandbox, worth nothing anywhere else. */
export interface SandboxKey {
  /** What one side signs with: a shared secret, or a private key in PEM. */
  readonly secret: string;
  /** What the other verifies with. */
  readonly verifying: string | KeyObject;
}

/** A key for an algorithm. Shared secrets follow from the seed; pairs do not. */
export function sandboxKey(
  { algorithm }: Pick<SandboxScheme, 'algorithm'>,
  derive: Derive,
  label: string,
): SandboxKey {
  if (algorithm.startsWith('hmac-')) {
    const secret = derive(label).toString('base64url');
    return { secret, verifying: secret };
  }
  const privateKey = algorithm.startsWith('rsa-') ? rsaKey(label) : ecKey(algorithm);
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { secret, verifying: createPublicKey(privateKey) };
}

function ecKey(algorithm: SandboxScheme['algorithm']): KeyObject {
  const namedCurve = algorithm.includes('secp256k1') ? 'secp256k1' : 'prime256v1';
  return generateKeyPairSync('ec', { namedCurve }).privateKey;
}

const hashOf = (algorithm: string): string =>
  /sha3-256$|sha256$|sha512$/.exec(algorithm)?.[0] ?? '';

/** A message's signature, as a header carries it. */
export function signedText(scheme: SandboxScheme, secret: string, message: Buffer): string {
  const { algorithm, postEncoding } = scheme;
  const bytes = preEncoded(scheme, message);
  const signature = algorithm.startsWith('hmac-')
    ? createHmac(hashOf(algorithm), secret).update(bytes).digest()
    : sign(hashOf(algorithm), bytes, secret);
  return encoded(signature, postEncoding);
}

/** Whether a header's text is the signature of a message. */
export function isSignature(
  scheme: SandboxScheme,
  { verifying }: SandboxKey,
  message: Buffer,
  text: string,
): boolean {
  const { algorithm, postEncoding } = scheme;
  const bytes = preEncoded(scheme, message);
  const signature = decoded(text, postEncoding);
  // One signature has one text.
  if (encoded(signature, postEncoding) !== text) return false;
  if (typeof verifying !== 'string') return verify(hashOf(algorithm), bytes, verifying, signature);
  const expected = createHmac(hashOf(algorithm), verifying).update(bytes).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

function preEncoded({ preEncoding }: SandboxScheme, message: Buffer): Buffer {
  return preEncoding === 'plain' ? message : Buffer.from(encoded(message, preEncoding), 'latin1');
}
