// In the place of the package's own `fold`, where the moves of the simulation are held against the model's.

import type { Action } from '../../../src/transactions/life/actions.js';
import type { Answer } from '../../../src/transactions/life/answers.js';
import { decide } from '../../../src/transactions/life/decide.js';
import type { Facts, Wanted } from '../../../src/transactions/life/facts.js';
import { fold as itself } from '../../../src/transactions/life/fold.js';
import { moveOf } from '../../model/moves.js';

/** What was heard while what was wanted, in all processes of all schedules. */
export const MOVES = new Set<string>();

/** What calls knew after the answer before, by which they decided what they wanted. */
const known = new WeakMap<Wanted, readonly Action[]>();

export function fold<T, R>(before: Facts<T, R>, answer: Answer<T, R>): Facts<T, R> {
  const { wanted } = before.request;
  const actions = known.get(wanted) ?? decide(before.request, before.members);
  const move = moveOf(before, actions, answer);
  if (move !== undefined) MOVES.add(move);
  const after = itself(before, answer);
  known.set(wanted, decide(after.request, after.members));
  return after;
}
