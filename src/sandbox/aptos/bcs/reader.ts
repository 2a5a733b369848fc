/** Bytes that are no BCS of what they should be. The message is in the words of the chain's reader. */
export class MalformedBcs extends Error {
  override readonly name = 'MalformedBcs';
}

const MAX_U32 = 0xffff_ffff;

/**
 * Reads BCS from its first byte to its last. It shares nothing with the encoders it checks, and is as
 * strict as the chain: one value has one encoding.
 */
export class BcsReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  /** What was read since `from`, an earlier position. */
  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.#at);
  }

  fixed(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new MalformedBcs('unexpected end of input');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  u8(): number {
    return this.fixed(1)[0] ?? 0;
  }

  /** An unsigned integer of so many bytes, the least significant first. */
  integer(size: 1 | 2 | 4 | 8 | 16 | 32): bigint {
    return this.fixed(size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  /** One in two's complement: the highest bit of the last byte is worth as much below zero. */
  signedInteger(size: 1 | 2 | 4 | 8 | 16 | 32): bigint {
    const value = this.integer(size);
    const sign = 1n << BigInt(8 * size - 1);
    return (value & sign) === 0n ? value : value - 2n * sign;
  }

  u64(): bigint {
    return this.integer(8);
  }

  bool(): boolean {
    const byte = this.u8();
    if (byte > 1) throw new MalformedBcs('expected boolean');
    return byte === 1;
  }

  /** A length, or the number of a variant. */
  uleb(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (shift > 0 && byte === 0) {
          throw new MalformedBcs('ULEB128 encoding was not minimal in size');
        }
        if (value > MAX_U32) break;
        return value;
      }
    }
    throw new MalformedBcs('ULEB128-encoded integer did not fit in the target size');
  }

  /** Bytes behind their length. */
  bytes(): Uint8Array {
    return this.fixed(this.uleb());
  }

  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes());
    } catch (error) {
      throw error instanceof MalformedBcs ? error : new MalformedBcs('malformed utf8');
    }
  }

  vector<T>(read: () => T): readonly T[] {
    const length = this.uleb();
    const items: T[] = [];
    // Each item is read before the next is made room for: a length may claim anything.
    for (let index = 0; index < length; index += 1) items.push(read());
    return items;
  }

  option<T>(read: () => T): T | undefined {
    const tag = this.u8();
    if (tag > 1) throw new MalformedBcs('expected option type');
    return tag === 1 ? read() : undefined;
  }

  /** @throws MalformedBcs when something is left. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedBcs('remaining input');
  }
}
