import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertExactJson } from '../../src/core/exact-json.js';
import { jsonAgain } from '../../src/http/json-again.js';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** What a parser in front would leave of this JSON, made JSON again; nothing where that may lose something. */
function again(json: string): string | undefined {
  try {
    return new TextDecoder().decode(jsonAgain({ value: JSON.parse(json), length: bytesOf(json) }));
  } catch (error) {
    expect(error).toMatchObject({ code: 'BODY_ALREADY_READ' });
    return undefined;
  }
}

describe('a body that was parsed', () => {
  it.each([
    '{}',
    '{"to":"rAddress","amount":"1.50","tag":0}',
    '{"a":[true,false,null,[],{}],"b":{"c":"d"}}',
    '{"amount":10000000,"flags":4294967295}',
    '{"configs":{"transferRate":2000000000}}',
    '{"amount":-5,"fee":12}',
    '{"":"","é":"✓ 𝄞"}',
    '{"text":"\\"\\\\\\n\\u0001\\ud800"}',
    '[1,2,3]',
  ])('is used as it was: %s', (json) => {
    expect(again(json)).toBe(json);
  });

  it.each([
    ['blanks', '{ "to": "b", "tags": [1, 2] }', '{"to":"b","tags":[1,2]}'],
    ['lines, but no numbers', '{\n    "to": "b",\n    "more": []\n}\n', '{"to":"b","more":[]}'],
    ['escapes', '{"a":"\\u0062\\u0063\\u0064"}', '{"a":"bcd"}'],
    ['a whole number written otherwise', '{"amount":1e3,"fee":1.0}', '{"amount":1000,"fee":1}'],
    ['nothing written otherwise', '{"tag":0e99}', '{"tag":0}'],
    ['a field twice, of which the parser took the last', '{"a":"1","a":"2"}', '{"a":"2"}'],
  ])('is used where it has %s', (_, json, made) => {
    expect(again(json)).toBe(made);
  });

  it.each([
    ['has a fraction', '{"amount":0.1}'],
    ['had a fraction that was rounded away', '{"amount":1.0000000000000001}'],
    ['had one behind zeros', '{"fee":10000000000,"amount":1.00000000000000001}'],
    ['hid one behind zeros', '{"fee":1e11,"amount":1.0000000000000001}'],
    ['had more digits than a number holds', '{"amount":9007199254740993}'],
    ['has as many as one holds', '{"amount":9007199254740991}'],
    ['has a long number', '{"amount":1000000000000}'],
    ['had no number', '{"amount":1e999}'],
    ['had less than nothing', '{"amount":-0}'],
    ['had more than nothing', '{"tag":1e-400}'],
    ['had the most that becomes nothing', '{"tag":2e-324}'],
    ['had it behind a point', '{"tag":0.1e-400}'],
    ['had nothing, as long as what becomes it', '{"tag":0.0000}'],
    ['had more than nothing, hidden behind zeros', '{"fee":1e11,"tag":1e-400}'],
    ['has room for more than nothing', `{"tag":0${' '.repeat(5)}}`],
    ['has so many blanks that a number may have been rounded', `{"amount":1${' '.repeat(16)}}`],
  ])('is not used where it %s', (_, json) => {
    expect(again(json)).toBeUndefined();
  });

  it('is used up to the last blank that proves that nothing was rounded', () => {
    expect(again(`{"amount":1${' '.repeat(15)}}`)).toBe('{"amount":1}');
  });

  it('is used up to the last blank that proves that a zero was one', () => {
    expect(again(`{"tag":0${' '.repeat(4)}}`)).toBe('{"tag":0}');
  });

  it('names the field whose number may have been rounded', () => {
    const value = { fee: 1, order: { amounts: ['1', 0.1] } };
    const length = JSON.stringify(value).length;
    expect(() => jsonAgain({ value, length })).toThrow(
      expect.objectContaining({
        details: { field: 'amounts' },
        message: expect.stringContaining('the number in amounts'),
      }),
    );
    expect(() => jsonAgain({ value: 0.1, length: 3 })).toThrow(/the number in body/);
  });

  it('is not used with numbers where its length is not known, or is not that of the value', () => {
    for (const length of [Number.NaN, 0, 6]) {
      expect(() => jsonAgain({ value: { a: 1 }, length })).toThrow(/the number in a/);
    }
    expect(new TextDecoder().decode(jsonAgain({ value: { a: 'b' }, length: Number.NaN }))).toBe(
      '{"a":"b"}',
    );
  });

  it('is not used where it is no JSON, or was no text', () => {
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    for (const value of [undefined, () => 1, Symbol('a'), { a: 1n }, circle, { a: '\uFFFD' }]) {
      expect(() => jsonAgain({ value, length: 9 })).toThrow(/Mount the handler/);
    }
  });

  const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,20})$/);
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(digits, fc.constantFrom('1', '1000', '100000', '1000000000', '999999999999')),
      fc.constantFrom('', '', '.0', '.5', '.0000000000000001', '.99999999999999999'),
      fc.constantFrom('', '', 'e0', 'e1', 'e3', 'E5', 'e9', 'e-1', 'e+2', 'e-324', 'e-400'),
    )
    .map((parts) => parts.join(''));
  const name = fc.constantFrom('', 'a', 'b', 'ab');
  const text = fc.constantFrom('""', '"a"', '"\\u0061"', '"\\n"', '"é"', '"\\/"');
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      number,
      text,
      fc.constantFrom('true', 'null', '0'),
      fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(name, tie('json')), { maxLength: 5 })
        .map((fields) => `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    ),
  }));

  /** Whether it is JSON in which every field stands once: made anew, nothing of it is gone. */
  const isOnce = (sent: string) =>
    (sent.match(/:/g) ?? []).length === (JSON.stringify(JSON.parse(sent)).match(/:/g) ?? []).length;

  it('is used only where no number was rounded', () => {
    let used = 0;
    fc.assert(
      fc.property(json, (sent) => {
        const made = again(sent);
        if (made === undefined) return;
        used += 1;
        expect(JSON.parse(made)).toEqual(JSON.parse(sent));
        // Of fields that stand there twice, the first may be anything.
        if (isOnce(sent)) expect(() => assertExactJson(sent)).not.toThrow();
      }),
      { numRuns: 10_000 },
    );
    expect(used).toBeGreaterThan(1_000);
  });

  it('is used only where no number was rounded, however near its length is', () => {
    // Of one list with zeros to hide behind: what most nearly deceives.
    const zeros = fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 11 }), fc.boolean())
      .map(([lead, places, isShort]) =>
        isShort ? `${lead}e${places}` : `${lead}${'0'.repeat(places)}`,
      );
    const list = fc.array(fc.oneof(zeros, number), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(list, (numbers) => {
        const sent = `[${numbers.join(',')}]`;
        if (again(sent) !== undefined) expect(() => assertExactJson(sent)).not.toThrow();
      }),
      { numRuns: 10_000 },
    );
  });
});
