/** SHA-3, which WebCrypto lacks. Loaded when the first such key is used. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Means, Sha3Key } from './web-keys.js';

export function sha3Means({ bytes }: Sha3Key): Means {
  const mac = (message: Uint8Array) => hmac(sha3_256, bytes, message);
  return {
    sign: async () => async (message) => mac(message),
    verify: async () => async (message, signature) => equalInConstantTime(mac(message), signature),
  };
}

/** Compares every byte, wherever the first difference is. */
function equalInConstantTime(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
