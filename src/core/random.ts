import { bytesToHex } from './bytes.js';

/** Random bytes, as many as asked for, that nobody can foresee. */
export type Random = (length: number) => Uint8Array;

/** The platform's own. */
export const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length));

/** A number from 0 (inclusive) to 1 (exclusive). */
export function fractionOf(random: Random): number {
  return random(4).reduce((value, byte) => (value + byte) / 256, 0);
}

/** A UUID of version 4 (RFC 9562, 5.4). */
export function uuidOf(random: Random): string {
  const bytes = Uint8Array.from(random(16), (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = bytesToHex(bytes);
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map((part) => hex.slice(...part)).join('-');
}
