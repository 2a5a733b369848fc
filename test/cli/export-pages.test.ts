import { expect, test } from 'vitest';
import { keysOf } from '../../src/cli/operate/export.js';
import { writeNote } from '../../src/transactions/records/note.js';

const DAY = Date.UTC(2026, 0, 31);
const noted = (idempotencyKey: string) =>
  writeNote(undefined, {
    fingerprint: 'ab'.repeat(16),
    terms: undefined,
    attempt: 1,
    idempotencyKey,
  });

/** A page as long as one can be, whose last transaction was made at `oldest`. */
const full = (name: string, oldest: number | undefined) =>
  Array.from({ length: 500 }, (_, index) => ({
    id: `${name}-${index}`,
    status: 'COMPLETED',
    note: noted(`${name}-key`),
    createdAt: index === 499 ? oldest : DAY + 5_000,
  }));
const last = [{ id: 'first', status: 'COMPLETED', note: noted('first'), createdAt: DAY + 1 }];

/** Fireblocks, with these pages one after the other. */
const keysIn = (...pages: readonly (readonly object[])[]) => {
  const left = [...pages];
  const listTransactions = async () => (left.shift() ?? []) as never;
  return keysOf({ listTransactions }, '0', 'xrpl', DAY);
};

test('a day is read to its end, its keys once and the oldest first', async () => {
  expect(await keysIn(last)).toEqual({ keys: ['first'], isWhole: true });
  expect(await keysIn(full('b', DAY + 10), last)).toEqual({
    keys: ['first', 'b-key'],
    isWhole: true,
  });
});

test.each([
  ['the same page twice', [full('b', DAY + 10), full('b', DAY + 10), last]],
  ['a page that does not say when its last was made', [full('b', undefined), last]],
])('a day is not told as whole after %s', async (_, pages) => {
  expect(await keysIn(...pages)).toEqual({ keys: ['b-key'], isWhole: false });
});
