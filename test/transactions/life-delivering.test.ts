import { describe, expect, test } from 'vitest';
import { delivering } from '../../src/transactions/life/delivering.js';
import { attemptOf } from '../../src/transactions/life/status.js';
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
  none,
} from '../support/heard.js';

const OPEN = { state: 'open', seen: true } as const;
const UNKNOWN = { state: 'unknown', reason: 'pruned' } as const;
const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;

function next(facts: Known) {
  const attempt = attemptOf(facts, 1);
  if (!attempt) throw new Error('there is no request');
  return delivering(facts, attempt);
}

/** A request that another call made, whose one transaction is signed. */
const signed: readonly Heard[] = [found(1, { state: 'signed' }), built(1, 5n), none(2)];
const gone: Heard = { kind: 'counted', attempt: 1, gone: [5n] };

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
