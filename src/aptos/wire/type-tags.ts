import { InvalidInputError } from '../../core/errors.js';
import { displayAddress, parseModuleAddress } from './address.js';

/** Types without parts, by their number in BCS. */
export const PRIMITIVES = {
  bool: 0,
  u8: 1,
  u64: 2,
  u128: 3,
  address: 4,
  signer: 5,
  u16: 8,
  u32: 9,
  u256: 10,
  i8: 11,
  i16: 12,
  i32: 13,
  i64: 14,
  i128: 15,
  i256: 16,
} as const;

/** A Move type without parts. */
export type Primitive = keyof typeof PRIMITIVES;

/** A Move type, as transactions name it: without references or open type parameters. */
export type TypeTag = Primitive | VectorTag | StructTag;

interface VectorTag {
  readonly kind: 'vector';
  readonly element: TypeTag;
}

export interface StructTag {
  readonly kind: 'struct';
  /** In the long form. */
  readonly address: string;
  readonly module: string;
  readonly name: string;
  readonly typeArguments: readonly TypeTag[];
}

/** The chain refuses types that are nested deeper. */
export const MAX_TYPE_DEPTH = 8;
const MAX_TEXT = 8_192;
const MAX_IDENTIFIER = 255;

const IDENTIFIER = /^(?:[a-zA-Z]|_(?=[a-zA-Z0-9_]))[a-zA-Z0-9_]*$/;
const TOKEN = /\s*([<>,]|[^\s<>,]+)\s*/gy;
const GENERIC = /^T(0|[1-9]\d{0,4})$/;

/** Whether a text can be the name of a module, a struct or a function. */
export function isIdentifier(text: string): boolean {
  return text.length <= MAX_IDENTIFIER && IDENTIFIER.test(text);
}

export function isPrimitive(text: string): text is Primitive {
  return Object.hasOwn(PRIMITIVES, text);
}

/** A type as the chain prints it: `0x1::coin::Coin<0x1::aptos_coin::AptosCoin>`. */
export function printTypeTag(tag: TypeTag): string {
  if (typeof tag === 'string') return tag;
  if (tag.kind === 'vector') return `vector<${printTypeTag(tag.element)}>`;
  const inner = tag.typeArguments.map(printTypeTag).join(', ');
  const name = `${displayAddress(tag.address)}::${tag.module}::${tag.name}`;
  return inner === '' ? name : `${name}<${inner}>`;
}

/**
 * Reads a type. A parameter's type may name type arguments (`T0`), which are put in its place; where
 * none are given, such a name is refused, and so is a reference.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseTypeTag(
  value: unknown,
  field: string,
  typeArguments: readonly TypeTag[] = [],
): TypeTag {
  if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT) {
    throw new InvalidInputError(field, 'must be a Move type such as "0x1::aptos_coin::AptosCoin"');
  }
  const parser = new Parser(tokensOf(value), field, typeArguments);
  return parser.whole();
}

/** A coin's or another struct's type. @throws InvalidInputError naming `field`. */
export function parseStructTag(value: unknown, field: string): StructTag {
  const tag = parseTypeTag(value, field);
  if (typeof tag !== 'string' && tag.kind === 'struct') return tag;
  throw new InvalidInputError(field, 'must be the type of a struct: address::module::name');
}

function tokensOf(text: string): readonly string[] {
  return Array.from(text.matchAll(TOKEN), ([, token = '']) => token);
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #field: string;
  readonly #generics: readonly TypeTag[];
  #next = 0;

  constructor(tokens: readonly string[], field: string, generics: readonly TypeTag[]) {
    this.#tokens = tokens;
    this.#field = field;
    this.#generics = generics;
  }

  whole(): TypeTag {
    const tag = this.#tag(0);
    if (this.#next < this.#tokens.length) throw this.#refusal('has something behind its type');
    return tag;
  }

  #tag(depth: number): TypeTag {
    const name = this.#take();
    const inner = this.#inner(depth);
    if (name === 'vector') {
      const [element, ...more] = inner;
      if (element && more.length === 0) return { kind: 'vector', element };
      throw this.#refusal('must have exactly one type argument for a vector');
    }
    if (name.includes('::')) return this.#struct(name, inner);
    if (inner.length > 0) throw this.#refusal('gives type arguments to a type that takes none');
    return isPrimitive(name) ? name : this.#generic(name);
  }

  /** The text between `<` and `>`, if there is any. */
  #inner(depth: number): readonly TypeTag[] {
    if (this.#tokens[this.#next] !== '<') return [];
    if (depth >= MAX_TYPE_DEPTH) throw this.#refusal('is nested too deep');
    const inner: TypeTag[] = [];
    do {
      this.#next += 1;
      inner.push(this.#tag(depth + 1));
    } while (this.#tokens[this.#next] === ',');
    if (this.#take() !== '>') throw this.#refusal('lacks a closing ">"');
    return inner;
  }

  #struct(text: string, typeArguments: readonly TypeTag[]): StructTag {
    const [address = '', module = '', name = '', ...more] = text.split('::');
    if (!isIdentifier(module) || !isIdentifier(name) || more.length > 0) {
      throw this.#refusal('must be of the form address::module::name');
    }
    const canonical = parseModuleAddress(address, this.#field);
    return { kind: 'struct', address: canonical, module, name, typeArguments };
  }

  #generic(name: string): TypeTag {
    const index = GENERIC.exec(name)?.[1];
    const tag = index === undefined ? undefined : this.#generics[Number(index)];
    if (tag !== undefined) return tag;
    throw this.#refusal('must be a Move type such as "u64" or "0x1::aptos_coin::AptosCoin"');
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    this.#next += 1;
    if (token === undefined) throw this.#refusal('ends too early');
    return token;
  }

  #refusal(reason: string): InvalidInputError {
    return new InvalidInputError(this.#field, reason);
  }
}
