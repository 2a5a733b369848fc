import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { canonicalJson, isObject } from '../../src/core/json.js';

/** JSON values, minus zero apart: JSON itself writes it as zero. */
const jsonValue = fc
  .jsonValue({ noUnicodeString: false })
  .filter((value) => !JSON.stringify(value).includes('-0'));

/** The same value with every object's members in another order. */
function shuffled(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffled(each, order));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    order(Object.keys(members)).map((name) => [name, shuffled(members[name], order)]),
  );
}

describe('canonicalJson', () => {
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order of the members', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const expected = canonicalJson(value);
        expect(canonicalJson(shuffled(value, (names) => names.reverse()))).toBe(expected);
        expect(canonicalJson(shuffled(value, (names) => names.sort()))).toBe(expected);
      }),
    );
  });

  it('differs where the values differ', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (one, other) => {
        const same = isDeepStrictEqual(
          JSON.parse(JSON.stringify(one)),
          JSON.parse(JSON.stringify(other)),
        );
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
      }),
    );
  });

  it.each<readonly [unknown, unknown]>([
    [1, '1'],
    [null, 'null'],
    [null, {}],
    [[], {}],
    [[], [null]],
    [{ a: null }, {}],
    [{ a: '1,"b":2' }, { a: '1', b: 2 }],
    [['a', 'b'], ['a,b']],
    [[[1], 2], [[1, 2]]],
    ['\u00e9', 'e\u0301'],
    [true, 'true'],
  ])('tells %j from %j', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('leaves out members that are undefined, and fills the gaps of an array', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
    const gappy: unknown[] = [];
    gappy[1] = 1;
    expect(canonicalJson(gappy)).toBe('[null,1]');
  });

  it('writes a bigint as its decimal string, so that both spellings of an amount are one', () => {
    expect(canonicalJson({ amount: 10n ** 30n })).toBe(`{"amount":"1${'0'.repeat(30)}"}`);
  });

  it('takes __proto__ for a name like any other', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  it.each<readonly [string, unknown]>([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('any')],
    ['a Date', new Date(0)],
    ['a Map', new Map([[1, 2]])],
    ['a Set', new Set([1])],
    ['bytes', Uint8Array.of(1)],
    ['a RegExp', /a/],
    ['an instance of a class', new (class Amount {})()],
  ])('refuses %s, of which every one would look the same', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(InvalidInputError);
    // As a member or an element, what is undefined is left out like everywhere in JSON.
    if (value !== undefined)
      expect(() => canonicalJson({ deep: [value] })).toThrow(InvalidInputError);
  });

  it('takes objects without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
  });
});

describe('isObject', () => {
  it('is true of what has named members, and of nothing else', () => {
    expect([{}, Object.create(null), new Date(0)].map(isObject)).toEqual([true, true, true]);
    expect([null, undefined, [], '', 0, () => 1].map(isObject)).toEqual(Array(6).fill(false));
  });
});
