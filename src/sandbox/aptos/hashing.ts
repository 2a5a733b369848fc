import { createHash } from 'node:crypto';

export function sha3(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha3-256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** `0x` and 64 digits. */
export function sha3Hex(...parts: readonly (Uint8Array | string)[]): string {
  return `0x${sha3(...parts).toString('hex')}`;
}
