import type { Json } from '../../../core/json.js';
import { addressFrom, FRAMEWORK, parseAddress, shown } from '../address.js';
import { type BcsReader, MalformedBcs } from '../bcs/reader.js';
import type { MoveStruct } from '../move/module.js';
import { instantiate, type MoveType, parseType, type StructType } from './move-type.js';

/** What a struct consists of, if it may be an argument. */
export type ArgumentStruct = (type: StructType) => MoveStruct | undefined;

/** How many structs an argument may be made of: what the chain builds by itself counts. */
const MAX_CONSTRUCTIONS = 32;

/** A type that no argument of a transaction can have. */
export class NoArgumentType extends Error {
  override readonly name = 'NoArgumentType';
}

const INTEGER_BYTES = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, u256: 32 } as const;
const SIGNED_BYTES = { i8: 1, i16: 2, i32: 4, i64: 8, i128: 16, i256: 32 } as const;

/**
 * Reads a value by its type, into the JSON that the node shows of it: integers up to 32 bits as numbers, larger
 * ones as strings, `vector<u8>` as hex, an option as `{ vec }`, an object as `{ inner }`.
 *
 * @throws MalformedBcs
 * @throws NoArgumentType
 */
export function readValue(
  reader: BcsReader,
  type: MoveType,
  structOf: ArgumentStruct = () => undefined,
): Json {
  return new ValueReader(reader, structOf).read(type);
}

class ValueReader {
  readonly #reader: BcsReader;
  readonly #structOf: ArgumentStruct;
  #left = MAX_CONSTRUCTIONS;

  constructor(reader: BcsReader, structOf: ArgumentStruct) {
    this.#reader = reader;
    this.#structOf = structOf;
  }

  read(type: MoveType): Json {
    const reader = this.#reader;
    switch (type.kind) {
      case 'bool':
        return reader.bool();
      case 'u8':
      case 'u16':
      case 'u32':
        return Number(reader.integer(INTEGER_BYTES[type.kind]));
      case 'u64':
      case 'u128':
      case 'u256':
        return reader.integer(INTEGER_BYTES[type.kind]).toString();
      case 'i8':
      case 'i16':
      case 'i32':
        return Number(reader.signedInteger(SIGNED_BYTES[type.kind]));
      case 'i64':
      case 'i128':
      case 'i256':
        return reader.signedInteger(SIGNED_BYTES[type.kind]).toString();
      case 'address':
        return shown(addressFrom(reader.fixed(32)));
      case 'vector':
        if (type.of.kind === 'u8') return hexOf(reader.bytes());
        return reader.vector(() => this.read(type.of));
      case 'struct':
        return this.#struct(type);
      default:
        throw new NoArgumentType(`no argument can be of type ${type.kind}`);
    }
  }

  #struct(type: StructType): Json {
    const reader = this.#reader;
    const [inner] = type.typeArguments;
    switch (wellKnown(type)) {
      case 'string::String':
        return reader.text();
      case 'object::Object':
        return { inner: shown(addressFrom(reader.fixed(32))) };
      case 'fixed_point32::FixedPoint32':
        return { value: reader.u64().toString() };
      case 'fixed_point64::FixedPoint64':
        return { value: reader.integer(16).toString() };
      case 'option::Option':
        if (inner !== undefined) return this.#option(inner);
    }
    const struct = this.#structOf(type);
    if (struct !== undefined) return this.#fields(struct, type);
    throw new NoArgumentType(`no argument can be of type ${type.module}::${type.name}`);
  }

  /** As the node shows it: a variant by its name beside its fields, of which those without a name get one. */
  #fields(struct: MoveStruct, { typeArguments }: StructType): Json {
    this.#left -= 1;
    if (this.#left < 0) throw new MalformedBcs('too many structs');
    const variant = struct.variants?.[struct.variants.length > 0 ? this.#reader.uleb() : 0];
    if (struct.variants !== undefined && variant === undefined) {
      throw new MalformedBcs('no such variant');
    }
    const entries = (variant?.fields ?? struct.fields).map(({ name, type }) => {
      const parsed = parseType(type);
      if (parsed === undefined) throw new Error(`the field's ${type} is no type`);
      return [name.replace(/^\d/, '_$&'), this.read(instantiate(parsed, typeArguments))] as const;
    });
    return { ...(variant && { __variant__: variant.name }), ...Object.fromEntries(entries) };
  }

  /** An option is a vector of at most one. */
  #option(inner: MoveType): Json {
    const reader = this.#reader;
    const length = reader.uleb();
    if (length > 1) throw new MalformedBcs('an option holds one value at most');
    const bytes = inner.kind === 'u8';
    if (length === 0) return { vec: bytes ? '0x' : [] };
    if (bytes) return { vec: hexOf(reader.fixed(1)) };
    return { vec: [this.read(inner)] };
  }
}

/** Whether a JSON value is one of this type, as views and simulations in JSON are given them. */
export function isValue(json: unknown, type: MoveType): boolean {
  if (type.kind === 'bool') return typeof json === 'boolean';
  if (type.kind === 'address') return typeof json === 'string' && parseAddress(json) !== undefined;
  if (type.kind === 'struct' && wellKnown(type) === 'object::Object') {
    return parseAddress(objectText(json)) !== undefined;
  }
  if (type.kind === 'struct' && wellKnown(type) === 'string::String') {
    return typeof json === 'string';
  }
  if (type.kind in SIGNED_BYTES) return /^-?\d+$/.test(String(json));
  return type.kind in INTEGER_BYTES && /^\d+$/.test(String(json));
}

/** An object's address, given bare or as `{ inner }`. */
export function objectText(json: unknown): string {
  if (typeof json === 'string') return json;
  const inner = typeof json === 'object' && json !== null && 'inner' in json ? json.inner : '';
  return typeof inner === 'string' ? inner : '';
}

function wellKnown({ address, module, name }: StructType): string | undefined {
  return address === FRAMEWORK ? `${module}::${name}` : undefined;
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
