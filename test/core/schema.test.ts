import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { InvalidInputError } from '../../src/core/errors.js';
import { parseInput } from '../../src/core/schema.js';
import { thrownBy } from '../support/rejections.js';

const schema = z.strictObject({
  amount: z.union([
    z.string().check(z.regex(/^\d+$/, 'must be digits')),
    z.strictObject({ currency: z.string(), value: z.string() }),
  ]),
  memos: z.optional(z.array(z.strictObject({ text: z.string() }))),
  kind: z.optional(z.enum(['fast', 'slow'])),
  count: z.optional(z.int().check(z.gte(1), z.lte(9))),
  labels: z.optional(z.record(z.string(), z.string())),
});

function complaint(value: unknown): { field: string; message: string } {
  const error = thrownBy(() => parseInput(schema, value, 'payment'));
  if (!(error instanceof InvalidInputError)) throw error;
  return { field: error.field, message: error.message };
}

describe('parseInput', () => {
  it('gives the output of the schema', () => {
    const trimmed = z.strictObject({ a: z.string().check(z.trim()) });
    expect(parseInput(trimmed, { a: ' x ' })).toEqual({ a: 'x' });
  });

  it.each<readonly [unknown, string, string]>([
    [undefined, 'payment', 'is required'],
    [null, 'payment', 'must be an object'],
    ['{}', 'payment', 'must be an object'],
    [[], 'payment', 'must be an object'],
    [{}, 'amount', 'is required'],
    [{ amount: '1', memos: [{ text: 'a' }, { text: 5 }] }, 'memos[1].text', 'must be a string'],
    [{ amount: '1', memos: [{}] }, 'memos[0].text', 'is required'],
    [{ amount: '1', memos: {} }, 'memos', 'must be an array'],
    [{ amount: '1', kind: 'medium' }, 'kind', 'must be one of "fast", "slow"'],
    [{ amount: '1', count: 0 }, 'count', 'must be at least 1'],
    [{ amount: '1', count: 10 }, 'count', 'must be at most 9'],
    [{ amount: '1', count: 1.5 }, 'count', 'must be an int'],
    [{ amount: '1', count: Number.NaN }, 'count', 'must be a number'],
  ])('says of %j that %s %s', (value, field, reason) => {
    expect(complaint(value)).toEqual({ field, message: `${field}: ${reason}` });
  });

  it.each<readonly [unknown, string, string]>([
    [{ currency: 'USD', value: 5 }, 'amount.value', 'must be a string'],
    [{ currency: 'USD' }, 'amount.value', 'is required'],
    ['1.5', 'amount', 'must be digits'],
    [{ currency: 'USD', value: '1', issuer: 'x' }, 'amount.issuer', 'is not a known field'],
  ])(
    'says of a union what is wrong with the branch that was meant: %j',
    (amount, field, reason) => {
      expect(complaint({ amount })).toEqual({ field, message: `${field}: ${reason}` });
    },
  );

  it('looks past a union in a union that no branch of fits', () => {
    const inner = z.union([z.string(), z.bigint()]);
    const outer = z.union([inner, z.strictObject({ currency: z.string() })]);
    const error = thrownBy(() => parseInput(outer, { currency: 5 }, 'amount'));
    expect(error).toMatchObject({ field: 'currency', details: { reason: 'must be a string' } });
  });

  it('says of a union that no branch fits', () => {
    expect(complaint({ amount: 5 })).toEqual({
      field: 'amount',
      message: 'amount: is not acceptable',
    });
  });

  it.each([
    ['amunt', '{"amount":"1","amunt":"1"}'],
    ['__proto__', '{"amount":"1","__proto__":{"amount":"9"}}'],
    ['constructor', '{"amount":"1","constructor":1}'],
    ['toString', '{"amount":"1","toString":1}'],
  ])('names the unknown field %s', (name, json) => {
    expect(complaint(JSON.parse(json))).toEqual({
      field: name,
      message: `${name}: is not a known field`,
    });
  });

  it('lets no input reach the prototype of what it gives', () => {
    const loose = parseInput(z.looseObject({}), JSON.parse('{"__proto__":{"admin":true}}'));
    expect((loose as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.getPrototypeOf(loose)).toBe(Object.prototype);
  });

  it('never repeats what it was given', () => {
    const secret = fc.string({
      unit: fc.constantFrom('q', 'Q', '7'),
      minLength: 24,
      maxLength: 300,
    });
    const wrong = secret.chain((text) =>
      fc.constantFrom<unknown>(
        { amount: text },
        { amount: { currency: 'USD', value: [text] } },
        { amount: '1', kind: text },
        { amount: '1', count: text },
        { amount: '1', memos: text },
        text,
      ),
    );
    fc.assert(
      fc.property(wrong, (value) => {
        const error = thrownBy(() => parseInput(schema, value));
        expect(`${JSON.stringify(error)} ${String(error)}`).not.toMatch(/[qQ7]{24}/);
      }),
    );
  });

  it('stays short when a name is a megabyte long', () => {
    const huge = 'k'.repeat(1_000_000);
    const values = [
      { amount: '1', [huge]: 1 },
      { amount: '1', labels: { [huge]: 5 } },
      { amount: '1', kind: huge },
      { amount: huge },
    ];
    for (const value of values) {
      const { field, message } = complaint(value);
      expect(field.length + message.length).toBeLessThan(500);
    }
  });
});
