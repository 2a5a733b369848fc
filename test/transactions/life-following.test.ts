import { describe, expect, test } from 'vitest';
import type { SigningRecord } from '../../src/signer/index.js';
import { decide } from '../../src/transactions/life/decide.js';
import { following, transferring } from '../../src/transactions/life/following.js';
import { attemptOf, recordOf } from '../../src/transactions/life/status.js';
import {
  type Carried,
  entered,
  found,
  type Heard,
  heardBy,
  type Known,
  none,
  recordOf as recorded,
} from '../support/heard.js';

const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'h', code: 'no', result: 'done' } as const;

const PATIENT: Partial<Carried> = {
  signatureTimeoutMs: () => 60_000,
  confirmTimeoutMs: () => 60_000,
};

/** The clocks show that so much time has passed, in which the call has paused. */
const later = ({ request, members }: Known, monotonic: number): Known => {
  const time = { ...request.time, monotonic };
  return { request: { ...request, time, pauses: request.pauses + 1 }, members };
};

const native = (more: Partial<SigningRecord> = {}) =>
  found(1, { kind: 'native-transfer', ...more });
const hash = { txHash: 'h' };
const isRejected = { state: 'rejected', ...hash } as const;
const seen = (number: bigint | undefined, outcome?: typeof CONFIRMED | typeof FAILED): Heard => {
  return { kind: 'transfer-seen', attempt: 1, seen: { number, outcome } };
};

const FIND = { kind: 'find', attempt: 1 };
const LOOK = { kind: 'look-for-transfer', attempt: 1 };
const STOPPED = { kind: 'tell', told: { state: 'stopped', attempt: 1 } };
const waits = (reason: string) => ({ kind: 'wait', pause: { reason } });
const leaves = (more: object) => ({ kind: 'leave', sent: [], rest: 'spent', ...more });
const SETTLED = leaves({ end: 'settled' });

describe('a transfer that another call has asked the custody to make', () => {
  const next = (facts: Known) => {
    const attempt = attemptOf(facts, 1);
    const record = recordOf(attempt);
    if (!attempt || !record) throw new Error('there is no request');
    return following(facts, attempt, record);
  };
  const of = (...answers: readonly Heard[]) => next(heardBy({}, ...answers));
  const patiently = (...answers: readonly Heard[]) => next(heardBy(PATIENT, ...answers));

  test('is asked for again after each pause', () => {
    expect(of(native())).toMatchObject([STOPPED]);
    expect(patiently(native())).toMatchObject([waits('custody')]);
    expect(next(later(heardBy(PATIENT, native()), 0))).toEqual([FIND]);
  });

  test('is looked for on the chain, while it is in the lane, once it has a hash', () => {
    expect(patiently(native(hash))).toMatchObject([waits('custody')]);
    expect(patiently(native(), entered(1))).toMatchObject([waits('custody')]);
    expect(patiently(native(hash), entered(1))).toEqual([LOOK]);
    const unseen = [native(hash), entered(1), seen(undefined)];
    expect(patiently(...unseen)).toMatchObject([waits('custody')]);
    // What the signer shows while it is under way takes nothing back.
    expect(patiently(...unseen, native(hash))).toMatchObject([waits('custody')]);
    expect(next(later(heardBy(PATIENT, ...unseen), 1))).toEqual([FIND, LOOK]);
    expect(next(later(heardBy(PATIENT, ...unseen), 20_000))).toEqual([FIND]);
  });

  test('leaves the lane once the chain shows its number', () => {
    const shown = [native(hash), entered(1), seen(5n)];
    expect(patiently(...shown)).toMatchObject([leaves({ sent: [5n], end: undefined })]);
  });

  test('is not asked for again where the signer fails, though its number is known', () => {
    const error = new Error('HTTP 503');
    const failed: Heard = { kind: 'found', attempt: 1, search: { said: 'failed', error } };
    const left: Heard = { kind: 'left', attempt: 1, end: undefined };
    const wanted = { ...PATIENT, isNative: true };
    const { request, members } = heardBy(wanted, native(hash), entered(1), seen(5n), left, failed);
    expect(decide(request, members)).toMatchObject([STOPPED]);
  });

  test('stays in the lane, though it is done, while its number may be shown', () => {
    const done = native({ state: 'signed', ...hash });
    expect(patiently(done, entered(1))).toEqual([LOOK]);
    expect(patiently(done, entered(1), seen(undefined))).toMatchObject([waits('hash')]);
  });

  test('is done once the chain was asked, whether or not it shows it', () => {
    const done = native({ state: 'signed', ...hash });
    expect(patiently(native({ state: 'signed' }))).toMatchObject([SETTLED]);
    expect(patiently(done)).toEqual([LOOK]);
    expect(patiently(done, seen(undefined))).toMatchObject([SETTLED]);
    expect(patiently(done, seen(5n, CONFIRMED))).toMatchObject([SETTLED]);
  });

  test('is looked for again where the chain showed it before it was done, or has not validated it', () => {
    const done = native({ state: 'signed', ...hash });
    expect(patiently(native(hash), seen(5n), done)).toEqual([LOOK]);
    expect(patiently(native(hash), seen(5n, FAILED), done)).toMatchObject([STOPPED]);
    const unvalidated = heardBy(PATIENT, done, seen(5n));
    expect(next(unvalidated)).toMatchObject([waits('confirmation')]);
    expect(next(later(unvalidated, 1))).toEqual([LOOK]);
  });

  test('is not told as done where the chain shows that it failed', () => {
    const done = native({ state: 'signed', ...hash });
    expect(patiently(done, seen(5n, FAILED))).toMatchObject([STOPPED]);
    expect(patiently(done, entered(1), seen(5n, FAILED))).toMatchObject([leaves({ sent: [5n] })]);
  });

  test('is over where it was refused without a hash', () => {
    expect(of(native({ state: 'rejected' }))).toMatchObject([
      { kind: 'leave', rest: 'given-back', end: 'rejected' },
    ]);
  });

  test('is over, though it was refused, once the chain shows its outcome', () => {
    const refused = native(isRejected);
    expect(patiently(refused)).toEqual([LOOK]);
    expect(patiently(refused, seen(undefined))).toMatchObject([waits('hash')]);
    expect(of(refused, seen(undefined))).toMatchObject([STOPPED]);
    expect(of(refused, seen(undefined), entered(1))).toMatchObject([
      { kind: 'leave', rest: 'given-back', end: undefined },
    ]);
    expect(of(refused, seen(5n, FAILED))).toMatchObject([SETTLED]);
    expect(of(refused, seen(5n, CONFIRMED))).toMatchObject([SETTLED]);
  });
});

