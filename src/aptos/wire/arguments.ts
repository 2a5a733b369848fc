import { type BcsReader, BcsType, type BcsWriter, bcs } from '@mysten/bcs';
import { InvalidInputError } from '../../core/errors.js';
import { displayAddress, parseAddress, parseModuleAddress } from './address.js';
import {
  address,
  bool,
  bytesOfHex,
  decode,
  encode,
  hexBytes,
  hexOf,
  integers,
  list,
} from './bcs/codec.js';
import type { EntryFunction, EntryFunctionPayload } from './transaction.js';
import {
  isIdentifier,
  type Primitive,
  parseTypeTag,
  printTypeTag,
  type StructTag,
  type TypeTag,
} from './type-tags.js';

/**
 * An argument of a Move function, whose parameter decides how it is written:
 *
 * - `u8` to `u256`, `i8` to `i256`: a decimal string, a bigint, or a number that is a safe integer;
 * - `bool`: `true` or `false`; `address` and `Object<T>`: an address, see AIP-40;
 * - `0x1::string::String`: text, taken as it is;
 * - `vector<u8>`: hexadecimal behind `0x` (never text), a `Uint8Array`, or a list of numbers;
 * - other vectors: a list; `Option<T>`: what it holds, or `null` for nothing;
 * - a public struct: its fields by name; a public enum: `{ Variant: { field: value } }`. Fields without a name
 *   are named by their position, from `0` on.
 */
export type FunctionArgument =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly FunctionArgument[]
  | { readonly [field: string]: FunctionArgument };

/** A call of an entry function, as the caller gives it. */
export interface FunctionCall {
  /** `address::module::function`, such as `0x1::aptos_account::transfer`. */
  readonly function: string;
  /** Move types in the order of the function's type parameters, such as `0x1::aptos_coin::AptosCoin`. Default: none. */
  readonly typeArguments?: readonly string[] | undefined;
  /** Without the signers. */
  readonly functionArguments?: readonly FunctionArgument[] | undefined;
  /**
   * The function's parameters, in the form of its module's ABI. Default: read from the nodes of as many operators
   * as must agree; for the framework's own transfers they are built in.
   */
  readonly abi?: FunctionAbi | undefined;
}

/** The parameters of a function. */
export interface FunctionAbi {
  /** How many type arguments. */
  readonly typeParameters: number;
  /** The types of its parameters, signers included: `&signer`, `address`, `vector<T0>`. */
  readonly parameters: readonly string[];
  /**
   * The structs and enums among them, and those within these, by name: `0x5::shapes::Point`. Not needed for
   * `String`, `Object` and `Option`.
   */
  readonly structs?: Readonly<Record<string, StructAbi>> | undefined;
}

/** The parts of a struct or an enum, in the order in which they are written. */
export type StructAbi = StructFields | EnumVariants;

/** A struct's fields. */
export interface StructFields {
  /** How many type arguments. */
  readonly typeParameters: number;
  /** In the order of their declaration, which is the order in which they are written. */
  readonly fields: readonly FieldAbi[];
}

/** An enum's variants, each with its fields. */
export interface EnumVariants {
  /** How many type arguments. */
  readonly typeParameters: number;
  /** In the order of their declaration: a variant is written as its position. */
  readonly variants: readonly {
    /** As in the module, and as an argument names it: `{ Variant: { field: value } }`. */
    readonly name: string;
    /** In the order of their declaration; empty for a variant without fields. */
    readonly fields: readonly FieldAbi[];
  }[];
}

/** A field: its name, and its type, in which the type arguments are `T0`, `T1`, ... */
export interface FieldAbi {
  /** As in the module; for a field without a name its position, from `0` on. */
  readonly name: string;
  /** A Move type, such as `u64`, `vector<T0>` or `0x1::string::String`. */
  readonly type: string;
}

/** Writes the structs and enums that have no form of their own on the chain. */
export type WriteStruct = (
  tag: StructTag,
  value: unknown,
  field: string,
  writer: BcsWriter,
) => void;

/** An argument read back: whole numbers as decimal strings, bytes in hexadecimal behind `0x`. */
export type MoveValue = string | boolean | null | readonly MoveValue[];

const DECIMAL = /^(?:0|-?[1-9]\d{0,77})$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const SIGNER = /^(?:&\s*)?signer$/;

