import { BcsReader, BcsType, bcs } from '@mysten/bcs';
import { bytesToHex, fromHex } from '../../../core/bytes.js';
import { InvalidInputError } from '../../../core/errors.js';
import { isIdentifier } from '../type-tags.js';

/** A node takes transactions of 64 KiB; one with its authenticator is hardly longer. */
const MAX_BYTES = 128 * 1024;

/** Accepts only canonical numbers, and knows how many bytes are left. */
class StrictReader extends BcsReader {
  #left: number;

  constructor(bytes: Uint8Array) {
    // A copy: the values read stay the same even if the given bytes change.
    super(new Uint8Array(bytes));
    this.#left = bytes.length;
  }

  get left(): number {
    return this.#left;
  }

  override shift(bytes: number): this {
    this.#left -= bytes;
    super.shift(bytes);
    return this;
  }

  override readULEB(): number {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = this.read8();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) {
        if (byte === 0 && index > 0) break;
        return value;
      }
    }
    throw new TypeError('A length or variant is not canonical.');
  }
}

/**
 * Reads exactly one value, which must take up all of the bytes.
 *
 * @throws InvalidInputError naming `field`.
 */
export function decode<T, Input>(type: BcsType<T, Input>, bytes: Uint8Array, field: string): T {
  if (bytes.length > MAX_BYTES) throw new InvalidInputError(field, 'is too long');
  const reader = new StrictReader(bytes);
  const value = read(type, reader, field);
  if (reader.left !== 0) throw new InvalidInputError(field, 'has bytes behind its end');
  return value;
}

/**
 * Reads one value, and ignores the bytes behind it.
 *
 * @throws InvalidInputError naming `field`.
 */
export function decodeStart<T, Input>(
  type: BcsType<T, Input>,
  bytes: Uint8Array,
  field: string,
): T {
  return read(type, new StrictReader(bytes.subarray(0, MAX_BYTES)), field);
}

function read<T, Input>(type: BcsType<T, Input>, reader: StrictReader, field: string): T {
  try {
    return type.read(reader);
  } catch (cause) {
    throw new InvalidInputError(field, `is not the BCS of a ${type.name}`, { cause });
  }
}

/** @throws InvalidInputError for a value that has no BCS. */
export function encode<T, Input>(type: BcsType<T, Input>, value: Input): Uint8Array {
  try {
    return type.serialize(value).toBytes();
  } catch (cause) {
    if (cause instanceof InvalidInputError) throw cause;
    throw new InvalidInputError('transaction', "can't be encoded", { cause });
  }
}

/** Bytes of hexadecimal behind `0x`. @throws InvalidInputError naming `field`. */
export function bytesOfHex(value: string, field: string): Uint8Array {
  const bytes = value.startsWith('0x') ? fromHex(value.slice(2)) : undefined;
  if (bytes) return bytes;
  throw new InvalidInputError(field, 'must be hexadecimal behind 0x');
}

export function hexOf(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/** Elements one after another; a false length allocates nothing. */
export function list<T, Input>(type: BcsType<T, Input>): BcsType<T[], readonly Input[]> {
  return new BcsType<T[], readonly Input[]>({
    name: `vector<${type.name}>`,
    read: (reader) => {
      const elements: T[] = [];
      for (let left = reader.readULEB(); left > 0; left -= 1) elements.push(type.read(reader));
      return elements;
    },
    write: (values, writer) => {
      writer.writeULEB(values.length);
      for (const value of values) type.write(value, writer);
    },
  });
}

/** A value that may be missing, as `undefined`. */
export function optional<T, Input>(
  type: BcsType<T, Input>,
): BcsType<T | undefined, Input | undefined> {
  return new BcsType<T | undefined, Input | undefined>({
    name: `Option<${type.name}>`,
    read: (reader) => (bool.read(reader) ? type.read(reader) : undefined),
    write: (value, writer) => {
      bool.write(value !== undefined, writer);
      if (value !== undefined) type.write(value, writer);
    },
  });
}

/** A variant that has a number but is always refused; `T` is the type of the place where it would stand. */
export function refused<T>(name: string): BcsType<T> {
  return new BcsType<T>({
    name,
    read: () => {
      throw new TypeError(`A ${name} is not taken here.`);
    },
    write: () => {
      throw new TypeError(`A ${name} is not made here.`);
    },
  });
}

/** 64 bits; the field's name is for the error. */
export function u64(field: string): BcsType<bigint> {
  return bcs.u64().transform({
    input: (value: bigint) => value,
    output: BigInt,
    validate: (value) => {
      if (typeof value === 'bigint' && value >= 0n && value < 2n ** 64n) return;
      throw new InvalidInputError(field, 'must be a bigint from 0 to 2^64 - 1');
    },
  });
}

function small(type: BcsType<number>): BcsType<string> {
  return type.transform({ input: (text: string) => Number(text), output: String });
}

function large(type: BcsType<string, string | number | bigint>): BcsType<string> {
  return type.transform({ input: (text: string) => text });
}

const unsigned = {
  u8: small(bcs.u8()),
  u16: small(bcs.u16()),
  u32: small(bcs.u32()),
  u64: large(bcs.u64()),
  u128: large(bcs.u128()),
  u256: large(bcs.u256()),
} as const;

/** Two's complement: the bytes of the unsigned number that is equal to it modulo 2^bits. */
function signed(type: BcsType<string>, bits: number): BcsType<string> {
  return type.transform({
    input: (text: string) => BigInt.asUintN(bits, BigInt(text)).toString(),
    output: (text) => BigInt.asIntN(bits, BigInt(text)).toString(),
  });
}

/** Whole numbers as Move values: decimal strings for every size. */
export const integers = {
  ...unsigned,
  i8: signed(unsigned.u8, 8),
  i16: signed(unsigned.u16, 16),
  i32: signed(unsigned.u32, 32),
  i64: signed(unsigned.u64, 64),
  i128: signed(unsigned.u128, 128),
  i256: signed(unsigned.u256, 256),
} as const;

/** A chain's id: one byte. */
export const chainId: BcsType<number> = bcs.u8().transform({
  validate: (value: number) => {
    if (Number.isInteger(value) && value >= 0 && value <= 0xff) return;
    throw new InvalidInputError('chainId', 'must be a whole number from 0 to 255');
  },
});

export const bool: BcsType<boolean> = bcs.bool();

/** An account's address, in the long form. */
export const address: BcsType<string> = bcs.bytes(32).transform({
  name: 'address',
  input: (value: string) => bytesOfHex(value, 'address'),
  output: hexOf,
});

/** Bytes of any length, in hexadecimal. */
export const hexBytes: BcsType<string> = bcs.byteVector().transform({
  name: 'bytes',
  input: (value: string) => bytesOfHex(value, 'bytes'),
  output: hexOf,
});

/** The name of a module, a struct or a function. */
export const identifier: BcsType<string> = bcs.string().transform({
  name: 'identifier',
  input: checkedIdentifier,
  output: checkedIdentifier,
});

function checkedIdentifier(text: string): string {
  if (isIdentifier(text)) return text;
  throw new InvalidInputError('identifier', 'must be a name as Move has them');
}
