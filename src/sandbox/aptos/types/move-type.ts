import { type Address, addressFrom, parseAddress } from '../address.js';
import { type BcsReader, MalformedBcs } from '../bcs/reader.js';

/** A type of Move, as type arguments and the parameters of an ABI name it. */
export type MoveType =
  | { readonly kind: Primitive }
  | { readonly kind: 'vector'; readonly of: MoveType }
  | { readonly kind: 'generic'; readonly index: number }
  | StructType;

export interface StructType {
  readonly kind: 'struct';
  readonly address: Address;
  readonly module: string;
  readonly name: string;
  readonly typeArguments: readonly MoveType[];
}

const PRIMITIVES = [
  'bool',
  'u8',
  'u16',
  'u32',
  'u64',
  'u128',
  'u256',
  'i8',
  'i16',
  'i32',
  'i64',
  'i128',
  'i256',
  'address',
  'signer',
] as const;
type Primitive = (typeof PRIMITIVES)[number];

/** By their numbers in BCS; 6 and 7 are vector and struct. */
const TAGS: ReadonlyMap<number, Primitive> = new Map([
  [0, 'bool'],
  [1, 'u8'],
  [2, 'u64'],
  [3, 'u128'],
  [4, 'address'],
  [5, 'signer'],
  [8, 'u16'],
  [9, 'u32'],
  [10, 'u256'],
  [11, 'i8'],
  [12, 'i16'],
  [13, 'i32'],
  [14, 'i64'],
  [15, 'i128'],
  [16, 'i256'],
]);
const VECTOR = 6;
const STRUCT = 7;
const MAX_DEPTH = 8;

/** @throws MalformedBcs */
export function readTypeTag(reader: BcsReader, depth = 0): MoveType {
  if (depth > MAX_DEPTH) throw new MalformedBcs('type tag nested too deeply');
  const tag = reader.uleb();
  const primitive = TAGS.get(tag);
  if (primitive !== undefined) return { kind: primitive };
  if (tag === VECTOR) return { kind: 'vector', of: readTypeTag(reader, depth + 1) };
  if (tag !== STRUCT) {
    throw new MalformedBcs(`invalid value: integer \`${tag}\`, expected variant index`);
  }
  return {
    kind: 'struct',
    address: addressFrom(reader.fixed(32)),
    module: reader.text(),
    name: reader.text(),
    typeArguments: reader.vector(() => readTypeTag(reader, depth + 1)),
  };
}

/**
 * As the chain writes it: `0x1::coin::Coin<0x1::aptos_coin::AptosCoin>`. Inside of types addresses have no
 * leading zeros at all.
 */
export function typeText(type: MoveType): string {
  if (type.kind === 'vector') return `vector<${typeText(type.of)}>`;
  if (type.kind === 'generic') return `T${type.index}`;
  if (type.kind !== 'struct') return type.kind;
  const { address, module, name, typeArguments } = type;
  const suffix = typeArguments.length === 0 ? '' : `<${typeArguments.map(typeText).join(', ')}>`;
  return `${address.replace(/^0x0{1,63}/, '0x')}::${module}::${name}${suffix}`;
}

/** Puts type arguments where an ABI has `T0`, `T1`, ... */
export function instantiate(type: MoveType, typeArguments: readonly MoveType[]): MoveType {
  if (type.kind === 'generic') return typeArguments[type.index] ?? type;
  if (type.kind === 'vector') return { kind: 'vector', of: instantiate(type.of, typeArguments) };
  if (type.kind !== 'struct') return type;
  const inner = type.typeArguments.map((each) => instantiate(each, typeArguments));
  return { ...type, typeArguments: inner };
}

/** A type as text; `undefined` when it is none. A reference counts as what it refers to. */
export function parseType(text: string): MoveType | undefined {
  const tokens = text.match(/::|[<>,&]|[A-Za-z0-9_]+|\S/g) ?? [];
  const parser = new TypeParser(tokens);
  const type = parser.type(0);
  return parser.done ? type : undefined;
}

class TypeParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  type(depth: number): MoveType | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (this.#take('&')) this.#take('mut');
    const word = this.#word();
    const primitive = PRIMITIVES.find((name) => name === word);
    if (primitive !== undefined) return { kind: primitive };
    if (/^T\d+$/.test(word)) return { kind: 'generic', index: Number(word.slice(1)) };
    if (word !== 'vector') return this.#struct(word, depth);
    const [of, ...more] = this.#typeArguments(depth) ?? [];
    return of === undefined || more.length > 0 ? undefined : { kind: 'vector', of };
  }

  #struct(first: string, depth: number): StructType | undefined {
    const address = parseAddress(first);
    if (address === undefined || !this.#take('::')) return undefined;
    const module = this.#word();
    if (!this.#take('::')) return undefined;
    const name = this.#word();
    const typeArguments = this.#typeArguments(depth);
    if (typeArguments === undefined || !isName(module) || !isName(name)) return undefined;
    return { kind: 'struct', address, module, name, typeArguments };
  }

  #typeArguments(depth: number): readonly MoveType[] | undefined {
    if (!this.#take('<')) return [];
    const list: MoveType[] = [];
    do {
      const type = this.type(depth + 1);
      if (type === undefined) return undefined;
      list.push(type);
    } while (this.#take(','));
    return this.#take('>') ? list : undefined;
  }

  #word(): string {
    const word = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    return word;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

/** A name of a module, a struct or a function. */
export function isName(text: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+)$/.test(text);
}
