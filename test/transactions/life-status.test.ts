import { describe, expect, test } from 'vitest';
import {
  attemptOf,
  isShared,
  isTaken,
  stateOf,
  stopsOnFailure,
  wantsLook,
} from '../../src/transactions/life/status.js';
import { writeNote } from '../../src/transactions/records/note.js';
import {
  built,
  builtRow,
  found,
  type Heard,
  heard,
  heardBy,
  type Known,
  looked,
  sent,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const UNKNOWN = { state: 'unknown', reason: 'silence' } as const;
const UNKNOWN_STATE = { state: 'unknown' } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;

const accepted = sent(1, 0, { state: 'accepted', code: 'ok' });
const heldBack = sent(1, 0, {
  state: 'open',
  code: 'later',
  cure: 'others have landed',
  tryForMs: 1,
});

/** Of the only transaction. */
function of<Result>(
  read: (facts: Known, member: Known['members'][number]) => Result,
  facts: Known,
) {
  const [member] = facts.members;
  if (!member) throw new Error('nothing was built');
  return read(facts, member);
}

describe('a transaction is looked up', () => {
  const paused = (facts: Known): Known => {
    return { ...facts, request: { ...facts.request, pauses: 1 } };
  };

  test('when it never was', () => {
    expect(of(wantsLook, heard(built(1, 5n)))).toBe(true);
  });

  test('again once nothing certain was heard and the call has paused', () => {
    const unknown = heard(built(1, 5n), ...looked(1, 0, UNKNOWN));
    expect(of(wantsLook, unknown)).toBe(false);
    expect(of(wantsLook, paused(unknown))).toBe(true);
    expect(of(wantsLook, paused(heard(built(1, 5n), ...looked(1, 0, OPEN))))).toBe(false);
  });
});

describe('what was sent', () => {
  test('is taken when the chain has it, though a node holds it back', () => {
    expect(of(isTaken, heard(built(1, 5n), heldBack))).toBe(false);
    expect(of(isTaken, heard(built(1, 5n), heldBack, ...looked(1, 0, CONFIRMED)))).toBe(true);
  });

  test('is pending until nothing certain can be said', () => {
    expect(of(stateOf, heard(built(1, 5n), accepted))).toEqual({ state: 'pending' });
    const unknown = heard(built(1, 5n), accepted, ...looked(1, 0, UNKNOWN));
    expect(of(stateOf, unknown)).toEqual({ state: 'unknown' });
  });
});

describe('of a batch that was found, and that stops at a failure, a member that no node shows', () => {
  const FAILED = { state: 'failed', hash: 'h', code: 'bad', result: 'bad' } as const;
  const HELD_BACK = { state: 'not-sent' } as const;
  const second = (stopsOnFailure: boolean, ...first: readonly Heard[]) => {
    const row = [found(1, { state: 'signed' }), builtRow(1, [5n, 6n])];
    const facts = heardBy({ isBatch: true, stopsOnFailure }, ...row, ...first);
    const [, member] = facts.members;
    if (!member) throw new Error('two were built');
    return stateOf(facts, member);
  };

  test.each([
    ['was not looked up', [], UNKNOWN_STATE],
    ['is confirmed', looked(1, 0, CONFIRMED), UNKNOWN_STATE],
    ['may be confirmed', looked(1, 0, UNKNOWN), UNKNOWN_STATE],
    ['is on its way', looked(1, 0, OPEN), HELD_BACK],
    ['has failed', looked(1, 0, FAILED), HELD_BACK],
  ])('where the one before it %s', (_, first, state) => {
    expect(second(true, ...first)).toEqual(state);
    expect(second(false, ...first)).toEqual(UNKNOWN_STATE);
  });
});

test.each([
  [false, false, false],
  [false, true, false],
  [true, false, true],
])(
  'a batch noted to stop at a failure (%s), called to stop (%s), stops: %s',
  (noted, called, stops) => {
    const numbers = [5n, 6n];
    const note = writeNote(undefined, {
      fingerprint: '0'.repeat(32),
      terms: undefined,
      batch: { numbers, total: 2, stopOnFailure: noted },
      attempt: 1,
      idempotencyKey: 'K',
    });
    const facts = heardBy(
      { isBatch: true, stopsOnFailure: called },
      found(1, { state: 'signed', note }),
    );
    expect(stopsOnFailure(facts, attemptOf(facts, 1))).toBe(stops);
  },
);

describe('a transaction may be another key’s as well', () => {
  const isSharedOf = (...answers: readonly Heard[]) => {
    const facts = heard(...answers);
    const attempt = attemptOf(facts, 1);
    return attempt && isShared(facts, attempt);
  };
  const others = { kind: 'others-listed', attempt: 1, others: 'unknown' } as const;

  test('where the signer’s list can’t be read', () => {
    expect(isSharedOf(built(1, 5n))).toBe(false);
    expect(isSharedOf(built(1, 5n), others)).toBe(true);
  });

  test('but not where it can’t be built anew, so that nothing is compared', () => {
    const order = 'irreproducible' as const;
    const unbuilt = { kind: 'built', attempt: 1, order, built: undefined, members: [] } as const;
    expect(isSharedOf(unbuilt, others)).toBe(false);
  });
});
