import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { InvalidInputError, UnexpectedAnswerError } from '../../src/core/errors.js';
import { deviationsOf, parseAnswer, parseInput } from '../../src/core/schema.js';
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

  it.each([
    [{ kind: 'bike', id: 'a' }, 'wheels', 'is required'],
    [{ kind: 'tram', id: 5 }, 'id', 'must be a string'],
    [{ kind: 'tram', id: 'a', line: 'x' }, 'line', 'must be a number'],
  ])('says of kinds what is wrong with the one that was meant: %j', (value, field, reason) => {
    const car = z.object({ id: z.string(), seats: z.number(), kind: z.literal('car') });
    const bike = z.object({ id: z.string(), wheels: z.number(), kind: z.literal('bike') });
    const other = z.object({
      kind: z.string().check(z.regex(/^(?!car|bike)/, { abort: true })),
      id: z.string(),
      line: z.optional(z.number()),
    });
    for (const kinds of [z.discriminatedUnion('kind', [car, bike]), z.union([car, bike])]) {
      const error = thrownBy(() => parseInput(z.union([kinds, other]), value));
      expect(error).toMatchObject({ field, details: { reason } });
    }
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

describe('parseAnswer', () => {
  it('gives the output of the schema', () => {
    const trimmed = z.object({ a: z.string().check(z.trim()) });
    expect(parseAnswer(trimmed, { a: ' x ', b: 1 }, 'custody')).toEqual({ a: 'x' });
  });

  it.each([
    [undefined, 'the body'],
    [{}, 'amount'],
    [{ amount: '1', memos: [{ text: 'a' }, { text: 5 }] }, 'memos[1].text'],
  ])('refuses %j, by its place and the peer', (value, place) => {
    const asked = { asked: 'fee', details: { status: 200 } };
    const error = thrownBy(() => parseAnswer(schema, value, 'custody', asked));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ peer: 'custody', details: { status: 200 } });
    expect((error as Error).message).toContain(`fee: ${place} is not as documented`);
  });
});

describe('deviationsOf', () => {
  it('has none for what is as it should be', () => {
    expect(deviationsOf(schema, { amount: '1' }, 'body')).toEqual([]);
  });

  it('lists every one', () => {
    expect(deviationsOf(schema, { amount: 'x', kind: 'medium' }, 'body')).toEqual([
      { field: 'amount', reason: 'must be digits' },
      { field: 'kind', reason: 'must be one of "fast", "slow"' },
    ]);
    expect(deviationsOf(schema, null, 'body')).toEqual([
      { field: 'body', reason: 'must be an object' },
    ]);
  });
});

it('says what is wrong in words of its own, whatever language an application has given zod', () => {
  const discriminated = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })]);
  const wrong = () =>
    [{ kind: 'b' }, { kind: 'a', more: 1 }, {}].map((value) =>
      String(thrownBy(() => parseInput(discriminated, value))),
    );
  const { localeError } = z.core.globalConfig;
  const own = wrong();
  z.core.config({ localeError: () => 'someone else’s words' });
  try {
    expect(wrong()).toEqual(own);
  } finally {
    z.core.config({ localeError });
  }
});
