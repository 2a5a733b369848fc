import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRanges,
  type NoteRecord,
  readNote,
  sequencesOf,
  writeNote,
} from '../../src/transactions/records/note.js';
import { runs } from '../support/runs.js';

const fingerprint = fc.stringMatching(/^[0-9a-f]{32}$/);
const idempotencyKey = fc.stringMatching(/^[\x21-\x7e]{1,128}$/);
const attempt = fc.integer({ min: 1, max: 99 });
const words = fc.option(fc.string({ unit: 'binary', maxLength: 256 }), { nil: undefined });
/** When something was built; to the second. */
const built = fc.option(
  fc.record({
    height: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    time: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000),
  }),
  { nil: undefined },
);
const known = { fingerprint, attempt, idempotencyKey, built };

const uint32 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
const terms = fc.record({
  number: fc.record({
    kind: fc.constantFrom('sequence' as const, 'ticket' as const),
    value: uint32,
  }),
  fee: fc.bigInt({ min: 0n, max: 10n ** 17n }),
  expiry: fc.option(uint32, { nil: undefined }),
});

/** Ascending numbers in runs, as a batch has them. */
const numbers = fc
  .tuple(
    uint32,
    fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 9n }), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 30,
      size: 'max',
    }),
  )
  .map(([start, runs]) => {
    let next = start;
    return runs.flatMap(([gap, count]) => {
      const run = Array.from({ length: count }, (_, index) => next + BigInt(index));
      next += BigInt(count) + gap;
      return run;
    });
  });

const batches = fc
  .record({ ...known, numbers, others: fc.nat(999), stopOnFailure: fc.boolean() })
  .map(({ numbers: own, others, stopOnFailure, ...rest }) => {
    const batch = { numbers: own, total: own.length + others, stopOnFailure };
    return { ...rest, terms: undefined, batch };
  });

const records: fc.Arbitrary<NoteRecord> = fc.oneof(
  fc.record({ ...known, terms: fc.option(terms, { nil: undefined }) }),
  batches,
);

/** Numbers that nobody could have written, or not soon. */
const wildNumbers = fc.oneof(
  fc.constantFrom(
    ...['1-999999999999', '0-99999999999999999999', '9-1', '1,,2', ',', '-', '1-2-3', '-5', '5-'],
    ...['1-900,1-900', `${'1-9,'.repeat(400)}1`, Array(999).fill('1').join(), '1,1,1', '3,2,1'],
    ...['99999999999999999999', '', '٣', '0x10', '1e9', ' 1'],
  ),
  fc.stringMatching(/^[\d,-]{0,60}$/),
);

const hostile = fc
  .tuple(
    fingerprint,
    fc.constantFrom('s', 't', 'b', 'h', '', 'x'),
    wildNumbers,
    fc.constantFrom('', ':1', ':0', ':999999', ':9999999', ':-1'),
    fc.constantFrom('12', '-', '99999999999999999999999999999999999999999', '-1', '1.5'),
    fc.constantFrom('900', '-', '99999999999999999999'),
    fc.constantFrom('1', '0', '999', '1000', '-1'),
    idempotencyKey,
  )
  .map(
    ([print, kind, range, total, fee, expiry, which, key]) =>
      `[cg1 ${print} ${kind}${range}${total} ${fee} ${expiry} ${which} ${key}]`,
  );

/** What any reading must be, whoever wrote the note. */
function expectSane(record: NoteRecord | undefined): void {
  const sequences = sequencesOf(record);
  expect(sequences.length).toBeLessThanOrEqual(1_000);
  for (const number of sequences) expect(number).toBeGreaterThanOrEqual(0n);
  if (!record) return;
  expect(record.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  expect(record.idempotencyKey).toMatch(/^[\x21-\x7e]{1,128}$/);
  expect(record.attempt).toBeGreaterThanOrEqual(1);
  if (record.batch) {
    expect(record.batch.total).toBeGreaterThanOrEqual(record.batch.numbers.length);
    expect(record.batch.numbers.length).toBeGreaterThan(0);
    expect(new Set(record.batch.numbers).size).toBe(record.batch.numbers.length);
  }
}

describe('a note', () => {
  test('gives back what was written, for one transaction, a Ticket and a batch', () => {
    fc.assert(
      fc.property(words, records, (text, written) => {
        expect(readNote(writeNote(text, written))).toEqual(written);
      }),
    );
  });

  test('names the numbers of a batch as short as they can be said', () => {
    fc.assert(
      fc.property(batches, ({ batch }) => {
        const parts = formatRanges(batch.numbers).split(',');
        const ends = parts.map((part) => part.split('-').map(BigInt));
        // No two neighbours could have been said as one.
        for (const [index, [first = 0n]] of ends.entries()) {
          const last = ends[index - 1]?.at(-1);
          if (last !== undefined) expect(first).toBeGreaterThan(last + 1n);
        }
      }),
    );
  });

  test('of anybody’s making never throws, and never asks for absurd amounts of numbers', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), words, (note, text) => {
        expectSane(readNote(note));
        expectSane(readNote(`${text ?? ''}${note}`));
      }),
      runs(2_000),
    );
  });

  test.each([
    ['two numbers for one transaction', 's1,2'],
    ['numbers that descend', 'b3,2,1:9'],
    ['a range that ends before it begins', 'b9-1:9'],
    ['one number twice', 'b1,1:9'],
    ['more numbers than any batch has', 'b1-1001:999999'],
    ['more of them than there is room for', 'b1-999999999999:999999'],
    ['fewer members than numbers', 'b1-3:2'],
    ['no range', 'b1-2-3:9'],
  ])('with %s is none', (_, number) => {
    const note = (text: string) => `[cg1 ${'0'.repeat(32)} ${text} 12 900 1 key]`;
    expect(readNote(note('b1-3:3'))?.batch?.numbers).toEqual([1n, 2n, 3n]);
    expect(readNote(note(number))).toBeUndefined();
  });

  test('that is very long is read in no time, or not at all', () => {
    for (const note of [
      '[cg1 '.repeat(100_000),
      `[cg1 ${'0'.repeat(32)} b${'1,'.repeat(100_000)}1:1 - - 1 k]`,
      `[cg1 ${'0'.repeat(32)} b1:1 - - 1 ${'k'.repeat(100_000)}]`,
      `${'['.repeat(100_000)}]`,
    ]) {
      expect(readNote(note)).toBeUndefined();
    }
  });
});
