import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { parseExactJson, parseJsonAsText } from '../../src/core/exact-json.js';
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

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`));
/** Numbers as JSON may write them, longer and odder than JavaScript does. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,45}$/)),
    fc.option(digits(1, 45), { nil: undefined }),
    fc.option(fc.stringMatching(/^[eE][-+]?\d{1,3}$/), { nil: '' }),
  )
  .map(([sign, whole, fraction, power]) => {
    return `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power}`;
  });

/** A decimal as a fraction of big integers, or nothing where that would be huge. */
function fractionOf(text: string): readonly [bigint, bigint] {
  const [mantissa = '', power = '0'] = text.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = Number(power) - fraction.length;
  const value = BigInt(`${whole}${fraction}`.replace(/^-/, '')) * (text[0] === '-' ? -1n : 1n);
  const factor = 10n ** BigInt(Math.abs(scale));
  return scale >= 0 ? [value * factor, 1n] : [value, factor];
}

function isSameNumber(one: string, other: string): boolean {
  const [a, b] = fractionOf(one);
  const [c, d] = fractionOf(other);
  return a * d === c * b;
}

describe('parseExactJson', () => {
  it('reads what JSON.parse reads, where no number is too long', () => {
    fc.assert(
      fc.property(jsonValue, fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives a number only where it is the very number, and else the text of it', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const [read] = parseExactJson(`[${text}]`) as [unknown];
        if (typeof read === 'number') expect(isSameNumber(String(read), text)).toBe(true);
        else expect(read).toBe(text);
      }),
    );
  });

  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', '9007199254740993'],
    ['0.1', 0.1],
    ['12.10', 12.1],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['1e400', '1e400'],
    ['-0', -0],
  ])('reads %s as %o', (text, expected) => {
    expect(parseExactJson(`{"a":${text},"b":"${text}"}`)).toEqual({ a: expected, b: text });
  });

  it.each([
    '',
    '01',
    '012345678901234567890123',
    '1.',
    '.5',
    '+1',
    '1e',
    '99999999999999999999x',
    '"a',
    '"a\\"',
    '{"a":1 1}',
    'NaN',
    '--1',
  ])('refuses %s, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('takes strings of many megabytes', () => {
    const text = JSON.stringify({ a: 'a\\"1'.repeat(4_000_000), b: 1 });
    expect(isDeepStrictEqual(parseExactJson(text), JSON.parse(text))).toBe(true);
  });
});

describe('parseJsonAsText', () => {
  it('gives every number as it was written, and leaves strings alone', () => {
    const text = '{"a":[12.10,-0,1E+2],"b":"7 \\\\","c":{"1":true,"\\"2":null}}';
    expect(parseJsonAsText(text)).toEqual({
      a: ['12.10', '-0', '1E+2'],
      b: '7 \\',
      c: { '1': true, '"2': null },
    });
  });
});
