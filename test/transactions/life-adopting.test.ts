import { describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/core/errors.js';
import { TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { adopting } from '../../src/transactions/life/adopting.js';
import { attemptOf, recordOf } from '../../src/transactions/life/status.js';
import { type NoteRecord, writeNote } from '../../src/transactions/records/note.js';
import {
  built,
  builtRow,
  entered,
  found,
  type Heard,
  heard,
  heardBy,
  type Known,
  looked,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const REPLACED = { state: 'replaced', by: 'other' } as const;

function next(facts: Known) {
  const attempt = attemptOf(facts, 1);
  const record = recordOf(attempt);
  if (!attempt || !record) throw new Error('there is no request');
  return adopting(facts, attempt, record);
}

const ours: NoteRecord = {
  fingerprint: 'a'.repeat(32),
  terms: { number: { kind: 'sequence', value: 5n }, fee: 1n, expiry: undefined },
  attempt: 1,
  idempotencyKey: 'K',
};
const noted = (more: Partial<NoteRecord> = {}) => ({ note: writeNote('', { ...ours, ...more }) });
const adopted: Heard = { kind: 'adopted', attempt: 1 };
const pending = [found(1), adopted];
const signed = [found(1, { state: 'signed' }), adopted];
const irreproducible: Heard = {
  kind: 'built',
  attempt: 1,
  order: 'irreproducible',
  built: undefined,
  members: [],
};
const asked = (said: 'rejected' | 'unclear'): Heard => {
  const error = new Error(said);
  const answer = said === 'rejected' ? { said, error, txHash: undefined } : { said, error };
  return { kind: 'asked', attempt: 1, asked: answer, custodyId: undefined };
};

const ADOPT = [{ kind: 'adopt', attempt: 1 }];
const ENTER = [{ kind: 'enter', attempt: 1, lane: 'sequence', waits: false, numbers: undefined }];
const ASK = [{ kind: 'ask', attempt: 1 }];
const GIVE_BACK = [{ kind: 'leave', rest: 'given-back', end: undefined }];
const REJECTED = [{ kind: 'leave', rest: 'given-back', end: 'rejected' }];
const STOPPED = [{ kind: 'tell', told: { state: 'stopped', attempt: 1 } }];

describe('a request that the signer shows', () => {
  test('keeps others from its numbers while it is pending', () => {
    expect(next(heard(found(1, noted())))).toEqual(ENTER);
    expect(next(heard(found(1, noted()), entered(1)))).toEqual(ADOPT);
  });

  test('does not wait for the lane once it is signed', () => {
    expect(next(heard(found(1, { state: 'signed', ...noted() })))).toEqual(ADOPT);
  });

  test.each([{ idempotencyKey: 'another' }, { attempt: 2 }])(
    'is another one where its note says so: %o',
    (more) => {
      const reason = 'the signer shows another request in its place';
      const error = new TransactionUnconfirmedError('unknown', reason);
      expect(next(heard(found(1, noted(more))))).toMatchObject([{ told: { error } }]);
    },
  );

  test('is for other input where its note names another', () => {
    const { fingerprint } = ours;
    const because = (said: string) => [
      {
        told: {
          error: new IdempotencyConflictError(`This idempotency key was used before, ${said}.`),
        },
      },
    ];
    const wanted = (another: string) => ({ fingerprint: another });
    expect(next(heardBy(wanted(fingerprint), found(1, noted())))).toEqual(ENTER);
    const conflict = next(heardBy(wanted('b'.repeat(32)), found(1, noted())));
    expect(conflict).toMatchObject(because('for other input'));
    const unnamed = next(heardBy(wanted(fingerprint), found(1)));
    expect(unnamed).toMatchObject(because('its note does not name its input'));
  });

  test('is no batch’s first where its note names no batch', () => {
    expect(next(heardBy({ isBatch: true }, found(1, noted())))).toMatchObject(STOPPED);
    expect(next(heardBy({ isBatch: true, chunk: 1 }, found(1, noted())))).toEqual(ENTER);
    const batch = { numbers: [5n], total: 1, stopOnFailure: false };
    expect(next(heardBy({ isBatch: true }, found(1, noted({ batch }))))).toEqual(ENTER);
  });
});

test('a transfer that contradicts what was asked for is unknown, whatever its state', () => {
  for (const state of ['pending', 'signed', 'rejected'] as const) {
    const other = found(1, { kind: 'native-transfer', state, isOther: true });
    expect(next(heardBy({}, other))).toMatchObject([
      { told: { state: 'stopped', error: expect.any(TransactionUnconfirmedError) } },
    ]);
  }
});

describe('a request that was adopted', () => {
  test('is looked for on the chain where it was refused, but has a hash, and no terms', () => {
    const refused = { state: 'rejected', txHash: 'h' } as const;
    const look = [{ kind: 'look-for-transfer' }];
    expect(next(heardBy({}, found(1, refused), adopted))).toMatchObject(look);
    // With terms its own hash follows from its signature, and no other counts.
    const signing = next(heardBy({}, found(1, { ...refused, ...noted() }), adopted));
    expect(signing).toMatchObject(REJECTED);
  });

  test('gives its numbers back once the signer refuses it', () => {
    expect(next(heard(found(1, { state: 'rejected' }), adopted))).toMatchObject(REJECTED);
    expect(next(heard(...pending, built(1, 5n), asked('rejected')))).toMatchObject(REJECTED);
  });

  test('keeps its numbers where the signer was not clear: the signature may still come', () => {
    expect(next(heard(...pending, built(1, 5n), asked('unclear')))).toMatchObject(STOPPED);
  });

  test('gives its numbers back where it is signed, and can’t be built anew', () => {
    expect(next(heard(...signed, irreproducible, entered(1)))).toMatchObject(GIVE_BACK);
    expect(next(heard(...signed, irreproducible))).toMatchObject(STOPPED);
    expect(next(heard(...pending, irreproducible, entered(1)))).toMatchObject(STOPPED);
  });

  test('has its signatures from the answer where the record lacks them', () => {
    const signatures = [{ encoding: 'compact', bytes: new Uint8Array(64) }] as const;
    const answer: Heard = {
      kind: 'asked',
      attempt: 1,
      asked: { said: 'signed', signatures },
      custodyId: undefined,
    };
    const facts = heard(...pending, built(1, 5n), answer);
    expect(next(facts)).toEqual([{ kind: 'verify', attempt: 1, signatures }]);
  });

  test('is not delivered with an invalid signature', () => {
    const invalid: Heard = { kind: 'invalid', attempt: 1, error: new Error('invalid') };
    const facts = [found(1, { state: 'signed', signatures: [] }), adopted, built(1, 5n), invalid];
    expect(next(heard(...facts))).toMatchObject([{ kind: 'look', member: 0 }]);
    expect(next(heard(...facts, ...looked(1, 0, OPEN)))).toMatchObject(STOPPED);
    expect(next(heard(...facts, entered(1)))).toMatchObject(GIVE_BACK);
  });

  test('ends with an invalid signature where it can land no more', () => {
    const invalid: Heard = { kind: 'invalid', attempt: 1, error: new Error('invalid') };
    const facts = [found(1, { state: 'signed', signatures: [] }), adopted, built(1, 5n), invalid];
    const ended = heard(...facts, ...looked(1, 0, REPLACED));
    expect(next(ended)).toMatchObject([{ kind: 'leave', end: 'settled' }]);
  });
});

describe('a signature is awaited', () => {
  const shared: Heard = { kind: 'others-listed', attempt: 1, others: 'unknown' };

  test('while its transaction is not on the chain', () => {
    expect(next(heard(...pending, built(1, 5n)))).toMatchObject([{ kind: 'look', member: 0 }]);
    expect(next(heard(...pending, built(1, 5n), ...looked(1, 0, OPEN)))).toEqual(ASK);
  });

  test('not once it can land no more', () => {
    const facts = heard(...pending, built(1, 5n), ...looked(1, 0, CONFIRMED));
    expect(next(facts)).toMatchObject([{ kind: 'leave', end: 'settled' }]);
  });

  test('without the lane where what has landed may be another key’s', () => {
    const landed = [...pending, built(1, 5n), shared, ...looked(1, 0, CONFIRMED)];
    expect(next(heard(...landed))).toEqual(ASK);
    expect(next(heard(...landed, entered(1)))).toMatchObject(GIVE_BACK);
  });

  test('in the lane while some transactions are open', () => {
    const row = [...pending, builtRow(1, [5n, 6n]), shared, entered(1)];
    const facts = heard(...row, ...looked(1, 0, CONFIRMED), ...looked(1, 1, OPEN));
    expect(next(facts)).toEqual(ASK);
  });
});
