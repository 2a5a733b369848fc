/** Reads Binary Canonical Serialization, byte by byte. */
export class BcsCursor {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes);
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new Error('the bytes end too soon');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  hex(count: number): string {
    return this.take(count).toString('hex');
  }

  uleb(): number {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const [byte = 0] = this.take(1);
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  }

  u64(): bigint {
    return this.take(8).readBigUInt64LE();
  }

  /** Bytes, or text, with their length in front. */
  sized(): Buffer {
    return this.take(this.uleb());
  }

  text(): string {
    return this.sized().toString('utf8');
  }

  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.uleb() }, read);
  }

  option<T>(read: () => T): T | undefined {
    return this.uleb() === 0 ? undefined : read();
  }
}
