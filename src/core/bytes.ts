import { hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

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
