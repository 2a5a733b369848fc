import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { RequestSigner, RequestVerifier } from '../../../src/requests/index.js';
import { asText, oracleSignature, oracleVerifies } from '../../support/request-verifier.js';
import { rsaKeys } from '../../support/rsa-keys.js';
import type { Json } from './http.js';

// What the documents say of signatures, with node:crypto alone; the package's two ends stand beside it.

export const API_KEY = 'key-1';
export const SHARED_SECRET = 'the secret that belongs to key-1';

/** The algorithms by what the documents call them: the package's name is the first column. */
export const ALGORITHMS = [
  ['hmac-sha512', 'HMAC, SHA512'],
  ['hmac-sha3-256', 'HMAC, SHA3_256'],
  ['hmac-sha256', 'HMAC, SHA256'],
  ['rsa-sha512', 'RSA, PKCS1v15, SHA512'],
  ['rsa-sha3-256', 'RSA, PKCS1v15, SHA3_256'],
  ['rsa-sha256', 'RSA, PKCS1v15, SHA256'],
  ['ecdsa-prime256v1-sha256', 'ECDSA, prime256v1, SHA256'],
  ['ecdsa-secp256k1-sha256', 'ECDSA, secp256k1, SHA256'],
] as const;

export const ENCODINGS = ['BASE64', 'HEXSTR', 'BASE58', 'BASE32'] as const;

export interface Scheme {
  readonly algorithm: string;
  readonly preEncoding: string;
  readonly postEncoding: string;
}

const PAIRS: Readonly<Record<string, { publicKey: KeyObject; privateKey: KeyObject }>> = {
  rsa: rsaKeys('spec'),
  'ecdsa-prime256v1': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  'ecdsa-secp256k1': generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
};

/** The key pair of an algorithm: none where the secret is shared. */
export const pairOf = (algorithm: string) => PAIRS[algorithm.replace(/-sha(512|256|3-256)$/, '')];

/** The secret in the form of the documents: a text, or PEM. */
function secretOf(algorithm: string): string {
  const pair = pairOf(algorithm);
  return pair?.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() ?? SHARED_SECRET;
}

function publicOf(algorithm: string): string {
  const pair = pairOf(algorithm);
  return pair?.publicKey.export({ type: 'spki', format: 'pem' }).toString() ?? SHARED_SECRET;
}

/** The names that the functions of test/support know, which are written in lower case. */
const lower = ({ algorithm, preEncoding, postEncoding }: Scheme) => ({
  algorithm,
  preEncoding: preEncoding.toLowerCase(),
  postEncoding: postEncoding.toLowerCase(),
});

/** The signature's text, as the documents have it made. */
export function signed(message: string, scheme: Scheme): string {
  const names = lower(scheme);
  const key = pairOf(scheme.algorithm)?.privateKey ?? SHARED_SECRET;
  return asText(oracleSignature(Buffer.from(message), names, key), names);
}

/** Whether a text is the signature of a message. */
export function isSigned(message: string, text: string, scheme: Scheme): boolean {
  const key = pairOf(scheme.algorithm)?.publicKey ?? SHARED_SECRET;
  return oracleVerifies(Buffer.from(message), text, lower(scheme), key);
}

/** The package's signer of a scheme. */
export function signerOf(scheme: Scheme, more: object = {}): RequestSigner {
  const options: Json = { apiKey: API_KEY, secret: secretOf(scheme.algorithm), ...scheme, ...more };
  return new RequestSigner(options);
}

/** The package's verifier of a scheme. */
export function verifierOf(scheme: Scheme, more: object = {}): RequestVerifier {
  const options: Json = { keys: { [API_KEY]: publicOf(scheme.algorithm) }, ...scheme, ...more };
  return new RequestVerifier(options);
}
