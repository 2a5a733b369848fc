import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/core/clock.js';
import {
  type PostEncoding,
  type PreEncoding,
  type Primitives,
  type RequestAlgorithm,
  type RequestSignerOptions,
  type RequestVerifierOptions,
  webPrimitives,
} from '../../src/requests/index.js';
import { defaultPrimitives } from '../../src/requests/primitives/default.js';

type Texts = Readonly<Record<Exclude<PostEncoding, 'plain'>, string>>;

interface Vectors {
  readonly request: {
    readonly timestamp: number;
    readonly nonce: string;
    readonly method: string;
    readonly path: string;
    readonly body: string;
  };
  readonly keys: {
    readonly hmac: string;
    readonly rsa: Readonly<Record<'pkcs8' | 'pkcs1' | 'spki' | 'publicPkcs1', string>>;
    readonly prime256v1: Readonly<Record<'pkcs8' | 'sec1' | 'spki', string>>;
    readonly secp256k1: Readonly<Record<'pkcs8' | 'sec1' | 'spki', string>>;
  };
  readonly signatures: Readonly<Record<RequestAlgorithm, Readonly<Record<PreEncoding, Texts>>>>;
}

/** Frozen: changing one of them means that somebody's requests are refused. */
export const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../requests/vectors.json', import.meta.url), 'utf8'),
);

export const ALGORITHMS = [
  'hmac-sha512',
  'hmac-sha3-256',
  'hmac-sha256',
  'rsa-sha512',
  'rsa-sha3-256',
  'rsa-sha256',
  'ecdsa-prime256v1-sha256',
  'ecdsa-secp256k1-sha256',
] as const satisfies readonly RequestAlgorithm[];

export const PRE_ENCODINGS = [
  'plain',
  'url-encoded',
  'base64',
  'hexstr',
  'base58',
  'base32',
] as const satisfies readonly PreEncoding[];

export const POST_ENCODINGS = [
  'base64',
  'hexstr',
  'base58',
  'base32',
] as const satisfies readonly PostEncoding[];

/** The two libraries that the package can stand on. */
export const LIBRARIES: readonly Primitives[] = [defaultPrimitives(), webPrimitives()];

/** What a library signs and verifies with: RSA with SHA3-256 is not in WebCrypto. */
export function algorithmsOf(library: Primitives): readonly RequestAlgorithm[] {
  return ALGORITHMS.filter((name) => library.name === 'node:crypto' || name !== 'rsa-sha3-256');
}

/** The secret that signs with an algorithm, and the key that verifies it. */
export function keysFor(algorithm: RequestAlgorithm): { secret: string; key: string } {
  const { hmac, rsa, prime256v1, secp256k1 } = vectors.keys;
  if (algorithm.startsWith('hmac-')) return { secret: hmac, key: hmac };
  if (algorithm.startsWith('rsa-')) return { secret: rsa.pkcs8, key: rsa.spki };
  const pair = algorithm.includes('prime256v1') ? prime256v1 : secp256k1;
  return { secret: pair.pkcs8, key: pair.spki };
}

export const API_KEY = 'key-1';

type Shared = Pick<RequestSignerOptions, 'preEncoding' | 'postEncoding'>;

/** What a signer of an algorithm is made of, base64 both ways unless told otherwise. */
export function signerOptions(
  algorithm: RequestAlgorithm,
  encodings: Partial<Shared> = {},
): Shared & { algorithm: RequestAlgorithm; apiKey: string; secret: string } {
  const { secret } = keysFor(algorithm);
  return {
    apiKey: API_KEY,
    algorithm,
    secret,
    preEncoding: 'base64',
    postEncoding: 'base64',
    ...encodings,
  };
}

/** What its verifier is made of; the time is that of the vectors. */
export function verifierOptions(
  algorithm: RequestAlgorithm,
  encodings: Partial<Shared> = {},
): RequestVerifierOptions {
  return {
    algorithm,
    keys: { [API_KEY]: keysFor(algorithm).key },
    preEncoding: 'base64',
    postEncoding: 'base64',
    clock: { ...systemClock, now: () => vectors.request.timestamp },
    ...encodings,
  };
}