/**
 * Writes a call as the chain takes it, if none of its arguments needs a layout.
 *
 * @throws InvalidInputError naming the first of `function`, `typeArguments[i]` and
 * `functionArguments[i]` that does not fit the ABI.
 */
export function encodeCall(
  call: FunctionCall,
  abi: FunctionAbi,
  writeStruct?: WriteStruct,
): EntryFunctionPayload {
  const { typeArguments = [], functionArguments = [] } = call;
  const types = typeArguments.map((text, index) => parseTypeTag(text, `typeArguments[${index}]`));
  const parameters = parametersOf(abi, types);
  checkCount(functionArguments, parameters.length, 'functionArguments');
  return {
    kind: 'entry-function',
    function: parseFunctionName(call.function, 'function'),
    typeArguments: types.map(printTypeTag),
    arguments: parameters.map((tag, index) => {
      const field = `functionArguments[${index}]`;
      return hexOf(encode(valueType(tag, field, writeStruct), functionArguments[index]));
    }),
  };
}

/**
 * Reads a call's arguments back.
 *
 * @throws InvalidInputError where they do not fit the ABI.
 */
export function decodeArguments(call: EntryFunction, abi: FunctionAbi): readonly MoveValue[] {
  const types = call.typeArguments.map((text) => parseTypeTag(text, 'typeArguments'));
  const parameters = parametersOf(abi, types);
  checkCount(call.arguments, parameters.length, 'arguments');
  return parameters.map((tag, index) => {
    const field = `arguments[${index}]`;
    return decode(valueType(tag, field), bytesOfHex(call.arguments[index] ?? '', field), field);
  });
}

/**
 * Reads `address::module::function`, the address as AIP-40 prints it.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseFunctionName(value: unknown, field: string): string {
  const parts = typeof value === 'string' ? value.split('::') : [];
  const [owner = '', module = '', name = '', ...more] = parts;
  if (!isIdentifier(module) || !isIdentifier(name) || more.length > 0) {
    throw new InvalidInputError(field, 'must be a function such as "0x1::aptos_account::transfer"');
  }
  return `${displayAddress(parseModuleAddress(owner, field))}::${module}::${name}`;
}

/** The types of the arguments that a caller gives: without signers, with type arguments in their places. */
export function parametersOf(abi: FunctionAbi, types: readonly TypeTag[]): readonly TypeTag[] {
  checkCount(types, abi.typeParameters, 'typeArguments');
  const signers = abi.parameters.findIndex((parameter) => !SIGNER.test(parameter));
  const given = signers === -1 ? [] : abi.parameters.slice(signers);
  return given.map((text, index) => parseTypeTag(text, `functionArguments[${index}]`, types));
}

function checkCount(given: readonly unknown[], expected: number, field: string): void {
  if (given.length === expected) return;
  throw new InvalidInputError(field, `must be ${expected}, not ${given.length}`);
}

/** How a value of a type is checked, written and read. The field's name is for the error. */
function valueType(
  tag: TypeTag,
  field: string,
  writeStruct?: WriteStruct,
): BcsType<MoveValue, unknown> {
  return new BcsType<MoveValue, unknown>({
    name: printTypeTag(tag),
    read: (reader) => read(tag, reader),
    write: (value, writer) => writeValue(tag, value, field, writer, writeStruct),
  });
}

/** @throws InvalidInputError naming `field` or the part of it that does not fit the type. */
export function writeValue(
  tag: TypeTag,
  value: unknown,
  field: string,
  writer: BcsWriter,
  writeStruct: WriteStruct = unknownStruct,
): void {
  if (typeof tag === 'string') writePrimitive(tag, value, field, writer);
  else if (tag.kind === 'vector') writeVector(tag.element, value, field, writer, writeStruct);
  else if (!writeKnown(tag, value, field, writer, writeStruct)) {
    writeStruct(tag, value, field, writer);
  }
}

function unknownStruct(tag: StructTag, _: unknown, field: string): never {
  throw unsupported(tag, field);
}

function writePrimitive(tag: Primitive, value: unknown, field: string, writer: BcsWriter): void {
  switch (tag) {
    case 'signer':
      throw unsupported(tag, field);
    case 'bool':
      bool.write(booleanIn(value, field), writer);
      break;
    case 'address':
      address.write(parseAddress(value, field), writer);
      break;
    default:
      integers[tag].write(decimalIn(value, tag, field), writer);
  }
}

