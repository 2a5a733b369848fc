import { describe, expect, test } from 'vitest';
import { TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { making } from '../../src/transactions/life/making.js';
import { attemptOf } from '../../src/transactions/life/status.js';
import {
  built,
  entered,
  found,
  type Heard,
  heardBy,
  type Known,
  left,
  looked,
  none,
  recordOf,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: false } as const;
const UNKNOWN = { state: 'unknown', reason: 'pruned' } as const;

function next(facts: Known, index: number) {
  const attempt = attemptOf(facts, index);
  if (!attempt) throw new Error('there is no such attempt');
  return making(facts, attempt);
}

/** It is the first in its lane, where the account's next number is 6. */
const inItsLane = (attempt: number): readonly Heard[] => [
  none(attempt),
  entered(attempt),
  { kind: 'listed', attempt, records: [] },
  { kind: 'read', attempt, reading: { nextNumber: 6n, tickets: [] } },
  { kind: 'lined-up', attempt, isFirst: true },
];

const refused = [found(1, { state: 'rejected' }), built(1, 5n), left(1, 'rejected')];
const later = [found(1, { state: 'signed' }), built(1, 5n), left(1, 'followed')];

describe('once the number of an earlier attempt is spent, another number', () => {
  const isWanted = { newAttempt: 2 };
  const mayStillLand = (facts: Known, index = 2) => {
    const error = new TransactionUnconfirmedError('unknown', 'an earlier attempt may still land');
    expect(next(facts, index)).toMatchObject([{ kind: 'tell', told: { state: 'stopped', error } }]);
  };

  test('is not taken while nothing certain is known of one that was refused', () => {
    mayStillLand(heardBy(isWanted, ...refused, ...inItsLane(2), ...looked(1, 0, UNKNOWN)));
  });

  test('is taken where one that was refused is known not to be on the chain', () => {
    const facts = heardBy(isWanted, ...refused, ...inItsLane(2), ...looked(1, 0, OPEN));
    expect(next(facts, 2)).toEqual([{ kind: 'reserve', attempt: 2, fixed: undefined }]);
  });

  test('is not taken while one that was signed is open', () => {
    mayStillLand(heardBy(isWanted, ...later, ...inItsLane(2), ...looked(1, 0, OPEN)));
  });

  test('is taken though an attempt before that failed as a transfer of the custody', () => {
    const facts = heardBy(
      { newAttempt: 3 },
      found(1, { kind: 'native-transfer', state: 'rejected', txHash: 'h' }),
      left(1, 'settled'),
      found(2, { state: 'rejected' }),
      built(2, 5n),
      left(2, 'rejected'),
      ...inItsLane(3),
      ...looked(2, 0, OPEN),
    );
    expect(next(facts, 3)).toEqual([{ kind: 'reserve', attempt: 3, fixed: undefined }]);
  });
});

describe('a signer that gave no clear answer', () => {
  const error = new Error('silence');
  const unclear = (custodyId?: string): Heard => {
    return { kind: 'asked', attempt: 1, asked: { said: 'unclear', error }, custodyId };
  };
  const stopped = [{ kind: 'tell', told: { state: 'stopped', attempt: 1, error } }];

  test('leaves the request in doubt', () => {
    expect(next(heardBy({}, ...inItsLane(1), unclear()), 1)).toEqual([
      { kind: 'doubt', attempt: 1 },
    ]);
  });

  test('leaves no doubt that it has the request, where it has named it', () => {
    const { providerId } = recordOf(1);
    expect(next(heardBy({}, ...inItsLane(1), unclear(providerId)), 1)).toMatchObject(stopped);
  });

  test('is told to the caller once the lane knows', () => {
    const declined: Heard = { kind: 'declined', attempt: 1, mayAppear: true };
    expect(next(heardBy({}, ...inItsLane(1), unclear(), declined), 1)).toMatchObject(stopped);
  });
});
