import { addressOf } from './base58.js';
import {
  ARRAY_END,
  type Field,
  type FieldType,
  fieldByCodes,
  OBJECT_END,
  transactionTypeByCode,
} from './xrpl-fields.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a single signature signs begins with this, what one of several signs with that. */
const SINGLE_PREFIX = '53545800';
const MULTI_PREFIX = '534D5400';

/**
 * Reads a transaction in the XRP Ledger's binary format, byte by byte, as its documentation
 * describes it ("Serialization Format"). Written for the tests and for them alone: what the package
 * encodes with one library is read back by another hand. Anything that is not canonical (the order of
 * the fields, a length that is longer than it need be, bytes behind the end) is an error.
 */
export function readTransaction(bytes: Uint8Array): Fields {
  const reader = new Reader(bytes);
  const fields = readObject(reader, true);
  if (!reader.atEnd) throw new Error('There are bytes behind the end.');
  return fields;
}

/** The bytes of a transaction without some of its outermost fields. */
export function withoutFields(bytes: Uint8Array, names: readonly string[]): Uint8Array {
  const reader = new Reader(bytes);
  const kept: Uint8Array[] = [];
  while (!reader.atEnd) {
    const start = reader.at;
    const field = reader.field();
    readValue(reader, field);
    if (!names.includes(field.name)) kept.push(bytes.subarray(start, reader.at));
  }
  return Buffer.concat(kept);
}

/** The transaction in what a single signature signs. */
export function readSigningPayload(payload: Uint8Array): Fields {
  return readTransaction(withoutPrefix(payload, SINGLE_PREFIX));
}

/** The transaction in what one of several signs, and that signer's address. */
export function readMultisigningPayload(payload: Uint8Array): { fields: Fields; signer: string } {
  const bytes = withoutPrefix(payload, MULTI_PREFIX);
  const end = bytes.length - 20;
  return {
    fields: readTransaction(bytes.subarray(0, end)),
    signer: addressOf(bytes.subarray(end)),
  };
}

