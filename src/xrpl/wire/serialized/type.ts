import { bytesToHex, fromHex } from '../../../core/bytes.js';
import { InvalidInputError } from '../../../core/errors.js';
import type { ByteReader } from '../../../core/hex-codec.js';
import { isObject } from '../../../core/json.js';

/** A type of the ledger's fields: how its values are written, in hexadecimal, and read as the ledger's JSON has them. */
export interface SerializedType {
  /**
   * @param field - The field's name, on which the form of some numbers depends.
   * @throws InvalidInputError for what is no such value.
   */
  write(value: unknown, field: string): string;
  /**
   * @param length - How many bytes it has, if they are written in front of it.
   * @throws InvalidInputError
   */
  read(reader: ByteReader, length: number, field: string): unknown;
}

/** Bytes of a fixed size, in JSON as hexadecimal. */
export function hash(bytes: number) {
  return {
    write: (value: unknown) => hexIn(value, bytes),
    read: (reader: ByteReader) => upperHex(reader, bytes),
  } satisfies SerializedType;
}

/** Any bytes, in JSON as hexadecimal. */
export const BLOB: SerializedType = {
  write: (value) => hexIn(value),
  read: upperHex,
};

/** Hexadecimal of so many bytes, or of any number of them. @throws InvalidInputError */
export function hexIn(value: unknown, bytes?: number): string {
  const found = typeof value === 'string' ? fromHex(value) : undefined;
  if (found && found.length === (bytes ?? found.length)) return bytesToHex(found);
  throw wrong('is no hexadecimal, or of another length');
}

/** What an object has; nothing of what is none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** As JSON has it. */
export function upperHex(reader: ByteReader, bytes: number): string {
  return reader.hex(bytes).toUpperCase();
}

/** A field name may come from the caller, so it may have any length. */
export const MAX_NAME = 64;

/** What is wrong with a part names that part, and the whole. */
export function within<T>(part: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const inner =
      error.field === '' || error.field.startsWith('[') ? error.field : `.${error.field}`;
    throw new InvalidInputError(`${part.slice(0, MAX_NAME)}${inner}`, error.reason);
  }
}

/** Each item of a list, written. @throws InvalidInputError naming the item. */
export function mapped(list: unknown, write: (item: unknown) => string): readonly string[] {
  if (!Array.isArray(list)) throw wrong('is no list');
  return list.map((item: unknown, index) => within(`[${index}]`, () => write(item)));
}

/** Where it is wrong, those say that have it as a part. */
export function wrong(reason: string): InvalidInputError {
  return new InvalidInputError('', reason);
}
