import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NoteRecord, readNote, writeNote } from '../../src/transactions/records/note.js';
import { chunkOf, fingerprintOf, requestIdOf } from '../../src/transactions/records/request-id.js';

const key = fc.stringMatching(/^[\x21-\x7e]{1,128}$/);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('the id of a request', () => {
  // Frozen: the custody keeps these for ever, and a version that derived others would pay twice.
  test.each([
    [
      'xrpl:0',
      'rpbkpPF8PrPuMN8NgEVkCsJDCWwP9KePFq',
      'order-12',
      1,
      'cg-c67becf1d41af8a87d28c41e5f70f16236e96214',
    ],
    [
      'xrpl:1',
      'rpbkpPF8PrPuMN8NgEVkCsJDCWwP9KePFq',
      'order-12',
      1,
      'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5',
    ],
    [
      'xrpl:1',
      'rpbkpPF8PrPuMN8NgEVkCsJDCWwP9KePFq',
      'order-12',
      3,
      'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5-3',
    ],
    [
      'xrpl:21337',
      'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf',
      '~!"#%',
      1,
      'cg-d1b063627f455e22af900c0a82c95c1ec7c9b9ad',
    ],
  ])('of %s, %s, %s, attempt %s is %s', (chain, address, idempotencyKey, attempt, id) => {
    expect(requestIdOf(chain, address, idempotencyKey, attempt)).toBe(id);
  });

  // Of a batch that takes several requests: `_` and its place, from 1 on; the first has none.
  test.each([
    [0, 1, 'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5'],
    [1, 1, 'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5_1'],
    [12, 1, 'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5_12'],
    [0, 2, 'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5-2'],
    [3, 2, 'cg-035daf97a5e56ca6130bd70261c8f1f6cd665cf5_3-2'],
  ])('of request %s of a batch, attempt %s is %s', (chunk, attempt, id) => {
    const address = 'rpbkpPF8PrPuMN8NgEVkCsJDCWwP9KePFq';
    expect(requestIdOf('xrpl:1', address, 'order-12', attempt, chunk)).toBe(id);
    expect(chunkOf(id)).toBe(chunk);
  });

  test('is no other batch request’s or attempt’s', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(key, place, place, (text, one, other) => {
        const idOf = ([chunk, attempt]: readonly [number, number]) =>
          requestIdOf('xrpl:1', 'r1', text, attempt, chunk);
        expect(idOf(one) === idOf(other)).toBe(String(one) === String(other));
        expect(chunkOf(idOf(one))).toBe(one[0]);
        expect(idOf(one)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });

  test('follows from chain, address, key and attempt, and fits the custody', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        key,
        fc.integer({ min: 1, max: 99 }),
        (chain, address, text, attempt) => {
          const id = requestIdOf(chain, address, text, attempt);
          const digest = createHash('sha256')
            .update(`custody-gateways\n${chain}\n${address}\n${text}`)
            .digest('hex')
            .slice(0, 40);
          expect(id).toBe(attempt === 1 ? `cg-${digest}` : `cg-${digest}-${attempt}`);
          expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        },
      ),
    );
  });
});

describe('the fingerprint of an input', () => {
  test('doesn’t depend on the order of members, and does on everything else', () => {
    const one = fingerprintOf('xrpl:1', 'r1', { a: '1', b: { c: [1, 2], d: undefined } });
    expect(fingerprintOf('xrpl:1', 'r1', { b: { c: [1, 2] }, a: '1' })).toBe(one);
    const others = [
      fingerprintOf('xrpl:0', 'r1', { a: '1', b: { c: [1, 2] } }),
      fingerprintOf('xrpl:1', 'r2', { a: '1', b: { c: [1, 2] } }),
      fingerprintOf('xrpl:1', 'r1', { a: '2', b: { c: [1, 2] } }),
      fingerprintOf('xrpl:1', 'r1', { a: '1', b: { c: [2, 1] } }),
      fingerprintOf('xrpl:1', 'r1', { a: 1, b: { c: [1, 2] } }),
    ];
    expect(new Set([one, ...others]).size).toBe(6);
  });
});

function batchOf(numbers: readonly bigint[], total: number, stopOnFailure = false) {
  return { numbers, total, stopOnFailure };
}