function withoutPrefix(payload: Uint8Array, prefix: string): Uint8Array {
  if (hex(payload.subarray(0, 4)) !== prefix) throw new Error('The prefix is another.');
  return payload.subarray(4);
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new Error('It ends in the middle.');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  peek(): number {
    return this.#bytes[this.#at] ?? 0;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** An unsigned number, big-endian. */
  number(count: number): number {
    return this.take(count).reduce((value, byte) => value * 256 + byte, 0);
  }

  /** Either code takes a byte of its own when it does not fit into four bits. */
  field(): Field {
    const first = this.byte();
    let typeCode = first >> 4;
    let code = first & 15;
    if (typeCode === 0) typeCode = this.longCode();
    if (code === 0) code = this.longCode();
    return fieldByCodes(typeCode, code);
  }

  longCode(): number {
    const code = this.byte();
    if (code < 16) throw new Error('A code is longer than it need be.');
    return code;
  }

  /** The length of what has one ("Length Prefixing"). */
  length(): number {
    const first = this.byte();
    if (first <= 192) return first;
    if (first <= 240) return 193 + (first - 193) * 256 + this.byte();
    if (first <= 254) return 12_481 + (first - 241) * 65_536 + this.number(2);
    throw new Error('There is no such length.');
  }
}

function readObject(reader: Reader, isOutermost: boolean): Fields {
  const fields: Record<string, unknown> = {};
  let last = -1;
  for (;;) {
    if (isOutermost && reader.atEnd) return fields;
    const field = reader.field();
    if (field.name === OBJECT_END && !isOutermost) return fields;
    const order = field.typeCode * 256 + field.code;
    if (order <= last) throw new Error(`${field.name} is out of order.`);
    last = order;
    fields[field.name] = readValue(reader, field);
  }
}

function readArray(reader: Reader): readonly Fields[] {
  const entries: Fields[] = [];
  for (;;) {
    const field = reader.field();
    if (field.name === ARRAY_END) return entries;
    if (field.type !== 'STObject') throw new Error('An array holds objects.');
    entries.push({ [field.name]: readObject(reader, false) });
  }
}

const READERS: Readonly<Record<FieldType, (reader: Reader) => unknown>> = {
  UInt8: (reader) => reader.number(1),
  UInt16: (reader) => reader.number(2),
  UInt32: (reader) => reader.number(4),
  UInt64: (reader) => hex(reader.take(8)),
  Hash128: (reader) => hex(reader.take(16)),
  Hash192: (reader) => hex(reader.take(24)),
  Hash256: (reader) => hex(reader.take(32)),
  Amount: readAmount,
  Blob: (reader) => hex(reader.take(reader.length())),
  AccountID: readAccount,
  STObject: (reader) => readObject(reader, false),
  STArray: readArray,
  PathSet: readPaths,
  Vector256: readVector,
};

function readValue(reader: Reader, { name, type }: Field): unknown {
  if (name === 'TransactionType') return transactionTypeByCode(reader.number(2));
  return READERS[type](reader);
}

function readAccount(reader: Reader): string {
  if (reader.length() !== 20) throw new Error('An account has 20 bytes.');
  return addressOf(reader.take(20));
}

function readVector(reader: Reader): readonly string[] {
  const length = reader.length();
  if (length % 32 !== 0) throw new Error('A vector is of 32 bytes each.');
  return Array.from({ length: length / 32 }, () => hex(reader.take(32)));
}

/** A multi-purpose token: 0x60, 64 bits of value, the token's id. */
function readMpt(reader: Reader): unknown {
  if (reader.byte() !== 0x60) throw new Error('That is not how such an amount begins.');
  const value = BigInt(`0x${hex(reader.take(8))}`).toString();
  return { mpt_issuance_id: hex(reader.take(24)), value };
}

/** XRP: 62 bits of drops. Tokens: sign, exponent + 97, 54 bits of mantissa, currency, issuer. */
function readAmount(reader: Reader): unknown {
  // Neither a token that is traded nor an amount of XRP, which never takes so many bits.
  if ((reader.peek() & 0xa0) === 0x20) return readMpt(reader);
  const bits = BigInt(`0x${hex(reader.take(8))}`);
  const isToken = bits >> 63n === 1n;
  const isPositive = ((bits >> 62n) & 1n) === 1n;
  if (!isToken) {
    const drops = bits & (2n ** 62n - 1n);
    if (!isPositive) throw new Error('XRP is never negative.');
    return drops.toString();
  }
  const value = tokenValue(bits, isPositive);
  const currency = readCurrency(reader);
  return { currency, issuer: addressOf(reader.take(20)), value };
}

function tokenValue(bits: bigint, isPositive: boolean): string {
  const mantissa = bits & (2n ** 54n - 1n);
  const exponent = Number((bits >> 54n) & 255n) - 97;
  if (mantissa === 0n) {
    if (isPositive || exponent !== -97) throw new Error('That is not how zero is written.');
    return '0';
  }
  const isNormal = mantissa >= 10n ** 15n && mantissa < 10n ** 16n;
  if (!isNormal || exponent < -96 || exponent > 80) throw new Error('An amount is not normal.');
  return `${isPositive ? '' : '-'}${decimal(mantissa, exponent)}`;
}

/** `mantissa * 10^exponent` in plain digits. */
export function decimal(mantissa: bigint, exponent: number): string {
  if (exponent >= 0) return `${mantissa}${'0'.repeat(exponent)}`;
  const digits = mantissa.toString().padStart(1 - exponent, '0');
  const point = digits.length + exponent;
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '');
}

const SHORT_CODE = /^[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}$/;

/** Three letters where the bytes stand for them, all zeros for XRP, else hexadecimal. */
function readCurrency(reader: Reader): string {
  const bytes = reader.take(20);
  const text = hex(bytes);
  if (/^0{40}$/.test(text)) return 'XRP';
  const short = String.fromCharCode(...bytes.subarray(12, 15));
  const isShort = /^0{24}.{6}0{10}$/.test(text) && SHORT_CODE.test(short) && short !== 'XRP';
  return isShort ? short : text;
}

/** Steps with a byte that says what they hold; 0xFF between paths, 0x00 behind the last. */
function readPaths(reader: Reader): readonly (readonly Fields[])[] {
  const paths: Fields[][] = [[]];
  for (;;) {
    const kind = reader.byte();
    if (kind === 0x00) return paths;
    if (kind === 0xff) {
      paths.push([]);
      continue;
    }
    if ((kind & ~0x31) !== 0) throw new Error('There is no such kind of step.');
    paths.at(-1)?.push({
      ...(kind & 0x01 ? { account: addressOf(reader.take(20)) } : {}),
      ...(kind & 0x10 ? { currency: readCurrency(reader) } : {}),
      ...(kind & 0x20 ? { issuer: addressOf(reader.take(20)) } : {}),
    });
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
