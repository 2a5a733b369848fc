import { describe, expect, test } from 'vitest';
import { NotCancellableError, TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { cancelling } from '../../src/transactions/life/cancelling.js';
import { writeNote } from '../../src/transactions/records/note.js';
import {
  built,
  builtRow,
  type Carried,
  found,
  type Heard,
  heardBy,
  type Known,
  looked,
  none,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const UNKNOWN = { state: 'unknown', reason: 'pruned' } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'h', code: 'no', result: 'done' } as const;
const REPLACED = { state: 'replaced', by: 'another' } as const;

/** A call that does not wait, unless it wants to. */
function knownTo(wanted: Partial<Carried>, ...answers: readonly Heard[]): Known {
  return heardBy({ canMake: false, ...wanted }, ...answers);
}
const next = (...answers: readonly Heard[]) => cancelling(knownTo({}, ...answers));

const note = writeNote('', {
  fingerprint: 'a'.repeat(32),
  terms: { number: { kind: 'sequence', value: 5n }, fee: 1n, expiry: undefined },
  attempt: 1,
  idempotencyKey: 'K',
});
const givenUp = (attempt: number): Heard => ({ kind: 'given-up', attempt });
/** The signer will show no second request. */
const noSecond = [none(2), givenUp(2), none(2)];
const isSigned = { state: 'signed', signatures: [], note } as const;
const rebuilt = [found(1, isSigned), built(1, 5n)];
const verified: Heard = {
  kind: 'verified',
  attempt: 1,
  signed: [
    { hash: 'h', blob: '' },
    { hash: 'i', blob: '' },
  ],
};
const signed = [...rebuilt, verified, ...noSecond];
const irreproducible: Heard = {
  kind: 'built',
  attempt: 1,
  order: 'irreproducible',
  built: undefined,
  members: [],
};
const transfer = { kind: 'native-transfer' } as const;

const GIVE_UP = [{ kind: 'give-up', attempt: 1 }];
const FIND = [{ kind: 'find', attempt: 1 }];
const STOPPED = [{ kind: 'tell', told: { state: 'stopped' } }];
const NOT_CANCELLABLE = [{ told: { state: 'stopped', error: expect.any(NotCancellableError) } }];
const cancelled = (isSigned: boolean) => [
  { kind: 'tell', told: { state: 'cancelled', attempt: 1, landed: 0, isSigned, asked: 0 } },
];

describe('a request without a signature', () => {
  test('that the signer refused had nothing on the chain: all of it was left to cancel', () => {
    expect(next(found(1, { state: 'rejected' }), ...noSecond)).toEqual(cancelled(false));
  });

  test('that is pending is cancelled at the signer, which is asked what came of it', () => {
    expect(next(found(1), ...noSecond)).toEqual(GIVE_UP);
    expect(next(found(1), ...noSecond, givenUp(1))).toEqual(FIND);
    const still = [found(1), ...noSecond, givenUp(1), found(1)];
    expect(next(...still)).toMatchObject(STOPPED);
    const patient = { signatureTimeoutMs: () => 60_000 };
    expect(cancelling(knownTo(patient, ...still))).toMatchObject([
      { kind: 'wait', pause: { reason: 'cancellation' } },
    ]);
  });

  test('that the signer does not show is settled there before it counts as none', () => {
    expect(next(none(1))).toEqual(GIVE_UP);
    expect(next(none(1), givenUp(1), none(1))).toEqual([{ kind: 'tell', told: { state: 'none' } }]);
    const search = { said: 'failed', error: new Error('silence') } as const;
    expect(next({ kind: 'found', attempt: 1, search })).toMatchObject(STOPPED);
  });
});

describe('a signed request', () => {
  test('is built anew and verified before anything is said of it', () => {
    expect(next(found(1, isSigned))).toEqual([{ kind: 'rebuild', attempt: 1 }]);
    expect(next(...rebuilt)).toEqual([{ kind: 'verify', attempt: 1, signatures: [] }]);
    expect(next(...rebuilt, verified)).toEqual([{ kind: 'find', attempt: 2 }]);
  });

  test('is left alone where it can’t be built anew', () => {
    expect(next(found(1, isSigned), irreproducible, ...noSecond)).toMatchObject(STOPPED);
  });

  test('has its number spent though its signature is invalid', () => {
    const invalid: Heard = { kind: 'invalid', attempt: 1, error: new Error('invalid') };
    const facts = [...rebuilt, invalid, ...noSecond, ...looked(1, 0, OPEN)];
    expect(next(...facts)).toEqual([{ kind: 'overwrite', attempt: 1, members: [0] }]);
  });

  test('that names no number can’t be cancelled', () => {
    const nameless = [found(1, { state: 'signed', signatures: [] }), built(1, 5n), verified];
    expect(next(...nameless, ...noSecond)).toMatchObject(NOT_CANCELLABLE);
  });

  test('has its number spent without effect, unless the chain has it', () => {
    const overwrite = [{ kind: 'overwrite', attempt: 1, members: [0] }];
    expect(next(...signed)).toMatchObject([{ kind: 'look', member: 0 }]);
    expect(next(...signed, ...looked(1, 0, OPEN))).toEqual(overwrite);
    expect(next(...signed, ...looked(1, 0, UNKNOWN))).toEqual(overwrite);
    expect(next(...signed, ...looked(1, 0, CONFIRMED))).toMatchObject(NOT_CANCELLABLE);
    expect(next(...signed, ...looked(1, 0, REPLACED))).toEqual(cancelled(true));
  });
});

describe('a signed batch', () => {
  const isBatch = { isBatch: true };
  const batch = [found(1, isSigned), builtRow(1, [5n, 6n]), verified, ...noSecond];

  test('has the numbers spent that are open, once something certain is known of all', () => {
    const landed = [...batch, ...looked(1, 0, CONFIRMED)];
    const overwrite = [{ kind: 'overwrite', attempt: 1, members: [1] }];
    expect(cancelling(knownTo(isBatch, ...landed, ...looked(1, 1, OPEN)))).toEqual(overwrite);
    const unsure = [...landed, ...looked(1, 1, UNKNOWN)];
    const error = new TransactionUnconfirmedError('unknown', 'pruned');
    expect(cancelling(knownTo(isBatch, ...unsure))).toMatchObject([{ told: { error } }]);
  });
});

describe('a transfer that the custody platform makes', () => {
  test('can’t be cancelled once it was sent', () => {
    const done = found(1, { ...transfer, state: 'signed' });
    expect(next(done, ...noSecond)).toMatchObject(NOT_CANCELLABLE);
  });

  test('can’t be cancelled while an earlier attempt is not refused', () => {
    const later = [found(2, { ...transfer, state: 'rejected' }), none(3), givenUp(3), none(3)];
    expect(next(found(1, transfer), ...later)).toMatchObject(NOT_CANCELLABLE);
  });

  test('is cancelled where it was refused, and has no hash', () => {
    const refused = found(1, { ...transfer, state: 'rejected' });
    expect(next(refused, ...noSecond)).toEqual(cancelled(false));
  });

  test.each(['native-transfer', 'raw'] as const)(
    'is looked for on the chain where it was refused as %s, but has a hash',
    (kind) => {
      const refused = [found(1, { kind, state: 'rejected', txHash: 'h' }), ...noSecond];
      const look = [{ kind: 'look-for-transfer' }];
      expect(next(...refused)).toMatchObject(look);
      const seen = (outcome: typeof CONFIRMED | typeof FAILED | undefined): Heard => {
        return { kind: 'transfer-seen', attempt: 1, seen: { number: undefined, outcome } };
      };
      expect(next(...refused, seen(undefined))).toMatchObject(STOPPED);
      for (const outcome of [CONFIRMED, FAILED]) {
        expect(next(...refused, seen(outcome))).toMatchObject(NOT_CANCELLABLE);
      }
    },
  );

  test('is none where its note has terms: its signature may be sent', () => {
    const relabelled = found(1, { ...transfer, state: 'rejected', note });
    expect(next(relabelled, ...noSecond)).toMatchObject([
      { told: { state: 'stopped', error: expect.any(TransactionUnconfirmedError) } },
    ]);
  });
});
