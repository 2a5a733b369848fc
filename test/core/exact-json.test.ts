import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertExactJson, isHeld, parseExactJson } from '../../src/core/exact-json.js';

test.each([
  ['{"amount":1.1000000000000001}', 'amount'],
  ['{"amount":0.99999999999999999999}', 'amount'],
  ['{"a":[{"tag":4294967295.0000001}]}', 'tag'],
  ['{"amount":9007199254740993}', 'amount'],
  ['{"amount":1e400}', 'amount'],
  ['{"amount":1e-400}', 'amount'],
  ['[1.1000000000000001]', 'body'],
  ['{"amount":1,"note":"x","amount":2}', 'amount'],
  [String.raw`{"amount":1,"\u0061mount":2}`, 'amount'],
  ['{"a":{"b":1},"c":[{"b":1,"b":1}]}', 'b'],
])('refuses %s, which would be read as something else', (json, field) => {
  expect(() => assertExactJson(json)).toThrow(expect.objectContaining({ field }));
});

test.each([
  '{"amount":1.10,"other":-0.0,"third":1e2,"fourth":100E-2}',
  '{"a":{"b":1},"b":[{"b":1},{"b":1}]}',
  String.raw`{"a":"{\"x\":1.1000000000000001,","b":"\\"}`,
  '{"amount":9007199254740991,"text":"9007199254740993"}',
])('takes %s', (json) => {
  expect(() => assertExactJson(json)).not.toThrow();
});

test('refuses what is nested so deeply that it could not be gone through', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(() => assertExactJson(nested(99))).not.toThrow();
  expect(() => assertExactJson(nested(100))).toThrow(expect.objectContaining({ field: 'a' }));
  expect(() => assertExactJson(nested(100_000))).toThrow(expect.objectContaining({ field: 'a' }));
});

test('takes whatever was written from values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => assertExactJson(JSON.stringify(value, null, 1))).not.toThrow();
    }),
  );
});

test('is done with whatever body, however deep or long', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  // The last is what a server may allow for itself; it once overflowed the stack.
  expect(() => assertExactJson(deep)).toThrow('deeply');
  for (const json of [`"${'\\\\'.repeat(500_000)}"`, `"${'a'.repeat(30_000_000)}"`]) {
    expect(() => assertExactJson(json)).not.toThrow();
  }
  const zeros = '0'.repeat(1_000_000);
  // Longer than any number that JavaScript writes, so that it isn't worth comparing.
  expect(() => assertExactJson(`{"small":0.${zeros}}`)).toThrow('small');
  expect(() => assertExactJson(`{"amount":1${zeros}1}`)).toThrow('amount');
});

test('reads the numbers that are exact as numbers, and the others as their text', () => {
  const numbers = ['0', '-0', '7', '-12', '999999999999999', '9007199254740991', '1e2', '0.5'];
  const texts = ['9007199254740993', '123456789012345678', '0.10000000000000000001', '1e-400'];
  const read = parseExactJson(`[${[...numbers, ...texts].join()}]`);
  expect(read).toEqual([...numbers.map(Number), ...texts]);
});

test('reads every number as it is, or as its text', () => {
  const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/);
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.stringMatching(/^(?:\.\d{1,20})?(?:[eE][-+]?\d{1,3})?$/),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (tokens) => {
      const held = tokens.map((token) => (isHeld(token) ? Number(token) : token));
      expect(parseExactJson(`[${tokens.join()}]`)).toEqual(held);
      expect(parseExactJson(`{"a":"${tokens.join()}"}`)).toEqual({ a: tokens.join() });
    }),
  );
});
