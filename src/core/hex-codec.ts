import { bytesToHex, fromHex } from './bytes.js';
import { InvalidInputError } from './errors.js';
import { bytesToUtf8 } from './utf8.js';

/** Reads bytes from the first to the last. @throws In each read, where they break off or are no text. */
export class ByteReader {
  readonly #all: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#all = bytes;
  }

  /** How many were read. */
  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#all.length;
  }

  hex(length: number): string {
    return bytesToHex(this.#next(length));
  }

  /** A whole number, the most significant byte first. */
  uint(length: number): bigint {
    return BigInt(`0x${this.hex(length)}`);
  }

  /** A whole number of up to four bytes. */
  count(length: number): number {
    return this.#next(length).reduce((number, byte) => number * 0x100 + byte, 0);
  }

  /** Text in UTF-8, of so many bytes. */
  text(length: number): string {
    return bytesToUtf8(this.#next(length));
  }

  #next(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#all.length) throw new InvalidInputError('', 'breaks off');
    const bytes = this.#all.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }
}

/** A whole number, the most significant byte first. @throws InvalidInputError if it does not fit. */
export function uintHex(value: bigint | number, length: number): string {
  const digits = value.toString(16);
  if (value < 0 || digits.length > 2 * length) {
    throw new InvalidInputError('', `must be a whole number of ${length} bytes`);
  }
  return digits.padStart(2 * length, '0');
}

/** What hexadecimal stands for, which has to end where that does. @throws As `read`, or InvalidInputError. */
export function readWhole<T>(hex: string, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(fromHex(hex) ?? new Uint8Array());
  const whole = read(reader);
  if (2 * reader.position === hex.length) return whole;
  throw new InvalidInputError('', 'goes on behind its end');
}
