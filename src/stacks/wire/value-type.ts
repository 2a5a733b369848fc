import { InvalidInputError } from '../../core/errors.js';
import type { ClarityValue } from './clarity-value.js';

/** A value in a transaction has at most so many levels, itself included: stacks-core, `UNSANITIZED_DEPTH_CHECK`. */
const MAX_LEVELS = 16;

/** The most that nodes count for a value of a type: stacks-core, `MAX_VALUE_SIZE`. */
const MAX_SIZE = 1_048_576;

/** Of these the length alone is limited. */
const TEXTS = ['buffer', 'ascii', 'utf8'];

/** What nodes count for a type, in bytes: whatever its values are, all are taken for the largest. */
interface TypeSize {
  /** Of a value. */
  readonly value: number;
  /** Of the type's own description, which is counted with each list and tuple. */
  readonly signature: number;
}

/** The type of what is in an empty list, or in `none`. */
const UNTYPED: TypeSize = { value: 1, signature: 1 };

/**
 * Nodes look for the type of each value in a transaction, which the items of a list have in common; the bytes of a value
 * without one, or with one that is too large, are no transaction for them.
 *
 * @throws InvalidInputError naming `field` where a value has no such type.
 */
export function assertTyped(values: readonly ClarityValue[], field: string): void {
  if (values.every((value) => typeOf([value], MAX_LEVELS))) return;
  const reason = 'has a value that is nested too deep, too large, or a list of several types';
  throw new InvalidInputError(field, reason);
}

/** Of the type that values have in common, like the items of one list. */
function typeOf(values: readonly ClarityValue[], levels: number): TypeSize | undefined {
  const [first] = values;
  if (!first) return UNTYPED;
  if (levels === 0) return undefined;
  const kind = kindOf(first);
  if (values.some((value) => kindOf(value) !== kind)) return undefined;
  const places = new Map<string, ClarityValue[]>();
  for (const [place, inner] of values.flatMap(innerOf)) {
    const others = places.get(place);
    if (others) others.push(inner);
    else places.set(place, [inner]);
  }
  const types = new Map<string, TypeSize>();
  for (const [place, inner] of places) {
    const type = typeOf(inner, levels - 1);
    if (!type) return undefined;
    types.set(place, type);
  }
  const longest = values.map(lengthOf).reduce(larger);
  const size = sizeOf(first, longest, types);
  return (TEXTS.includes(kind) ? longest : size.value) > MAX_SIZE ? undefined : size;
}

/** What values of one type have in common at the first sight. */
function kindOf(value: ClarityValue): string {
  switch (value.type) {
    case 'true':
    case 'false':
      return 'bool';
    case 'none':
    case 'some':
      return 'optional';
    case 'ok':
    case 'err':
      return 'response';
    case 'address':
    case 'contract':
      return 'principal';
    case 'tuple':
      // A member may have the name of a kind.
      return `{${Object.keys(value.value).sort().join()}}`;
    default:
      return value.type;
  }
}

/** The values in a value, with their places: those of one place have one type. */
function innerOf(value: ClarityValue): readonly (readonly [string, ClarityValue])[] {
  switch (value.type) {
    case 'ok':
    case 'err':
    case 'some':
      return [[value.type, value.value]];
    case 'list':
      return value.value.map((item) => ['', item]);
    case 'tuple':
      return Object.entries(value.value);
    default:
      return [];
  }
}

/** The items of a list, or the bytes of what is itself of some length. */
function lengthOf(value: ClarityValue): number {
  switch (value.type) {
    case 'buffer':
      return value.value.length / 2;
    case 'utf8':
      return 4 * [...value.value].length;
    case 'ascii':
    case 'list':
      return value.value.length;
    default:
      return 0;
  }
}

/**
 * As stacks-core counts it (`TypeSignature`, `ListTypeData` and `TupleTypeSignature`).
 *
 * @param longest - The length of the longest of the values.
 */
function sizeOf(
  value: ClarityValue,
  longest: number,
  types: ReadonlyMap<string, TypeSize>,
): TypeSize {
  const at = (place: string) => types.get(place) ?? UNTYPED;
  switch (value.type) {
    case 'int':
    case 'uint':
      return { value: 16, signature: 1 };
    case 'true':
    case 'false':
      return { value: 1, signature: 1 };
    case 'address':
    case 'contract':
      return { value: 148, signature: 1 };
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return { value: 4 + longest, signature: 5 };
    case 'none':
    case 'some':
      return { value: at('some').value + 1, signature: at('some').signature + 1 };
    case 'ok':
    case 'err': {
      const [ok, error] = [at('ok'), at('err')];
      return {
        value: larger(ok.value, error.value) + 1,
        signature: ok.signature + error.signature + 1,
      };
    }
    case 'list': {
      const signature = at('').signature + 5;
      return { value: at('').value * longest + signature, signature };
    }
    case 'tuple':
      return tupleSize(types);
  }
}

function tupleSize(types: ReadonlyMap<string, TypeSize>): TypeSize {
  const members = [...types];
  const names = members.reduce((sum, [name]) => sum + name.length + 2, 0);
  const signature = members.reduce((sum, [, type]) => sum + type.signature, names);
  return {
    value: members.reduce((sum, [, type]) => sum + type.value, names + signature),
    signature,
  };
}

function larger(one: number, other: number): number {
  return Math.max(one, other);
}
