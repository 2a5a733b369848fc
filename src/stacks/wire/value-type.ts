import type { ClarityValue } from './clarity-value.js';

/** A value in a transaction has at most so many levels, itself included: stacks-core, `UNSANITIZED_DEPTH_CHECK`. */
const MAX_LEVELS = 16;

/**
 * Whether nodes read a transaction with this value. They look for its type, which the items of a list have in common;
 * the bytes of a value without one are no transaction for them.
 */
export function hasType(value: ClarityValue): boolean {
  return haveOneType([value], MAX_LEVELS);
}

/** Whether values could be the items of one list. */
function haveOneType(values: readonly ClarityValue[], levels: number): boolean {
  const [first] = values;
  if (!first) return true;
  if (levels === 0) return false;
  const kind = kindOf(first);
  if (values.some((value) => kindOf(value) !== kind)) return false;
  const places = new Map<string, ClarityValue[]>();
  for (const [place, inner] of values.flatMap(innerOf)) {
    const others = places.get(place);
    if (others) others.push(inner);
    else places.set(place, [inner]);
  }
  return [...places.values()].every((inner) => haveOneType(inner, levels - 1));
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
      return Object.keys(value.value).sort().join();
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
