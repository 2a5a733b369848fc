import { describe, expect, test } from 'vitest';
import type { TransactionStatus } from '../../src/transactions/index.js';
import { ended, followed, leaving } from '../../src/transactions/life/settling.js';
import { attemptOf } from '../../src/transactions/life/status.js';
import { builtRow, type Heard, heard, looked, sent } from '../support/heard.js';

const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'h', code: 'no', result: 'done' } as const;
const REPLACED = { state: 'replaced', by: 'another' } as const;
const EXPIRED = { state: 'expired' } as const;
const OVERTAKEN = { state: 'expired', by: 'another' } as const;

const row = builtRow(1, [5n, 6n]);
/** A transaction that also sets two numbers aside. */
const creation: Heard = {
  kind: 'built',
  attempt: 1,
  order: { contents: ['5'], isFixed: false },
  built: undefined,
  members: [
    {
      transaction: '5',
      terms: { number: { kind: 'sequence', value: 5n }, fee: 1n, expiry: undefined, span: 3 },
    },
  ],
};
const accepted = (member: number) => sent(1, member, { state: 'accepted', code: 'ok' });
const marked = (member: number): Heard => ({ kind: 'marked', attempt: 1, member });
const are = (...statuses: readonly TransactionStatus<string>[]) =>
  statuses.flatMap((status, member) => looked(1, member, status));

function of<Result>(
  read: (
    facts: ReturnType<typeof heard>,
    attempt: NonNullable<ReturnType<typeof attemptOf>>,
  ) => Result,
  ...answers: readonly Heard[]
) {
  const facts = heard(...answers);
  const attempt = attemptOf(facts, 1);
  if (!attempt) throw new Error('there is no request');
  return read(facts, attempt);
}

const number = (value: bigint, outcome: 'spent' | 'given-back') => {
  return { number: { kind: 'sequence', value }, outcome };
};

describe('an attempt has expired', () => {
  const endOf = (...statuses: readonly TransactionStatus<string>[]) =>
    of(ended, row, ...are(...statuses)).map((action) => 'end' in action && action.end);

  test('where all of its transactions have', () => {
    expect(endOf(EXPIRED, EXPIRED)).toEqual(['expired']);
    expect(endOf(EXPIRED, CONFIRMED)).toEqual(['settled']);
    expect(endOf(CONFIRMED, FAILED)).toEqual(['settled']);
  });
});

describe('an attempt that leaves its lane', () => {
  const leaves = (...answers: readonly Heard[]) =>
    of((facts, attempt) => leaving(facts, attempt, undefined), ...answers);

  test('has spent all its numbers where a node has all its transactions', () => {
    expect(leaves(row, accepted(0), accepted(1))).toMatchObject({ sent: [], rest: 'spent' });
  });

  test('gives the others back, and names those that a node has, unless the lane knows', () => {
    const some = { rest: 'given-back', settled: [] };
    expect(leaves(row, accepted(0))).toMatchObject({ sent: [5n], ...some });
    expect(leaves(row, accepted(0), marked(0))).toMatchObject({ sent: [], ...some });
    expect(leaves(row)).toMatchObject({ sent: [], ...some });
  });

  test.each([
    [CONFIRMED, 'spent'],
    [FAILED, 'spent'],
    [REPLACED, 'spent'],
    [OVERTAKEN, 'spent'],
    [EXPIRED, 'given-back'],
  ] as const)('settles a number by its outcome: %o', (status, outcome) => {
    const rest = outcome;
    const settled = [number(5n, outcome), number(6n, outcome)];
    expect(leaves(row, ...are(status, status))).toMatchObject({ rest, settled });
  });

  test('sets numbers aside once that is confirmed, and not before', () => {
    const free = { rest: 'given-back', sent: [5n] };
    expect(leaves(creation, accepted(0))).toMatchObject({ ...free, settled: [] });
    const settled = [number(5n, 'spent'), number(6n, 'given-back'), number(7n, 'given-back')];
    expect(leaves(creation, ...are(FAILED))).toMatchObject({ ...free, settled });
    const all = [number(5n, 'spent'), number(6n, 'spent'), number(7n, 'spent')];
    expect(leaves(creation, ...are(CONFIRMED))).toMatchObject({ rest: 'spent', settled: all });
  });
});

describe('an attempt that a later one follows', () => {
  test('gives back the numbers that are open', () => {
    expect(of(followed, row, ...looked(1, 0, CONFIRMED))).toMatchObject([
      { kind: 'leave', settled: [number(6n, 'given-back')], end: 'followed' },
    ]);
  });
});
