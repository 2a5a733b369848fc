import type { RequestAlgorithm } from './algorithms.js';

/** Every algorithm, in the order of the documentation, for those who read its name from elsewhere. */
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
