import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertExactJson } from '../../src/http/exact-json.js';
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
    ['has blanks', '{ "a": "b" }'],
    ['ended in a line', '{"a":"b"}\n'],
    ['had an escape', '{"a":"\\u0062"}'],
    ['had a field twice', '{"amount":"1","amount":"1000"}'],
    ['had one twice, deep down', '{"a":[{"b":{"c":"1","c":"2"}}]}'],
    ['has a fraction', '{"amount":0.1}'],
    ['had a fraction of nothing', '{"amount":1.0}'],
    ['had a fraction that was rounded away', '{"amount":1.0000000000000000001}'],
    ['had more digits than a number holds', '{"amount":9007199254740993}'],
    ['has as many as one holds', '{"amount":9007199254740991}'],
    ['has a long number', '{"amount":1000000000000}'],
    ['had an exponent', '{"amount":1e3}'],
    ['had no number', '{"amount":1e999}'],
    ['had less than nothing', '{"amount":-0}'],
    ['hid a field behind zeros', '{"a":1e8,"a":1,"b":1e11}'],
  ])('is not used where it %s', (_, json) => {
    expect(again(json)).toBeUndefined();
  });

  it('is not used where zeros make room for what was lost', () => {
    // JSON.stringify writes six characters more of these zeros than came, as many as the field has.
    const json = '{"a":1,"a":2,"b":1e8}';
    expect(bytesOf(JSON.stringify(JSON.parse(json)))).toBe(bytesOf(json));
    expect(again(json)).toBeUndefined();
  });

  it('is not used where the length is not known, or something else made it', () => {
    for (const length of [Number.NaN, 0, 8, 10]) {
      expect(() => jsonAgain({ value: { a: 'b' }, length })).toThrow(/Mount the handler/);
    }
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    const bent = [
      undefined,
      () => 1,
      Symbol('a'),
      1n,
      { a: 1n },
      circle,
      '\uFFFD',
      { a: '\uFFFD' },
    ];
    for (const value of bent) {
      for (const length of [1, 3, 5, 9]) {
        expect(() => jsonAgain({ value, length })).toThrow(/Mount the handler/);
      }
    }
  });

  const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,20})$/);
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(digits, fc.constantFrom('1', '1000', '100000', '1000000000', '999999999999')),
      fc.constantFrom('', '', '.0', '.5', '.0000000000000001', '.99999999999999999'),
      fc.constantFrom('', '', 'e0', 'e1', 'e3', 'E5', 'e9', 'e-1', 'e+2'),
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

  it('is used only where nothing was lost', () => {
    let used = 0;
    fc.assert(
      fc.property(json, (sent) => {
        const made = again(sent);
        if (made === undefined) return;
        used += 1;
        expect(() => assertExactJson(sent)).not.toThrow();
        expect(JSON.parse(made)).toEqual(JSON.parse(sent));
      }),
      { numRuns: 20_000 },
    );
    expect(used).toBeGreaterThan(1_000);
  });

  it('is used only where nothing was lost, however near its length is', () => {
    // Of one object with zeros to hide behind: what most nearly deceives.
    const zeros = fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 11 }), fc.boolean())
      .map(([lead, places, isShort]) =>
        isShort ? `${lead}e${places}` : `${lead}${'0'.repeat(places)}`,
      );
    const field = fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.oneof(zeros, number));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
        const sent = `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
        if (again(sent) !== undefined) expect(() => assertExactJson(sent)).not.toThrow();
      }),
      { numRuns: 20_000 },
    );
  });
});
