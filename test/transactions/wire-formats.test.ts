import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNote, writeNote } from '../../src/transactions/note-record.js';
import { fingerprintOf, requestIdOf } from '../../src/transactions/request-id.js';

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