function upTo(count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => BigInt(index + 1));
}

describe('the record in a note', () => {
  const record = fc.record({
    fingerprint: fc.stringMatching(/^[0-9a-f]{32}$/),
    terms: fc.option(
      fc.record({
        number: fc.record({ kind: fc.constantFrom('sequence', 'ticket'), value: uint64 }),
        fee: uint64,
        expiry: fc.option(uint64, { nil: undefined }),
      }),
      { nil: undefined },
    ),
    attempt: fc.integer({ min: 1, max: 99 }),
    idempotencyKey: key,
  });

  // Frozen: notes are at the custody for ever, and a later version must go on with them.
  const fingerprint = '0123456789abcdef0123456789abcdef';
  const common = { fingerprint, attempt: 1, idempotencyKey: 'order-12' };
  const single = { kind: 'sequence', value: 7n } as const;
  const ticket = { kind: 'ticket', value: 9n } as const;
  test.each<readonly [string, NoteRecord]>([
    ['s7 12 900 1', { ...common, terms: { number: single, fee: 12n, expiry: 900n } }],
    ['s7 12 - 1', { ...common, terms: { number: single, fee: 12n, expiry: undefined } }],
    ['t9 12 900 2', { ...common, attempt: 2, terms: { number: ticket, fee: 12n, expiry: 900n } }],
    ['- - - 1', { ...common, terms: undefined }],
    ['b5-7,9:4 - - 1', { ...common, terms: undefined, batch: batchOf([5n, 6n, 7n, 9n], 4) }],
    ['h5:130 - - 3', { ...common, attempt: 3, terms: undefined, batch: batchOf([5n], 130, true) }],
    ['b1-127:130 - - 1', { ...common, terms: undefined, batch: batchOf(upTo(127), 130) }],
  ])('is written as [cg1 … %s …]', (fields, written) => {
    const note = `rent [cg1 ${fingerprint} ${fields} order-12]`;
    expect(writeNote('rent', written)).toBe(note);
    expect(readNote(note)).toEqual(written);
  });

  test('is behind words that say when it was built, which older versions take for the caller’s', () => {
    const terms = { number: single, fee: 12n, expiry: 900n };
    const built = { height: 800n, time: Date.UTC(2026, 8, 1, 12) };
    const note = `rent (built at ledger 800, 2026-09-01T12:00:00Z) [cg1 ${fingerprint} s7 12 900 1 order-12]`;
    expect(writeNote('rent', { ...common, terms, built })).toBe(note);
    expect(readNote(note)).toEqual({ ...common, terms, built });
    for (const [as, other] of [
      ['12:00:00Z', '12:00:00'],
      ['2026-09-01', '2026-99-01'],
      ['ledger 800', 'ledger x'],
    ] as const) {
      expect(readNote(note.replace(as, other))).toEqual({ ...common, terms });
    }
  });

  test('says in words that it may be another key’s as well, which older versions skip', () => {
    const terms = { number: single, fee: 12n, expiry: 900n };
    const note = `rent (not of its key alone) [cg1 ${fingerprint} s7 12 900 1 order-12]`;
    expect(writeNote('rent', { ...common, terms, isShared: true })).toBe(note);
    expect(readNote(note)).toEqual({ ...common, terms, isShared: true });
    const built = { height: 800n, time: Date.UTC(2026, 8, 1, 12) };
    const both = { ...common, terms, built, isShared: true };
    expect(readNote(writeNote(undefined, both))).toEqual(both);
  });

  test('is read back as it was written, behind any words', () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), record, (words, written) => {
        expect(readNote(writeNote(words, written))).toEqual(written);
      }),
    );
  });

  test('cannot be forged by the caller’s words in front of it', () => {
    fc.assert(
      fc.property(record, record, (forged, real) => {
        expect(readNote(writeNote(writeNote('', forged), real))).toEqual(real);
      }),
    );
  });

  test('is not seen where there is none', () => {
    for (const note of [
      undefined,
      '',
      'rent',
      '[cg1 ]',
      '[cg1 00 s1 1 1 1 k]',
      `x [cg1 ${'0'.repeat(32)} s1 1 1 1 k] y`,
    ]) {
      expect(readNote(note)).toBeUndefined();
    }
  });
});
