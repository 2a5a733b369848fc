import { describe, expect, test } from 'vitest';
import { type Step, stepsIn } from '../../src/server/steps.js';
import type { TransactionEvent } from '../../src/transactions/index.js';

const base = { chain: 'fake:1', vaultAccountId: '0', idempotencyKey: 'k', attempt: 1 } as const;

/** The steps of events, each with how long it took, in the seconds at which they came. */
function stepsOf(events: readonly (readonly [at: number, more: object])[]) {
  const steps: Step[] = [];
  const listen = stepsIn((step) => steps.push(step));
  for (const [at, more] of events) {
    listen({ ...base, at: at * 1_000, durationMs: 0, ...more } as TransactionEvent);
  }
  return steps.map(({ name, startedAt, endedAt }) => [name, (endedAt - startedAt) / 1_000]);
}

const PREPARED = { type: 'prepared' };
const SUBMITTED = { type: 'submitted' };

describe('the step in which a transaction is confirmed', () => {
  test('begins when it was sent', () => {
    const events = [
      [1, PREPARED],
      [60, { type: 'signed', durationMs: 59_000 }],
      [61, SUBMITTED],
      [65, { type: 'final', durationMs: 65_000, outcome: 'confirmed' }],
    ] as const;
    expect(stepsOf(events)).toContainEqual(['confirm', 4]);
  });

  test('is none where the last request of a batch was never sent', () => {
    const events = [
      [1, PREPARED],
      [2, SUBMITTED],
      [6, PREPARED],
      [3_600, { type: 'final', durationMs: 3_600_000, outcome: 'rejected' }],
    ] as const;
    expect(stepsOf(events).map(([name]) => name)).toEqual(['prepare', 'submit', 'prepare']);
  });
});
