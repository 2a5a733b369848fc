/** SHA-3, which WebCrypto lacks. Loaded when the first such key is used. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha3_256 } from '@noble/hashes/sha3.js';

export function hmacSha3(secret: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha3_256, secret, message);
}
