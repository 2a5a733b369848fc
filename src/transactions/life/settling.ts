import { rowOf } from '../numbers.js';
import { type ChainOutcome, numberAfter } from '../outcome.js';
import type { Action, Settlement } from './actions.js';
import type { AttemptFacts, End, Facts, MemberFacts } from './facts.js';
import { leave } from './moves.js';
import { isTaken, membersOf, outcomeOf } from './status.js';

/** An attempt whose transactions all have their final outcome: the lane is told, and so the attempt is over. */
export function ended(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const own = membersOf(facts, attempt);
  const isExpired = own.every((member) => outcomeOf(facts, member)?.state === 'expired');
  return [leaving(facts, attempt, isExpired ? 'expired' : 'settled')];
}

/**
 * Leaves the lane according to the known outcomes. Further numbers are set aside only once the transaction that sets
 * them aside is confirmed; otherwise they are free.
 */
export function leaving(facts: Facts, attempt: AttemptFacts, end: End | undefined): Action {
  const own = membersOf(facts, attempt);
  const spent = own.filter((member) => isSpent(facts, member));
  const isAllSpent = spent.length === own.length && own.every((one) => isWhole(facts, one));
  const sent = spent.filter(({ isMarked }) => !isMarked).map(({ terms }) => terms.number.value);
  return {
    kind: 'leave',
    attempt: attempt.index,
    sent: isAllSpent ? [] : sent,
    rest: isAllSpent ? 'spent' : 'given-back',
    settled: own.flatMap((member) => settlementsOf(member, outcomeOf(facts, member))),
    end,
  };
}

function isSpent(facts: Facts, member: MemberFacts): boolean {
  const outcome = outcomeOf(facts, member);
  return outcome ? numberAfter(outcome) === 'spent' : isTaken(facts, member);
}

/** Whether every number that the transaction would set aside is its own by now. */
function isWhole(facts: Facts, member: MemberFacts): boolean {
  return (member.terms.span ?? 1) === 1 || outcomeOf(facts, member)?.state === 'confirmed';
}

/** The outcome of each number of a transaction, once the transaction's outcome is known. */
function settlementsOf(
  { terms }: MemberFacts,
  outcome: ChainOutcome<unknown> | undefined,
): readonly Settlement[] {
  if (!outcome) return [];
  const wasSetAside = outcome.state === 'confirmed' ? 'spent' : 'given-back';
  const { kind } = terms.number;
  return rowOf(terms).map((value, more) => ({
    number: { kind, value },
    outcome: more === 0 ? numberAfter(outcome) : wasSetAside,
  }));
}

/** A later attempt takes the place, and so the numbers, of one that may still land. */
export function followed(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const open = membersOf(facts, attempt).filter((member) => !outcomeOf(facts, member));
  const settled = open.map(({ terms: { number } }) => ({ number, outcome: 'given-back' }) as const);
  return [{ ...leave(attempt, 'given-back'), settled, end: 'followed' }];
}
