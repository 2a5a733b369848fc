import { fromHex, utf8ToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, readWhole, uintHex } from '../../core/hex-codec.js';
import { isPlain } from '../../core/json.js';
import type { ClarityValue } from './clarity-value.js';
import {
  addressHex,
  codeHex,
  codes,
  contractHex,
  nameHex,
  readAddress,
  readCode,
  readContract,
  readEach,
  readName,
  textHex,
  withLength,
} from './primitives.js';

/** SIP-005. */
const TYPES = codes(
  0,
  ...(['int', 'uint', 'buffer', 'true', 'false', 'address', 'contract', 'ok', 'err'] as const),
  ...(['none', 'some', 'list', 'tuple', 'ascii', 'utf8'] as const),
);

/** A type of Clarity is nested at most so deep, and so no value is deeper. */
const MAX_DEPTH = 32;

const BITS = 128;

/** Other control characters are no text for Clarity. */
const ASCII = /^[\t\n\f\r -~]*$/;

/**
 * A value's consensus serialisation, in hexadecimal.
 *
 * @throws InvalidInputError for what is no valid value.
 */
export function encodeValue(value: ClarityValue): string {
  return `${codeHex(TYPES, value.type)}${contentHex(value)}`;
}

function contentHex(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
      return uintHex(twosComplement(BigInt(value.value)), BITS / 8);
    case 'uint':
      return uintHex(BigInt(value.value), BITS / 8);
    case 'buffer':
      return withLength(bytesIn(value.value), 4);
    case 'address':
      return addressHex(value.value);
    case 'contract':
      return contractHex(value.value);
    case 'ok':
    case 'err':
    case 'some':
      return encodeValue(value.value);
    case 'list':
      return `${uintHex(value.value.length, 4)}${value.value.map(encodeValue).join('')}`;
    case 'tuple':
      return tupleHex(value.value);
    case 'ascii':
      return withLength(asciiBytes(value.value), 4);
    case 'utf8':
      return textHex(value.value, 4);
    default:
      return '';
  }
}

/** The chain keeps the members in the order of the bytes of their names. */
function tupleHex(members: Readonly<Record<string, ClarityValue>>): string {
  const entries = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
  // Of anything else than members of its own, such as those of a Map, nothing would be written.
  const hasOthers = !isPlain(members) || Reflect.ownKeys(members).length !== entries.length;
  if (hasOthers || entries.length === 0) throw noTuple();
  const parts = entries.map(([name, member]) => `${nameHex(name)}${encodeValue(member)}`);
  return `${uintHex(parts.length, 4)}${parts.join('')}`;
}

function twosComplement(value: bigint): bigint {
  if (BigInt.asIntN(BITS, value) !== value) throw new InvalidInputError('', 'is no int');
  return BigInt.asUintN(BITS, value);
}

function bytesIn(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (!bytes) throw new InvalidInputError('', 'is no buffer');
  return bytes;
}

function asciiBytes(text: string): Uint8Array {
  if (!ASCII.test(text)) throw new InvalidInputError('', 'is no ASCII');
  return utf8ToBytes(text);
}

/** The one value that is serialized, in hexadecimal. @throws InvalidInputError */
export function decodeValue(hex: string): ClarityValue {
  return readWhole(hex, readValue);
}

/** The next value. @throws InvalidInputError */
export function readValue(reader: ByteReader, depth = 0): ClarityValue {
  if (depth > MAX_DEPTH) throw new InvalidInputError('', 'is nested too deep');
  const type = readCode(reader, TYPES);
  const inner = () => readValue(reader, depth + 1);
  switch (type) {
    case 'int':
      return { type, value: BigInt.asIntN(BITS, reader.uint(BITS / 8)) };
    case 'uint':
      return { type, value: reader.uint(BITS / 8) };
    case 'buffer':
      return { type, value: reader.hex(reader.count(4)) };
    case 'true':
    case 'false':
    case 'none':
      return { type };
    case 'address':
      return { type, value: readAddress(reader) };
    case 'contract':
      return { type, value: readContract(reader) };
    case 'ok':
    case 'err':
    case 'some':
      return { type, value: inner() };
    case 'list':
      return { type, value: readEach(reader, inner) };
    case 'tuple':
      return { type, value: tupleOf(readEach(reader, () => [readName(reader), inner()] as const)) };
    case 'ascii':
    case 'utf8':
      return { type, value: textOf(type, reader.text(reader.count(4))) };
  }
}

function tupleOf(members: readonly (readonly [string, ClarityValue])[]) {
  const value = Object.fromEntries(members);
  if (members.length > 0 && Object.keys(value).length === members.length) return value;
  throw noTuple();
}

function noTuple(): InvalidInputError {
  return new InvalidInputError('', 'is no tuple: its members have names of their own');
}

function textOf(type: 'ascii' | 'utf8', text: string): string {
  if (type === 'ascii') asciiBytes(text);
  return text;
}
