/** The little BCS that the sandbox writes itself: its faucet's transactions, and keys to be hashed. */

/** A length or the number of a variant. */
export function uleb(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}

/** An unsigned integer of so many bytes, the least significant first. */
export function littleEndian(value: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    bytes[index] = Number((value >> BigInt(8 * index)) & 0xffn);
  }
  return bytes;
}

/** Bytes behind their length. */
export function prefixed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([uleb(bytes.length), bytes]);
}

export function text(value: string): Uint8Array {
  return prefixed(Buffer.from(value, 'utf8'));
}
