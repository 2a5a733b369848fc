import { type ByteReader, readWhole, uintHex } from '../../../core/hex-codec.js';
import { isObject } from '../../../core/json.js';
import { AMOUNT } from './amount.js';
import { ACCOUNT, BRIDGE, CURRENCY, ISSUE } from './assets.js';
import {
  END_OF_LIST,
  END_OF_OBJECT,
  type Field,
  type FieldType,
  fieldNamed,
  headerHex,
  isMarker,
  readHeader,
} from './fields.js';
import { INT32, NUMBER, UINT64, whole } from './numbers.js';
import { PATHS } from './paths.js';
import { BLOB, hash, hexIn, mapped, type SerializedType, upperHex, within, wrong } from './type.js';

/** Fields as the ledger's JSON has them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Of what has fields inside: rippled reads no more levels. */
const MAX_LEVELS = 10;

/** JSON has nothing for the hash of no e-mail address. */
const EMAIL_HASH: SerializedType = {
  write: (value) => hexIn(value === '' ? uintHex(0, 16) : value, 16),
  read: (reader) => upperHex(reader, 16).replace(/^0+$/, ''),
};

/** Hashes, one behind the other. */
const HASHES: SerializedType = {
  write: (value) => mapped(value, (one) => hexIn(one, 32)).join(''),
  read: (reader, length) => upperHex(reader, length).match(/.{64}/g) ?? [],
};

const TYPES: Readonly<Record<Exclude<FieldType, 'STObject' | 'STArray'>, SerializedType>> = {
  AccountID: ACCOUNT,
  Amount: AMOUNT,
  Blob: BLOB,
  Currency: CURRENCY,
  Hash128: EMAIL_HASH,
  Hash160: hash(20),
  Hash192: hash(24),
  Hash256: hash(32),
  Int32: INT32,
  Issue: ISSUE,
  Number: NUMBER,
  PathSet: PATHS,
  UInt8: whole(1),
  UInt16: whole(2),
  UInt32: whole(4),
  UInt64: UINT64,
  Vector256: HASHES,
  XChainBridge: BRIDGE,
};

/** What has its length in front of it. */
const WITH_LENGTH: ReadonlySet<FieldType> = new Set(['AccountID', 'Blob', 'Vector256']);

/**
 * The bytes of fields, in the ledger's order, in hexadecimal.
 *
 * @param isIn - Which of them are written; default: all.
 * @throws InvalidInputError for what the ledger has no bytes for.
 */
export function encodeFields(fields: object, isIn: (field: Field) => boolean = () => true): string {
  return fieldsHex(fields, isIn, 1);
}

function fieldsHex(fields: object, isIn: (field: Field) => boolean, level: number): string {
  if (level > MAX_LEVELS) throw wrong('has too many levels');
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      const field = value === undefined ? undefined : within(name, () => fieldNamed(name));
      return field && isIn(field) ? [{ field, value }] : [];
    })
    .sort((one, other) => one.field.code - other.field.code)
    .map(({ field, value }) =>
      within(field.name, () => `${headerHex(field)}${valueHex(field, value, level)}`),
    )
    .join('');
}

function valueHex({ type, name }: Field, value: unknown, level: number): string {
  if (type === 'STObject') return `${fieldsHex(objectIn(value), () => true, level + 1)}e1`;
  if (type === 'STArray') return `${listHex(value, level)}f1`;
  const hex = TYPES[type].write(value, name);
  return WITH_LENGTH.has(type) ? `${lengthHex(hex.length / 2)}${hex}` : hex;
}

function objectIn(value: unknown): object {
  if (isObject(value)) return value;
  throw wrong('is no object');
}

/** Each item has one member, which is an object. */
function listHex(value: unknown, level: number): string {
  return mapped(value, (item) => {
    const [inner, ...others] = Object.values(objectIn(item));
    if (others.length > 0 || !isObject(inner)) throw wrong('is not one object with its name');
    return fieldsHex(objectIn(item), () => true, level);
  }).join('');
}

/** Bytes read as the ledger's JSON. @throws InvalidInputError for other bytes. */
export function decodeFields(hex: string): Fields {
  return readWhole(hex, (reader) => readFields(reader, undefined, 1));
}

/** Fields up to a marker, or else to the last byte. */
function readFields(reader: ByteReader, end: string | undefined, level: number): Fields {
  if (level > MAX_LEVELS) throw wrong('has too many levels');
  const fields: Record<string, unknown> = {};
  while (end !== undefined || !reader.isAtEnd) {
    const field = readHeader(reader);
    if (field.name === end) return fields;
    fields[field.name] = readValue(reader, field, level);
  }
  return fields;
}

function readList(reader: ByteReader, level: number): readonly Fields[] {
  const items: Fields[] = [];
  for (;;) {
    const { name, type } = readHeader(reader);
    if (name === END_OF_LIST) return items;
    if (type !== 'STObject' || isMarker(name)) throw wrong('has an item that is no object');
    items.push({ [name]: readFields(reader, END_OF_OBJECT, level + 1) });
  }
}

function readValue(reader: ByteReader, { name, type }: Field, level: number): unknown {
  if (isMarker(name)) throw wrong('ends where nothing began');
  if (type === 'STObject') return readFields(reader, END_OF_OBJECT, level + 1);
  if (type === 'STArray') return readList(reader, level);
  return TYPES[type].read(reader, WITH_LENGTH.has(type) ? readLength(reader) : 0, name);
}

/** The first lengths that need a second and a third byte; the largest of all. */
const TWO_BYTES = 193;
const THREE_BYTES = 12481;
const MAX_LENGTH = 918744;

function lengthHex(length: number): string {
  if (length < TWO_BYTES) return uintHex(length, 1);
  if (length < THREE_BYTES) return uintHex(length - TWO_BYTES + (TWO_BYTES << 8), 2);
  if (length <= MAX_LENGTH) return uintHex(length - THREE_BYTES + (241 << 16), 3);
  throw wrong('is too long');
}

function readLength(reader: ByteReader): number {
  const first = reader.count(1);
  if (first < TWO_BYTES) return first;
  if (first < 241) return TWO_BYTES + ((first - TWO_BYTES) << 8) + reader.count(1);
  if (first < 255) return THREE_BYTES + ((first - 241) << 16) + reader.count(2);
  throw wrong('has a length that does not exist');
}
