// What comes out of broken clients and hostile hands: values, parts of paths, queries, headers and bodies.
import fc from 'fast-check';
import { isObject } from '../../src/core/json.js';

const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.bigInt().map(String),
  fc.boolean(),
  fc.constantFrom(null, '', '0x', '-1', '1e400', 'NaN', '__proto__', '🏦'.repeat(50)),
);

const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 10 }), scalar, { maxKeys: 3 }),
  fc.object({ maxDepth: 3 }),
);

/** Values like a good one, with one of its parts, however deep, made something else or left out. */
export function mutated(
  example: unknown,
  other: fc.Arbitrary<unknown> = anything,
): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) {
    const parts = example.map((part) => mutated(part, other));
    return fc.oneof(
      other,
      fc.tuple(...parts),
      fc.array(fc.constant(example[0]), { maxLength: 30 }),
    );
  }
  if (!isObject(example)) return other;
  const names = Object.keys(example);
  const oneChanged = names.map((name) =>
    mutated(example[name], other).map((value) => ({ ...example, [name]: value })),
  );
  const oneLess = names.map((name) => {
    const { [name]: _, ...rest } = example;
    return fc.constant(rest);
  });
  const oneMore = fc
    .tuple(fc.string(), other)
    .map(([name, value]) => ({ ...example, [name]: value }));
  return fc.oneof(...oneChanged, ...oneLess, oneMore, other);
}

export const part = fc.oneof(
  fc.constantFrom('0', '1', '%00', '%', '%2e%2e', '..', '%F0%9F%8F%A6', '0%2F1', ' ', '-1'),
  fc.string({ minLength: 1, maxLength: 200 }).map(encodeURIComponent),
);

export const query = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '',
    '?',
    '?note=',
    '?newAttempt=0',
    '?onExpiry=never',
    '?limit=-1',
    '?note=a&note=b',
  ),
  fc.dictionary(fc.string(), fc.string()).map((fields) => `?${new URLSearchParams(fields)}`),
);

export const headerText = fc
  .string({ maxLength: 150 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, '~'));
