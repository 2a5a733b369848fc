import { describe, expect, test } from 'vitest';
import {
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import { concluding, isConclusive } from '../../src/transactions/life/concluding.js';
import { attemptOf } from '../../src/transactions/life/status.js';
import {
  built,
  builtRow,
  type Carried,
  found,
  type Heard,
  heard,
  heardBy,
  left,
  looked,
  sent,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'h', code: 'no', result: 'done' } as const;
const EXPIRED = { state: 'expired' } as const;
const REPLACED = { state: 'replaced', by: 'another' } as const;

const next = (...answers: readonly Heard[]) => concluding(heard(...answers));

/** An attempt with one transaction, made by this call. */
const made = (attempt: number): readonly Heard[] => [
  built(attempt, BigInt(4 + attempt)),
  { kind: 'verified', attempt, signed: [{ hash: `hash-${attempt}`, blob: '' }] },
];
const rejected: Heard = {
  kind: 'asked',
  attempt: 2,
  asked: { said: 'rejected', error: new Error('no'), txHash: undefined },
  custodyId: undefined,
};
const over = [left(1, 'expired'), ...looked(1, 0, EXPIRED)];

const told = (attempt: number, state = 'signed') => [{ kind: 'tell', told: { state, attempt } }];

describe('an attempt alone decides its key’s answer', () => {
  const decides = (wanted: Partial<Carried>, ...answers: readonly Heard[]) => {
    const facts = heardBy(wanted, ...answers);
    const attempt = attemptOf(facts, 1);
    return attempt && isConclusive(facts, attempt);
  };

  test('once it is over and its transaction is confirmed', () => {
    expect(decides({}, ...made(1), ...looked(1, 0, CONFIRMED))).toBe(false);
    const settled = [...made(1), left(1, 'settled')];
    expect(decides({}, ...settled, ...looked(1, 0, CONFIRMED))).toBe(true);
    expect(decides({}, ...settled, ...looked(1, 0, FAILED))).toBe(false);
    expect(decides({}, ...settled, ...looked(1, 0, OPEN))).toBe(false);
  });

  test('where it is a batch’s, once the chain has one of its transactions', () => {
    const batch = [builtRow(1, [5n, 6n]), left(1, 'settled')];
    const isBatch = { isBatch: true };
    expect(decides(isBatch, ...batch, ...looked(1, 1, FAILED))).toBe(true);
    expect(decides(isBatch, ...batch, ...looked(1, 1, REPLACED))).toBe(false);
  });
});

describe('the answer of a key', () => {
  test('is that there is nothing, where there is nothing', () => {
    expect(next()).toEqual([{ kind: 'tell', told: { state: 'none' } }]);
    expect(next(...made(1))).toEqual([{ kind: 'tell', told: { state: 'none' } }]);
  });

  test('is the latest attempt’s that has a last word of its own', () => {
    const followed = [...made(2), left(2, 'followed'), ...looked(2, 0, REPLACED)];
    expect(next(...made(1), ...over, ...followed)).toEqual(told(1));
  });

  test('is an earlier attempt’s that has landed though it had expired', () => {
    const later = [...made(2), left(2, 'expired'), ...looked(2, 0, EXPIRED)];
    const landed = looked(1, 0, CONFIRMED);
    expect(next(...made(1), left(1, 'expired'), ...later, ...landed)).toEqual(told(1));
  });

  test('is the latest’s, where an earlier failure had been told', () => {
    const failed = [...made(1), left(1, 'settled'), ...looked(1, 0, FAILED)];
    expect(next(...failed, ...made(2), left(2, 'settled'), ...looked(2, 0, FAILED))).toEqual(
      told(2),
    );
    expect(next(...failed, rejected, left(2, 'rejected'))).toMatchObject(told(2, 'rejected'));
  });

  test('is the earlier failure where the latest came to nothing', () => {
    const failed = [...made(1), left(1, 'settled'), ...looked(1, 0, FAILED)];
    const expired = [...made(2), left(2, 'expired'), ...looked(2, 0, EXPIRED)];
    expect(next(...failed, ...expired)).toEqual(told(1));
  });

  test('is no earlier failure where another attempt has paid, or may have', () => {
    const failed = [...made(1), left(1, 'settled'), ...looked(1, 0, FAILED)];
    const second = [...made(2), left(2, 'expired')];
    const third = [...made(3), left(3, 'settled'), ...looked(3, 0, REPLACED)];
    const [paid, gone] = [looked(2, 0, CONFIRMED), looked(2, 0, EXPIRED)];
    expect(next(...failed, ...second, ...third, ...paid)).toEqual(told(2));
    expect(next(...failed, ...second, ...gone, ...third)).toMatchObject([
      { kind: 'look', attempt: 2 },
    ]);
    expect(next(...failed, ...second, ...third, ...gone)).toEqual(told(1));
  });

  test('is not told before an earlier attempt was looked up again', () => {
    expect(next(...made(1), ...over, rejected, left(2, 'rejected'))).toMatchObject([
      { kind: 'look', attempt: 1 },
    ]);
  });

  test.each(['expired', 'followed'] as const)(
    'is not told while one may land that is %s',
    (end) => {
      const later = [rejected, left(2, 'rejected')];
      const error = new TransactionUnconfirmedError('unknown', 'an earlier attempt may still land');
      expect(next(...made(1), left(1, end), ...later, ...looked(1, 0, OPEN))).toMatchObject([
        { told: { state: 'stopped', attempt: 2, error } },
      ]);
    },
  );

  test('waits for no attempt that was refused', () => {
    const earlier = [found(1, { state: 'rejected' }), built(1, 5n), left(1, 'rejected')];
    const later = [rejected, left(2, 'rejected')];
    expect(next(...earlier, ...later)).toMatchObject(told(2, 'rejected'));
  });

  test('is not questioned by its own transaction being open', () => {
    const alone = [...made(1), left(1, 'expired'), ...looked(1, 0, OPEN)];
    expect(next(...alone)).toEqual(told(1));
  });
});

describe('of a request that was found', () => {
  const settled = [found(1, { state: 'signed' }), ...made(1), left(1, 'settled')];
  const others: Heard = { kind: 'others-listed', attempt: 1, others: [] };

  test('it is told whether what has landed may be another key’s', () => {
    const landed = [...settled, ...looked(1, 0, CONFIRMED)];
    expect(next(...landed)).toEqual([{ kind: 'list-others', attempt: 1 }]);
    expect(next(...landed, others)).toEqual(told(1));
    expect(next(...settled, ...looked(1, 0, REPLACED))).toEqual(told(1));
  });

  test('that every node refused, the node’s reason is told', () => {
    const refusal = sent(1, 0, { state: 'refused', code: 'no', message: 'bad' });
    const error = new TransactionRefusedError('no', 'bad');
    expect(next(...settled, refusal)).toMatchObject([{ told: { state: 'stopped', error } }]);
  });
});
