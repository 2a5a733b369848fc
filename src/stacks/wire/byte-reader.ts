import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads bytes from the first to the last. @throws In each read, where they break off or are no text. */
export class ByteReader {
  readonly #all: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#all = bytes;
  }

  /** Those that were read. */
  get consumed(): Uint8Array {
    return this.#all.subarray(0, this.#at);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#all.length;
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#all.length) throw new InvalidInputError('', 'breaks off');
    const bytes = this.#all.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  hex(length: number): string {
    return bytesToHex(this.bytes(length));
  }

  /** A whole number, the most significant byte first. */
  uint(length: number): bigint {
    return BigInt(`0x${this.hex(length)}`);
  }

  /** A whole number of up to four bytes. */
  count(length: number): number {
    return this.bytes(length).reduce((number, byte) => number * 0x100 + byte, 0);
  }

  /** Text in UTF-8, of so many bytes. */
  text(length: number): string {
    return UTF8.decode(this.bytes(length));
  }
}
