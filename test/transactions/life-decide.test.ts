import { describe, expect, test } from 'vitest';
import { decide } from '../../src/transactions/life/decide.js';
import type { End } from '../../src/transactions/life/facts.js';
import { type Heard, heardBy, type Known, left, none } from '../support/heard.js';

const next = ({ request, members }: Known) => decide(request, members).map(({ kind }) => kind);

const over = (attempt: number, end: End): readonly Heard[] => [none(attempt), left(attempt, end)];

describe('a later attempt', () => {
  const signsAnew = { resigns: true, maxAttempts: 3 };
  const made = ['enter'];

  test('is made by itself once the one before has expired', () => {
    expect(next(heardBy(signsAnew, ...over(1, 'expired'), none(2)))).toEqual(made);
    expect(next(heardBy(signsAnew, ...over(1, 'rejected'), none(2)))).not.toEqual(made);
  });

  test('goes by the latest that has a last word of its own', () => {
    const followed = [...over(1, 'expired'), ...over(2, 'followed'), none(3)];
    expect(next(heardBy(signsAnew, ...followed))).toEqual(made);
  });

  test('that the caller names is made unless this call has asked for another', () => {
    const named = { newAttempt: 2 };
    const asked: Heard = {
      kind: 'asked',
      attempt: 1,
      asked: { said: 'unclear', error: 'silence' },
      custodyId: undefined,
    };
    expect(next(heardBy(named, ...over(1, 'settled'), none(2)))).toEqual(made);
    const afterAnother = [none(1), asked, left(1, 'settled'), none(2)];
    expect(next(heardBy(named, ...afterAnother))).not.toEqual(made);
  });
});
