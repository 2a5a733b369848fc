import { hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex } from '@noble/hashes/utils.js';

export function utf8ToBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes of a hex string, or `undefined` when it is not one. Either case, no `0x`. */
export function fromHex(hex: string): Uint8Array | undefined {
  return /^(?:[0-9a-fA-F]{2})*$/.test(hex) ? hexToBytes(hex) : undefined;
}

/** Without the zeros at the end. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

/** Whether two byte strings are the same. Not in constant time: for public data only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
