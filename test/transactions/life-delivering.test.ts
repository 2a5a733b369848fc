import { describe, expect, test } from 'vitest';
import { TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { delivering } from '../../src/transactions/life/delivering.js';
import { attemptOf } from '../../src/transactions/life/status.js';
import {
  accepted,
  built,
  builtRow,
  type Carried,
  entered,
  found,
  type Heard,
  heard,
  heardBy,
  type Known,
  looked,
  marked,
  none,
  paused,
  turn,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const UNSEEN = { state: 'open', seen: false } as const;
const UNKNOWN = { state: 'unknown', reason: 'pruned' } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'h', code: 'no', result: 'done' } as const;
const EXPIRED = { state: 'expired' } as const;

function next(facts: Known) {
  const attempt = attemptOf(facts, 1);
  if (!attempt) throw new Error('there is no request');
  return delivering(facts, attempt);
}

/** A request that another call made, whose one transaction is signed. */
const signed: readonly Heard[] = [found(1, { state: 'signed' }), built(1, 5n), none(2)];
const gone: Heard = { kind: 'counted', attempt: 1, gone: [5n], next: 6n };

describe('what nobody can tell of, though its number is spent', () => {
  test('leaves the lane by itself, with its number as sent', () => {
    const unsure = heard(...signed, entered(1), ...looked(1, 0, UNKNOWN), gone);
    expect(next(unsure)).toMatchObject([{ kind: 'leave', rest: 'given-back', sent: [5n] }]);
  });

  test('is awaited where it never was in the lane', () => {
    const patient = { confirmTimeoutMs: () => 60_000 };
    const unsure = heardBy(patient, ...signed, ...looked(1, 0, UNKNOWN), gone);
    expect(next(unsure)).toMatchObject([{ kind: 'wait', pause: { reason: 'certainty' } }]);
  });
});

describe('a batch of which one has landed', () => {
  test('enters the lane to send the others, before anything is said of the one', () => {
    const row = signed.map((answer) => (answer.kind === 'built' ? builtRow(1, [5n, 6n]) : answer));
    const unseen = looked(1, 1, { ...OPEN, seen: false });
    const facts = heardBy({ isBatch: true }, ...row, ...looked(1, 0, CONFIRMED), ...unseen);
    expect(next(facts)).toMatchObject([{ kind: 'enter', numbers: [6n] }]);
  });
});

describe('what a node shows on its way', () => {
  test('is followed, whatever was counted as spent before', () => {
    const shown = heard(...signed, entered(1), ...looked(1, 0, OPEN), gone);
    expect(next(shown)).toMatchObject([{ kind: 'turn', attempt: 1, member: 0 }]);
  });
});

/** A request that this call made, whose transactions are in the lane. */
const own = (...values: readonly bigint[]) => [none(1), builtRow(1, values), entered(1)];
const MARK = { kind: 'mark', attempt: 1 };
const SEND = { kind: 'send', attempt: 1, member: 0, again: false };
const LOOK = { kind: 'look', attempt: 1, member: 0 };
describe('a signed request that was found', () => {
  const seen = looked(1, 0, UNSEEN);

  test('is sent where no later attempt exists, nor is wanted', () => {
    expect(next(heard(...signed, entered(1), ...seen))).toMatchObject([{ kind: 'turn' }]);
    expect(next(heardBy({ newAttempt: 3 }, ...signed, entered(1), ...seen))).toMatchObject([
      { kind: 'turn' },
    ]);
  });

  test.each<[string, Partial<Carried>, readonly Heard[]]>([
    ['exists', {}, [found(2)]],
    ['is wanted', { newAttempt: 2 }, []],
  ])('is left to a later attempt that %s', (_, wanted, more) => {
    expect(next(heardBy(wanted, ...signed, ...more, ...seen))).toMatchObject([
      { kind: 'leave', end: 'followed' },
    ]);
  });
});

describe('while nothing certain is known of a number that is not spent', () => {
  const error = new TransactionUnconfirmedError('unknown', 'pruned');
  const pruned = { kind: 'tell', told: { state: 'stopped', attempt: 1, error } };
  const unspent: Heard = { kind: 'counted', attempt: 1, gone: [], next: 5n };
  const overdue = (...answers: readonly Heard[]) => {
    const request = [found(1, { state: 'signed' }), built(1, 5n, 10n), none(2), ...answers];
    const facts = heard(...request, ...looked(1, 0, UNKNOWN), unspent);
    const time = { ...facts.request.time, monotonic: 1_000_000 };
    return { ...facts, request: { ...facts.request, time } };
  };

  test('the number goes to others once the transaction’s time is over', () => {
    expect(next(overdue(entered(1)))).toMatchObject([
      { kind: 'leave', rest: 'given-back', end: undefined },
    ]);
    expect(next(overdue())).toMatchObject([pruned]);
    expect(next(heard(...signed, entered(1), ...looked(1, 0, UNKNOWN), unspent))).toMatchObject([
      pruned,
    ]);
  });
});

describe('a transaction whose number was given to another request', () => {
  const patient = { confirmTimeoutMs: () => 60_000, resubmitAfterMs: 1 };
  const lost: Heard = { kind: 'turn-lost', attempt: 1, member: 0 };
  const known = [...signed, ...looked(1, 0, UNSEEN), entered(1), lost];

  test('is looked up until its outcome is known, and never sent', () => {
    expect(next(paused(heardBy(patient, ...known), 30_000))).toMatchObject([{ kind: 'look' }]);
    const unseen = heardBy(patient, ...known, ...looked(1, 0, UNSEEN));
    expect(next(unseen)).toMatchObject([{ kind: 'wait', pause: { reason: 'confirmation' } }]);
    const time = { ...unseen.request.time, monotonic: 30_000 };
    expect(next({ ...unseen, request: { ...unseen.request, time } })).toMatchObject([
      { kind: 'wait', pause: { reason: 'confirmation' } },
    ]);
    const replaced = looked(1, 0, { state: 'replaced', by: 'another' });
    expect(next(heardBy(patient, ...known, ...replaced))).toMatchObject([
      { kind: 'leave', rest: 'spent', end: 'settled' },
    ]);
  });

  test('is unknown when the time is up, and for a call that waits for its lane at once', () => {
    const unconfirmed = { kind: 'tell', told: { state: 'stopped', error: { status: 'unknown' } } };
    const hasty = { confirmTimeoutMs: () => 0 };
    expect(next(heardBy(hasty, ...known))).toMatchObject([unconfirmed]);
    const finishing = { ...patient, purpose: 'finish' } as const;
    expect(next(heardBy(finishing, ...known))).toMatchObject([unconfirmed]);
  });

  test('does not end a batch before what else is unknown of it was looked up again', () => {
    const row = signed.map((answer) => (answer.kind === 'built' ? builtRow(1, [5n, 6n]) : answer));
    const second: Heard = { kind: 'turn-lost', attempt: 1, member: 1 };
    const seen = [...looked(1, 0, UNKNOWN), ...looked(1, 1, UNSEEN)];
    const facts = heardBy({ ...patient, isBatch: true }, ...row, ...seen, gone, entered(1), second);
    expect(next(paused(facts))).toMatchObject([
      { kind: 'look', member: 0 },
      { kind: 'look', member: 1 },
    ]);
  });
});

describe('transactions are sent', () => {
  const to = { stopsOnFailure: true };

  test('each in its turn, unless a Ticket stands for its number, or no lane is used', () => {
    expect(next(heard(...own(5n)))).toMatchObject([{ kind: 'turn', member: 0 }]);
    expect(next(heard(...own(5n), turn(0)))).toEqual([SEND]);
    expect(next(heardBy({ purpose: 'deliver' }, none(1), built(1, 5n)))).toEqual([SEND]);
    const number = { kind: 'ticket', value: 5n } as const;
    const terms = { number, fee: 1n, expiry: undefined };
    const order = { contents: ['5'], isFixed: false };
    const members = [{ transaction: '5', terms }];
    const ticket: Heard = { kind: 'built', attempt: 1, order, built: undefined, members };
    expect(next(heard(none(1), ticket, entered(1)))).toEqual([SEND]);
  });

  test('one after the other, and the lane is left once a node has all', () => {
    const first = [...own(5n, 6n), turn(0), accepted(0)];
    expect(next(heard(...first))).toEqual([{ ...MARK, member: 0 }]);
    const second = [...first, marked(0), turn(1), accepted(1)];
    expect(next(heard(...first, marked(0)))).toMatchObject([{ kind: 'turn', member: 1 }]);
    expect(next(heard(...second))).toMatchObject([{ kind: 'leave', sent: [], rest: 'spent' }]);
  });

  test('the next only once one is confirmed, where a failure stops the rest', () => {
    const first = [...own(5n, 6n), turn(0), accepted(0), marked(0)];
    expect(next(heardBy(to, ...first))).toMatchObject([{ ...LOOK, patient: true }]);
    expect(next(heardBy(to, ...first, ...looked(1, 0, CONFIRMED)))).toMatchObject([
      { kind: 'turn', member: 1 },
    ]);
    expect(next(heardBy(to, ...first, ...looked(1, 0, FAILED)))).toMatchObject([
      { kind: 'leave', sent: [], rest: 'given-back' },
    ]);
    expect(next(heard(...first, ...looked(1, 0, FAILED)))).toMatchObject([
      { kind: 'turn', member: 1 },
    ]);
  });

  test('the next only once one is confirmed that sets numbers aside', () => {
    const number = { kind: 'sequence', value: 5n } as const;
    const terms = { number, fee: 1n, expiry: undefined };
    const order = { contents: ['5', '8'], isFixed: false };
    const members = [
      { transaction: '5', terms: { ...terms, span: 3 } },
      { transaction: '8', terms: { ...terms, number: { ...number, value: 8n } } },
    ];
    const row: Heard = { kind: 'built', attempt: 1, order, built: undefined, members };
    const facts = heard(none(1), row, entered(1), turn(0), accepted(0));
    expect(next(facts)).toMatchObject([{ ...LOOK, patient: true }]);
  });

  test('and what is over is marked in the lane, unless its number is free', () => {
    const one = [...own(5n, 6n), turn(1)];
    const marks = [{ ...MARK, member: 0 }];
    expect(next(heard(...one, ...looked(1, 0, CONFIRMED)))).toEqual(marks);
    expect(next(heard(...one, ...looked(1, 0, EXPIRED)))).toMatchObject([{ ...SEND, member: 1 }]);
    const wasSent = [...one, turn(0), accepted(0), ...looked(1, 0, EXPIRED)];
    expect(next(heard(...wasSent))).toEqual(marks);
  });
});