describe('a transfer that this call has asked the custody to make', () => {
  const next = (wanted: Partial<Carried>, ...answers: readonly Heard[]) => {
    const facts = heardBy(wanted, ...answers);
    const attempt = attemptOf(facts, 1);
    if (!attempt) throw new Error('there is no request');
    return transferring(facts, attempt);
  };
  const of = (...answers: readonly Heard[]) => next({}, ...answers);
  const rejected: Heard = {
    kind: 'asked',
    attempt: 1,
    asked: { said: 'rejected', error: new Error('no'), txHash: 'h' },
    custodyId: 'custody',
  };
  const transferred: Heard = {
    kind: 'asked',
    attempt: 1,
    asked: {
      said: 'transferred',
      record: recorded(1, { kind: 'native-transfer', state: 'signed' }),
    },
    custodyId: undefined,
  };

  test('is watched on the chain while the custody is asked', () => {
    const updated: Heard = { kind: 'updated', attempt: 1, record: recorded(1, hash) };
    expect(of(none(1), entered(1))).toEqual([{ kind: 'ask', attempt: 1 }]);
    expect(of(none(1), entered(1), updated)).toEqual([{ kind: 'ask', attempt: 1 }, LOOK]);
  });

  test('is over once it is done', () => {
    expect(of(none(1), entered(1), transferred)).toMatchObject([SETTLED]);
  });

  test('is searched for where it was refused, and the chain has it', () => {
    const confirmed = [none(1), rejected, seen(5n, CONFIRMED)];
    expect(of(...confirmed)).toEqual([FIND]);
    expect(of(...confirmed, none(1))).toMatchObject([STOPPED]);
    expect(of(...confirmed, none(1), entered(1))).toMatchObject([leaves({ end: undefined })]);
    const error = new Error('silence');
    const unanswered: Heard = { kind: 'found', attempt: 1, search: { said: 'failed', error } };
    expect(of(...confirmed, unanswered)).toMatchObject([{ told: { error } }]);
  });

  test('is over where it was refused, and has failed on the chain', () => {
    expect(of(none(1), rejected, seen(5n, FAILED))).toMatchObject([SETTLED]);
  });
});
