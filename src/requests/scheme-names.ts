import type { RequestAlgorithm } from './algorithms.js';
import type { PostEncoding, PreEncoding } from './encodings.js';

// In the order of the documentation, for code that reads a scheme's names from elsewhere.

export const ALGORITHM_NAMES = [
  'hmac-sha512',
  'hmac-sha3-256',
  'hmac-sha256',
  'rsa-sha512',
  'rsa-sha3-256',
  'rsa-sha256',
  'ecdsa-prime256v1-sha256',
  'ecdsa-secp256k1-sha256',
] as const satisfies readonly RequestAlgorithm[];

export const POST_ENCODING_NAMES = [
  'base64',
  'hexstr',
  'base58',
  'base32',
  'plain',
] as const satisfies readonly PostEncoding[];

export const PRE_ENCODING_NAMES = [
  ...POST_ENCODING_NAMES,
  'url-encoded',
] as const satisfies readonly PreEncoding[];
