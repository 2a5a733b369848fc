import { describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/core/errors.js';
import type { SigningRecord } from '../../src/signer/index.js';
import { KeyUsedError } from '../../src/transactions/errors.js';
import { TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { making } from '../../src/transactions/life/making.js';
import { attemptOf } from '../../src/transactions/life/status.js';
import { writeNote } from '../../src/transactions/records/note.js';
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
  { kind: 'listed', attempt, records: [], isWhole: true },
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

describe('a chosen number that another request has', () => {
  const noteFor = (idempotencyKey: string) => {
    const terms = { number: { kind: 'sequence', value: 6n } as const, fee: 1n, expiry: undefined };
    return writeNote('', { fingerprint: 'a'.repeat(32), terms, attempt: 1, idempotencyKey });
  };

  test('is that one’s, and not one’s that the signer refused', () => {
    const listed = [
      recordOf(1, { idempotencyKey: 'a', state: 'rejected', note: noteFor('refused') }),
      recordOf(1, { idempotencyKey: 'b', state: 'pending', note: noteFor('waiting') }),
    ];
    const facts = heardBy(
      { chosen: [6n] },
      none(1),
      entered(1),
      { kind: 'listed', attempt: 1, records: listed, isWhole: true },
      { kind: 'read', attempt: 1, reading: { nextNumber: 6n, tickets: [] } },
      { kind: 'lined-up', attempt: 1, isFirst: true },
      { kind: 'reserved', attempt: 1, numbers: 'taken' },
    );
    const details = { holder: { idempotencyKey: 'waiting' } };
    expect(next(facts, 1)).toMatchObject([{ told: { error: { code: 'ACCOUNT_BUSY', details } } }]);
  });
});

describe('a transaction that another key may have asked for as well', () => {
  const order = (isFixed: boolean): Heard => ({
    kind: 'built',
    attempt: 1,
    order: { contents: ['ab'], isFixed },
    built: { height: 0n, time: 0 },
    members: [
      {
        transaction: 't',
        terms: { number: { kind: 'sequence', value: 6n }, fee: 1n, expiry: undefined },
      },
    ],
  });
  const reserved: Heard = { kind: 'reserved', attempt: 1, numbers: [6n] };
  const ready = (isFixed = true) => [...inItsLane(1), reserved, order(isFixed)];
  const others = (records: readonly SigningRecord[] | 'unknown'): Heard => {
    return { kind: 'others-listed', attempt: 1, others: records };
  };
  const other = { ...recordOf(1, { messages: [Uint8Array.of(0xab)] }), idempotencyKey: 'another' };
  const ask = [{ kind: 'ask', attempt: 1 }];

  test('is looked for among the requests that the signer shows', () => {
    expect(next(heardBy({}, ...ready()), 1)).toEqual([{ kind: 'list-others', attempt: 1 }]);
  });

  test('is not made twice', () => {
    expect(next(heardBy({}, ...ready(), others([other])), 1)).toMatchObject([
      { kind: 'tell', told: { state: 'stopped', error: { code: 'ALREADY_REQUESTED' } } },
    ]);
  });

  test('is asked for where the signer shows none, or can show none', () => {
    for (const shown of [[], 'unknown'] as const) {
      expect(next(heardBy({}, ...ready(), others(shown)), 1)).toEqual(ask);
    }
  });

  test('is asked for at once where a part of it depends on the key', () => {
    expect(next(heardBy({}, ...ready(false)), 1)).toEqual(ask);
  });
});

describe('a signer that has another request under the key', () => {
  const error = new IdempotencyConflictError('K');
  const conflict: Heard = {
    kind: 'asked',
    attempt: 1,
    asked: { said: 'conflict', error },
    custodyId: undefined,
  };
  const [, ...unsought] = inItsLane(1);
  const stoppedBy = (reason: unknown) => [
    { kind: 'tell', told: { state: 'stopped', error: reason } },
  ];

  test('is asked for it', () => {
    expect(next(heardBy({}, ...unsought, conflict), 1)).toEqual([{ kind: 'find', attempt: 1 }]);
  });

  test('and can’t be asked has not shown what it is for', () => {
    const cause = new Error('unreachable');
    const search: Heard = { kind: 'found', attempt: 1, search: { said: 'failed', error: cause } };
    expect(next(heardBy({}, ...unsought, conflict, search), 1)).toMatchObject(stoppedBy(cause));
  });

  test('and does not show it leaves the outcome unknown', () => {
    const facts = heardBy({}, ...unsought, conflict, none(1));
    expect(next(facts, 1)).toMatchObject(stoppedBy(new KeyUsedError(error)));
  });
});

describe('a signer that refuses', () => {
  const error = new Error('no');
  const refusal = (custodyId?: string): Heard => {
    return { kind: 'asked', attempt: 1, asked: { said: 'refused', error }, custodyId };
  };
  const declined = (mayAppear: boolean): Heard => ({ kind: 'declined', attempt: 1, mayAppear });
  const stopped = (reason: unknown) => [
    { kind: 'tell', told: { state: 'stopped', error: reason } },
  ];

  test('what it has named is not forgotten in the lane', () => {
    const { providerId } = recordOf(1);
    expect(next(heardBy({}, ...inItsLane(1), refusal(providerId)), 1)).toMatchObject(
      stopped(error),
    );
  });

  test('has accepted nothing, which the lane is told', () => {
    expect(next(heardBy({}, ...inItsLane(1), refusal()), 1)).toEqual([
      { kind: 'decline', attempt: 1 },
    ]);
    const facts = heardBy({}, ...inItsLane(1), refusal(), declined(false));
    expect(next(facts, 1)).toMatchObject(stopped(error));
  });

  test('says nothing of what an earlier call may have made', () => {
    const facts = heardBy({}, ...inItsLane(1), refusal(), declined(true));
    expect(next(facts, 1)).toMatchObject(stopped({ status: 'unknown', cause: error }));
  });
});
