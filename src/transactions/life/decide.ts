import type { Action } from './actions.js';
import { adopting } from './adopting.js';
import { concluding, isConclusive } from './concluding.js';
import { delivering } from './delivering.js';
import {
  type AttemptFacts,
  type Facts,
  type MemberFacts,
  type RequestFacts,
  unheardOf,
  type Wanted,
} from './facts.js';
import { making } from './making.js';
import { find, giveBack, stop, unfound } from './moves.js';
import { attemptOf, recordOf } from './status.js';

/**
 * The life of a transaction: what to do next, from the facts that were received so far. It is pure and total, and no
 * other code decides. A call that has no facts yet, such as one in a new process, begins with no attempts.
 *
 * find, or take a place in the lane and read -> reserve -> build -> ask -> verify -> send -> leave -> look
 */
export function decide(request: RequestFacts, members: readonly MemberFacts[]): readonly Action[] {
  const facts = { request, members };
  const { wanted } = request;
  switch (wanted.purpose) {
    case 'cancel':
      return wanted.cancelling(facts);
    case 'deliver':
      return isOver(facts) ? concluding(facts) : delivering(facts, currentOf(facts));
    default:
      return carrying(facts, currentOf(facts));
  }
}

function isOver({ request }: Facts): boolean {
  return request.attempts.every(({ end }) => end !== undefined);
}

/** The first attempt that is not over, or the one that would come next. */
function currentOf({ request }: Facts): AttemptFacts {
  const { attempts } = request;
  const open = attempts.find(({ end }) => end === undefined);
  return open ?? unheardOf(request, (attempts.at(-1)?.index ?? 0) + 1);
}

function carrying(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { purpose } = facts.request.wanted;
  const [first] = facts.request.attempts;
  // A caller that waits for the numbers of one attempt does not need the next.
  const isNext = first !== undefined && attempt.index > first.index;
  if (isNext && purpose === 'finish') return [{ kind: 'tell', told: { state: 'finished' } }];
  const previous = attemptOf(facts, attempt.index - 1);
  if (previous && isConclusive(facts, previous)) return concluding(facts);
  const record = recordOf(attempt);
  if (record) return adopting(facts, attempt, record);
  return mayMake(facts, attempt) ? making(facts, attempt) : seeking(facts, attempt);
}

/** An attempt that this call may not begin: it exists, or the earlier attempts decide the answer. */
function seeking(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { search, index, place } = attempt;
  if (place === 'held') return giveBack(attempt);
  if (search?.said === 'failed') return stop(index, unfound(attempt, search.error));
  return facts.request.wanted.mayExist && !search ? [find(index)] : concluding(facts);
}

/** Whether an attempt that does not exist may be made. A second approval is requested only for a reason. */
function mayMake({ request }: Facts, attempt: AttemptFacts): boolean {
  const { wanted, attempts, isCancelled } = request;
  const { newAttempt, resigns, maxAttempts } = wanted;
  const { index, asked, isCommitted } = attempt;
  if (!wanted.canMake) return false;
  // What may exist is followed to its end, though the key was cancelled meanwhile.
  if (asked || isCommitted) return true;
  if (isCancelled && isLater(wanted, index)) return false;
  if (index === 1) return true;
  // `newAttempt` allows one request for one approval; a call that has just made a request has used it.
  if (newAttempt === index) return !attempts.some((other) => other !== attempt && isBegun(other));
  // An attempt that has a later one has no final outcome of its own.
  const before = attempts.findLast((other) => other.index < index && other.end !== 'followed');
  return resigns && before?.end === 'expired' && index <= maxAttempts;
}

/**
 * Whether a cancelled key's request is not made any more: a later attempt, or one of the later requests of a batch.
 * Cancelling settles the first.
 */
export function isLater({ chunk }: Pick<Wanted, 'chunk'>, index: number): boolean {
  return index > 1 || chunk > 0;
}

function isBegun(attempt: AttemptFacts): boolean {
  return attempt.numbers !== undefined || (attempt.asked !== undefined && !recordOf(attempt));
}
