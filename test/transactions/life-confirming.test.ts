import { describe, expect, test } from 'vitest';
import {
  TransactionBlockedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import { delivering } from '../../src/transactions/life/delivering.js';
import { fold } from '../../src/transactions/life/fold.js';
import { attemptOf, stateOf } from '../../src/transactions/life/status.js';
import {
  accepted,
  builtRow,
  entered,
  type Heard,
  heard,
  heardBy,
  type Known,
  looked,
  none,
  paused,
  sent,
  turn,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const UNSEEN = { state: 'open', seen: false } as const;
const UNKNOWN = { state: 'unknown', reason: 'pruned' } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;

function next(facts: Known) {
  const attempt = attemptOf(facts, 1);
  if (!attempt) throw new Error('there is no request');
  return delivering(facts, attempt);
}

/** A request that this call made, whose transactions are in the lane. */
const own = (...values: readonly bigint[]) => [none(1), builtRow(1, values), entered(1)];
const outOfLane: Heard = { kind: 'left', attempt: 1, end: undefined };

const PATIENT = { confirmTimeoutMs: () => 60_000 };
const CALM = { ...PATIENT, resubmitAfterMs: 1_000 };

const SEND = { kind: 'send', attempt: 1, member: 0, again: false };
const LOOK = { kind: 'look', attempt: 1, member: 0 };
const SETTLED = { kind: 'leave', end: 'settled' };
const stopsWith = (error: Error) => ({
  kind: 'tell',
  told: { state: 'stopped', attempt: 1, error },
});
const unconfirmed = (status: 'pending' | 'unknown', reason: string) =>
  stopsWith(new TransactionUnconfirmedError(status, reason));
const waits = (reason: string) => ({ kind: 'wait', pause: { reason } });

describe('a transaction that no node has accepted', () => {
  const busy = sent(1, 0, { state: 'busy', code: 'busy' });
  const refusedLater = [
    sent(1, 0, { state: 'unclear', code: 'silence' }),
    sent(1, 0, { state: 'refused', code: 'no', message: 'bad' }),
  ];
  /** A node holds it back. */
  const heldBack = (tryForMs: number) =>
    sent(1, 0, { state: 'open', code: 'later', cure: 'others have landed', tryForMs });
  const answered = (...answers: readonly Heard[]) => [...own(5n), turn(0), ...answers];

  test('is looked up, and sent again after a pause', () => {
    expect(next(heard(...answered(busy)))).toMatchObject([LOOK]);
    const unseen = answered(busy, ...looked(1, 0, UNSEEN));
    expect(next(heardBy(PATIENT, ...unseen))).toMatchObject([waits('submission')]);
    expect(next(paused(heardBy(PATIENT, ...unseen)))).toEqual([SEND]);
    expect(next(heard(...unseen))).toMatchObject([
      unconfirmed('unknown', 'no node took it (busy)'),
    ]);
  });

  test('may have arrived, where it was refused but not at first', () => {
    expect(
      next(heardBy(PATIENT, ...answered(...refusedLater, ...looked(1, 0, UNSEEN)))),
    ).toMatchObject([unconfirmed('unknown', 'refused (no), but not at first')]);
  });

  test('leaves the lane as sent where a node has another with its number, and is not called pending', () => {
    const rival = sent(1, 0, { state: 'unclear', code: 'taken', hasRival: true });
    const refused = [...answered(rival), ...looked(1, 0, UNSEEN)];
    expect(next(heardBy(PATIENT, ...refused))).toMatchObject([{ kind: 'leave', rest: 'spent' }]);
    const left = [...refused, outOfLane];
    const reason = 'its number is in use by another transaction';
    const facts = heardBy({ resubmitAfterMs: 1_000 }, ...left);
    expect(next(facts)).toMatchObject([unconfirmed('unknown', reason)]);
    const [member] = facts.members;
    expect(member && stateOf(facts, member)).toEqual({ state: 'unknown' });
    const apart = [none(1), builtRow(1, [5n]), rival, ...looked(1, 0, UNSEEN)];
    const marked: Heard = { kind: 'marked', attempt: 1, member: 0 };
    const delivered = { purpose: 'deliver', resubmitAfterMs: 1_000 } as const;
    expect(next(heardBy(delivered, ...apart, marked))).toMatchObject([
      unconfirmed('unknown', reason),
    ]);
  });

  test('blocks the lane, where it is held back for longer than it is sent', () => {
    const unseen = looked(1, 0, UNSEEN);
    expect(next(heardBy(PATIENT, ...answered(heldBack(1), ...unseen)))).toMatchObject([
      { ...waits('submission'), ms: 1 },
    ]);
    const block = { kind: 'block', attempt: 1 };
    const blocked = answered(heldBack(0), ...unseen);
    expect(next(heardBy(PATIENT, ...blocked))).toEqual([block]);
    expect(next(heardBy(PATIENT, ...blocked, outOfLane))).toMatchObject([
      stopsWith(new TransactionBlockedError('pending', 'later', 'others have landed')),
    ]);
    const unsure = answered(heldBack(0), ...looked(1, 0, UNKNOWN), outOfLane);
    expect(next(heardBy(PATIENT, ...unsure))).toMatchObject([
      stopsWith(new TransactionBlockedError('unknown', 'later', 'others have landed')),
    ]);
  });
});

describe('a transaction that was sent', () => {
  const away = [...own(5n), turn(0), accepted(), outOfLane];

  test('is followed until it is over, unless only its lane was awaited', () => {
    expect(next(heard(...away))).toMatchObject([{ ...LOOK, patient: true }]);
    expect(next(heardBy({ purpose: 'finish' }, ...away))).toEqual([
      { kind: 'tell', told: { state: 'finished' } },
    ]);
    expect(next(heard(...away, ...looked(1, 0, CONFIRMED)))).toMatchObject([SETTLED]);
  });

  test('is looked up again after each pause', () => {
    const open = heardBy(CALM, ...away, ...looked(1, 0, OPEN));
    expect(next(open)).toMatchObject([waits('confirmation')]);
    expect(next(paused(open))).toMatchObject([{ ...LOOK, patient: true }]);
  });

  test('has the account’s numbers counted once its time is over, and names one before its own', () => {
    const open = heardBy({ ...PATIENT, resubmitAfterMs: 90_000 }, ...away, ...looked(1, 0, OPEN));
    const late = (count: number, ...counted: readonly Heard[]) => {
      const { request, members } = counted.reduce(
        (facts, answer) => fold(facts, answer),
        paused(open, 60_000),
      );
      const pause = { reason: 'confirmation', attempt: 1, member: 0, since: 0, count } as const;
      const looked = members.map((member) => ({
        ...member,
        look: member.look && { ...member.look, pauses: 1 },
      }));
      return next({ request: { ...request, pause }, members: looked });
    };
    const counted = (value: bigint | undefined): Heard => {
      return { kind: 'counted', attempt: 1, gone: [], next: value };
    };
    expect(late(2)).toEqual([{ kind: 'count', attempt: 1 }]);
    const timedOut = [unconfirmed('pending', 'not after 60000 ms')];
    expect(late(1)).toMatchObject(timedOut);
    expect(late(2, counted(undefined))).toMatchObject(timedOut);
    expect(late(2, counted(5n))).toMatchObject(timedOut);
    const cure = "the account's next transactions take numbers 4 to 4";
    expect(late(2, counted(4n))).toMatchObject([
      unconfirmed('pending', `it can land once ${cure}`),
    ]);
  });

  test('is sent again where it may be lost', () => {
    const again = { ...SEND, again: true };
    const late = (...status: readonly Heard[]) => {
      const { request, members } = heardBy(CALM, ...away, ...status);
      return next({
        request: { ...request, time: { ...request.time, monotonic: 1_000 } },
        members,
      });
    };
    expect(late(...looked(1, 0, OPEN))).toEqual([again]);
    expect(late(...looked(1, 0, UNKNOWN))).toMatchObject([waits('confirmation')]);
  });

  test('is looked up beside the others, where one of a batch may be on another node', () => {
    const pruned: Heard = { kind: 'counted', attempt: 1, gone: [5n], next: 6n };
    const unsure = [...own(5n, 6n, 7n), pruned, turn(1), accepted(1), outOfLane];
    const told = [...looked(1, 0, UNKNOWN), ...looked(1, 1, OPEN), ...looked(1, 2, UNSEEN)];
    const looks = [LOOK, { ...LOOK, member: 1 }];
    expect(next(paused(heardBy(CALM, ...unsure, ...told)))).toMatchObject(looks);
  });

  test('is looked up beside one that is being looked up, and not beside one that never was sent', () => {
    const first = [...own(5n, 6n), turn(0), accepted(), outOfLane];
    expect(next(heard(...first))).toMatchObject([{ ...LOOK, patient: true }]);
    expect(next(heard(...first))).toHaveLength(1);
    const begun: Heard = { kind: 'look-begun', attempt: 1, member: 1, pauses: 0 };
    expect(next(heard(...first, begun))).toMatchObject([LOOK, { ...LOOK, member: 1 }]);
  });

  test('is told with the reason why it is not confirmed', () => {
    const soon = { resubmitAfterMs: 1 };
    const told = (...answers: readonly Heard[]) => next(heardBy(soon, ...away, ...answers));
    expect(told(...looked(1, 0, OPEN))).toMatchObject([unconfirmed('pending', 'not after 0 ms')]);
    expect(told(...looked(1, 0, UNKNOWN))).toMatchObject([unconfirmed('unknown', 'pruned')]);
    const dropped = { ...OPEN, dropped: 'too old' };
    expect(told(...looked(1, 0, dropped))).toMatchObject([unconfirmed('unknown', 'too old')]);
  });

  test('that waits for others is awaited as long as the node says, and told so', () => {
    const [code, cure] = ['later', 'others have landed'];
    const inLine = (tryForMs: number): Heard =>
      sent(1, 0, { state: 'accepted', code, obstacle: { code, cure, tryForMs } });
    const waiting = (tryForMs: number) =>
      next(heardBy(CALM, ...away, inLine(tryForMs), outOfLane, ...looked(1, 0, OPEN)));
    expect(waiting(1)).toMatchObject([{ ...waits('confirmation'), ms: 1 }]);
    const details = { resultCode: code, cure };
    expect(waiting(0)).toMatchObject([{ told: { error: { status: 'pending', details } } }]);
  });
});