/** Whether it is one of the structs that have a form of their own. */
function writeKnown(
  tag: StructTag,
  value: unknown,
  field: string,
  writer: BcsWriter,
  writeStruct: WriteStruct,
): boolean {
  const known = knownStruct(tag);
  if (known?.name === 'String') text.write(textIn(value, field), writer);
  else if (known?.name === 'Object') address.write(parseAddress(value, field), writer);
  else if (known) {
    const some = value !== null && value !== undefined;
    writer.writeULEB(some ? 1 : 0);
    if (some) writeValue(known.inner, value, field, writer, writeStruct);
  }
  return known !== undefined;
}

function read(tag: TypeTag, reader: BcsReader): MoveValue {
  if (tag === 'signer') throw unsupported(tag, 'arguments');
  if (tag === 'bool') return bool.read(reader);
  if (tag === 'address') return address.read(reader);
  if (typeof tag === 'string') return integers[tag].read(reader);
  if (tag.kind === 'vector') {
    return tag.element === 'u8'
      ? hexBytes.read(reader)
      : list(valueType(tag.element, '')).read(reader);
  }
  const known = knownStruct(tag);
  if (known?.name === 'String') return text.read(reader);
  if (known?.name === 'Object') return address.read(reader);
  if (known?.name !== 'Option') throw unsupported(tag, 'arguments');
  return bool.read(reader) ? read(known.inner, reader) : null;
}

const text = bcs.string();

type KnownStruct =
  | { readonly name: 'String' }
  | { readonly name: 'Object' }
  | { readonly name: 'Option'; readonly inner: TypeTag };

/** The structs that need no layout. */
export function knownStruct(tag: StructTag): KnownStruct | undefined {
  const [inner, ...more] = tag.typeArguments;
  const name = `${displayAddress(tag.address)}::${tag.module}::${tag.name}`;
  if (name === '0x1::string::String' && !inner) return { name: 'String' };
  if (!inner || more.length > 0) return undefined;
  if (name === '0x1::object::Object') return { name: 'Object' };
  return name === '0x1::option::Option' ? { name: 'Option', inner } : undefined;
}

function writeVector(
  element: TypeTag,
  value: unknown,
  field: string,
  writer: BcsWriter,
  writeStruct: WriteStruct,
): void {
  const bytes = element === 'u8' ? bytesIn(value, field) : undefined;
  if (bytes) {
    hexBytes.write(hexOf(bytes), writer);
    return;
  }
  if (!Array.isArray(value)) {
    const hex = element === 'u8' ? 'hexadecimal behind 0x, bytes, or ' : '';
    throw new InvalidInputError(field, `must be ${hex}a list`);
  }
  writer.writeULEB(value.length);
  for (const [index, member] of value.entries()) {
    writeValue(element, member, `${field}[${index}]`, writer, writeStruct);
  }
}

/** Bytes that are not given as a list. */
function bytesIn(value: unknown, field: string): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? bytesOfHex(value, field) : undefined;
}

function booleanIn(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidInputError(field, 'must be true or false');
}

function textIn(value: unknown, field: string): string {
  if (typeof value === 'string' && !LONE_SURROGATE.test(value)) return value;
  throw new InvalidInputError(field, 'must be text');
}

function decimalIn(value: unknown, type: keyof typeof integers, field: string): string {
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const digits = whole ? String(value) : value;
  const bits = Number(type.slice(1));
  const power = type.startsWith('i') ? bits - 1 : bits;
  const least = type.startsWith('i') ? -(2n ** BigInt(power)) : 0n;
  if (typeof digits === 'string' && DECIMAL.test(digits)) {
    const number = BigInt(digits);
    if (number >= least && number < 2n ** BigInt(power)) return digits;
  }
  const from = least === 0n ? '0' : `-2^${power}`;
  throw new InvalidInputError(
    field,
    `must be a whole number from ${from} to 2^${power} - 1, as a decimal string or a bigint`,
  );
}

export function unsupported(tag: TypeTag, field: string): InvalidInputError {
  return new InvalidInputError(field, `has a type that no caller can give: ${printTypeTag(tag)}`);
}
