import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount, parseDecimal } from '../../src/core/amount.js';
import { InvalidInputError } from '../../src/core/errors.js';
import { thrownBy } from '../support/rejections.js';
import { runs } from '../support/runs.js';

const digit = fc.integer({ min: 0, max: 9 });

/** A plain decimal, digit by digit, so that its value can be added up without our parser. */
const plainDecimal = fc
  .record({
    whole: fc.oneof(
      fc.constant([0]),
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.array(digit, { maxLength: 40 }))
        .map(([first, rest]) => [first, ...rest]),
    ),
    fraction: fc.array(digit, { maxLength: 40 }),
  })
  .map(({ whole, fraction }) => ({
    text: whole.join('') + (fraction.length === 0 ? '' : `.${fraction.join('')}`),
    digits: [...whole, ...fraction],
    scale: fraction.length,
  }));

function addedUp(digits: readonly number[]): bigint {
  return digits.reduce((sum, each) => sum * 10n + BigInt(each), 0n);
}

/** What must never be taken for an amount, with the reason. */
const NO_AMOUNTS: readonly (readonly [string, unknown])[] = [
  ['a minus sign', '-1'],
  ['a minus sign before zero', '-0'],
  ['a plus sign', '+1'],
  ['an exponent', '1e3'],
  ['a negative exponent', '1E-7'],
  ['nothing', ''],
  ['a blank', ' '],
  ['a leading blank', ' 1'],
  ['a trailing blank', '1 '],
  ['a trailing line end', '1\n'],
  ['a blank inside', '1 000'],
  ['a no-break space', '1\u00a0'],
  ['a byte order mark', '\ufeff1'],
  ['a NUL', '1\0'],
  ['leading zeros', '007'],
  ['a doubled zero', '00'],
  ['a leading zero before a point', '00.5'],
  ['no digit before the point', '.5'],
  ['no digit after the point', '5.'],
  ['a point alone', '.'],
  ['two points', '1.2.3'],
  ['a decimal comma', '1,5'],
  ['thousands separators', '1,000'],
  ['an underscore', '1_000'],
  ['hexadecimal', '0x10'],
  ['binary', '0b1'],
  ['a bigint suffix', '10n'],
  ['the word NaN', 'NaN'],
  ['the word Infinity', 'Infinity'],
  ['Arabic-Indic digits', '\u0661\u0662'],
  ['full-width digits', '\uff11'],
  ['mathematical digits', '\u{1d7d9}'],
  ['a superscript', '1\u00b2'],
  ['a Roman numeral', '\u2167'],
  ['a currency', '$1'],
  ['a number', 1.5],
  ['a whole number', 1],
  ['NaN', Number.NaN],
  ['null', null],
  ['undefined', undefined],
  ['a boolean', true],
  ['an array that prints as one', ['1']],
  ['an object that prints as one', { toString: () => '1' }],
  ['a String object', Object('1')],
  ['a date', new Date(0)],
];

describe('parseDecimal', () => {
  it('reads every plain decimal exactly', () => {
    fc.assert(
      fc.property(plainDecimal, ({ text, digits, scale }) => {
        expect(parseDecimal(text, 'amount')).toEqual({ units: addedUp(digits), scale });
      }),
    );
  });

  it.each(NO_AMOUNTS)('refuses %s', (_, value) => {
    const error = thrownBy(() => parseDecimal(value, 'buy.amount'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'buy.amount' });
  });

  it('refuses whatever is not digits with at most one point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = /^[0-9]+(?:\.[0-9]+)?$/.test(text) && !/^0[0-9]/.test(text);
        if (plain) parseDecimal(text, 'amount');
        else expect(() => parseDecimal(text, 'amount')).toThrow(InvalidInputError);
      }),
      runs(500),
    );
  });

  it('takes 128 characters and refuses 129, so that no input costs time', () => {
    expect(parseDecimal('9'.repeat(128), 'amount').units).toBe(10n ** 128n - 1n);
    expect(() => parseDecimal('9'.repeat(129), 'amount')).toThrow(InvalidInputError);
  });

  it('refuses a megabyte without repeating it', () => {
    for (const huge of ['9'.repeat(1_000_000), `0.${'0'.repeat(1_000_000)}1`]) {
      const error = thrownBy(() => parseDecimal(huge, 'amount')) as InvalidInputError;
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(JSON.stringify(error).length + error.message.length).toBeLessThan(1_000);
    }
  });
});

describe('parseAmount', () => {
  it('gives base units: the decimal point moved by the scale, no digit changed', () => {
    fc.assert(
      fc.property(plainDecimal, fc.nat({ max: 12 }), ({ text, digits, scale }, more) => {
        const filled = [...digits, ...Array.from({ length: more }, () => 0)];
        expect(parseAmount(text, scale + more, 'amount')).toBe(addedUp(filled));
      }),
    );
  });

  it('refuses one decimal too many, even when it is a zero, and says how many fit', () => {
    expect(parseAmount('1.000001', 6, 'amount')).toBe(1_000_001n);
    for (const text of ['1.0000001', '1.0000000', '0.0000009']) {
      expect(() => parseAmount(text, 6, 'amount')).toThrow(/7 decimals where 6 fit/);
    }
    expect(() => parseAmount('1.0', 0, 'amount')).toThrow(InvalidInputError);
  });

  it('takes a bigint as base units, and refuses a negative one', () => {
    expect(parseAmount(5n, 6, 'amount')).toBe(5n);
    expect(parseAmount(0n, 6, 'amount')).toBe(0n);
    expect(() => parseAmount(-1n, 6, 'amount')).toThrow(InvalidInputError);
  });

  it.each(NO_AMOUNTS)('refuses %s', (_, value) => {
    expect(() => parseAmount(value, 6, 'amount')).toThrow(InvalidInputError);
  });
});

describe('formatAmount', () => {
  it('is what parseAmount reads back, for every amount and scale', () => {
    const scales = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), scales, (units, scale) => {
        const text = formatAmount(units, scale);
        expect(parseAmount(text, scale, 'amount')).toBe(units);
        expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      }),
    );
  });

  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [10n, 6, '0.00001'],
    [1_500_000n, 6, '1.5'],
    [1_000_000n, 6, '1'],
    [100n, 0, '100'],
    [0n, 0, '0'],
    [-1_500_000n, 6, '-1.5'],
    [-1n, 6, '-0.000001'],
  ])('writes %s with %s decimals as %s', (units, scale, text) => {
    expect(formatAmount(units, scale)).toBe(text);
  });
});
