import { bytesToHex, utf8ToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, uintHex } from '../../core/hex-codec.js';
import { decodeAddress, encodeAddress } from './c32.js';
import { CLARITY_NAME, CONTRACT_NAME } from './principals.js';

/*
 * What Clarity values, post-conditions and payloads are made of (SIP-005), each written as hexadecimal.
 */

/** Names whose codes, of one byte each, follow one another. */
export interface Codes<Name extends string> {
  readonly first: number;
  readonly names: readonly Name[];
}

export function codes<const Name extends string>(first: number, ...names: Name[]): Codes<Name> {
  return { first, names };
}

/** @throws InvalidInputError for another name. */
export function codeHex<Name extends string>({ first, names }: Codes<Name>, name: Name): string {
  const index = names.indexOf(name);
  if (index < 0) throw new InvalidInputError('', `must be one of ${names.join(', ')}`);
  return uintHex(first + index, 1);
}

export function readCode<Name extends string>(reader: ByteReader, known: Codes<Name>): Name {
  const name = known.names[reader.count(1) - known.first];
  if (name === undefined) throw new InvalidInputError('', 'has a code that does not exist');
  return name;
}

/** As many as are announced. Each has a byte at least, so that a number too large breaks off at once. */
export function readEach<T>(reader: ByteReader, read: () => T): T[] {
  const parts: T[] = [];
  for (let left = reader.count(4); left > 0; left--) parts.push(read());
  return parts;
}

/** Bytes behind their length. */
export function withLength(bytes: Uint8Array, lengthBytes: number): string {
  return `${uintHex(bytes.length, lengthBytes)}${bytesToHex(bytes)}`;
}

/** Text in UTF-8, behind its length in so many bytes. */
export function textHex(text: string, lengthBytes: number): string {
  return withLength(utf8ToBytes(text), lengthBytes);
}

/** A version and a hash. @throws InvalidInputError for what is no address. */
export function addressHex(text: string): string {
  const parts = decodeAddress(text);
  if (!parts) throw new InvalidInputError('', 'is no address');
  return `${uintHex(parts.version, 1)}${parts.hash160}`;
}

export function readAddress(reader: ByteReader): string {
  const version = reader.count(1);
  // Addresses have one character for it.
  if (version > 31) throw new InvalidInputError('', 'is no address');
  return encodeAddress({ version, hash160: reader.hex(20) });
}

/** `address.name`. @throws InvalidInputError for what is no such text. */
export function contractHex(text: string): string {
  const [address = '', name = '', ...more] = text.split('.');
  if (more.length > 0) throw new InvalidInputError('', 'is no contract');
  return `${addressHex(address)}${contractNameHex(name)}`;
}

export function readContract(reader: ByteReader): string {
  return `${readAddress(reader)}.${readContractName(reader)}`;
}

export function contractNameHex(name: string): string {
  return textHex(named(name, CONTRACT_NAME), 1);
}

export function readContractName(reader: ByteReader): string {
  return named(reader.text(reader.count(1)), CONTRACT_NAME);
}

/** The name of a function, an asset or a member. */
export function nameHex(name: string): string {
  return textHex(named(name, CLARITY_NAME), 1);
}

export function readName(reader: ByteReader): string {
  return named(reader.text(reader.count(1)), CLARITY_NAME);
}

function named(name: string, allowed: RegExp): string {
  if (allowed.test(name)) return name;
  throw new InvalidInputError('', 'has a name that Clarity does not allow');
}
