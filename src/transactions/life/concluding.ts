import { TransactionRefusedError } from '../errors.js';
import { isLanded } from '../outcome.js';
import { rejectionOf } from '../records/records.js';
import type { Action } from './actions.js';
import type { AttemptFacts, Facts, MemberFacts } from './facts.js';
import { LOOK_UPS, look, mayStillLand, stop } from './moves.js';
import {
  isOlder,
  isRefused,
  membersOf,
  outcomeOf,
  recordOf,
  statusOf,
  transferOf,
} from './status.js';
import type { Told } from './told.js';

/** Whether an attempt alone decides its key's answer, whatever the outcome of the others. */
export function isConclusive(facts: Facts, attempt: AttemptFacts): boolean {
  const { isBatch } = facts.request.wanted;
  if (attempt.end === undefined) return false;
  if (transferOf(attempt)) return true;
  const outcomes = membersOf(facts, attempt).map((member) => outcomeOf(facts, member));
  return outcomes.some((one) => (isBatch ? isLanded(one) : one?.state === 'confirmed'));
}

/**
 * No attempt is left to follow. A key's answer is final only when no attempt under it can still have an effect: an
 * earlier one that is signed may land even though another was refused, or has expired.
 */
export function concluding(facts: Facts): readonly Action[] {
  const over = facts.request.attempts.filter(({ end }) => end !== undefined);
  const last = over.findLast(({ end }) => end !== 'followed') ?? over.at(-1);
  if (!last) return [{ kind: 'tell', told: { state: 'none' } }];
  if (isConclusive(facts, last)) return telling(facts, last);
  // A caller that asked again had received the earlier failures; of the other attempts the chain has at most one.
  const hasLanded = (one: AttemptFacts) => membersOf(facts, one).some(hasLandedIn(facts));
  const isAnswer = last.end === 'rejected' || hasLanded(last);
  const isInQuestion = ({ end }: AttemptFacts) => !isAnswer || end !== 'settled';
  const earlier = over.filter((other) => other !== last && isInQuestion(other));
  // Of those that were signed, whose end rests on an operator's or the signer's statement.
  const mayLand = earlier.filter(({ end }) => end === 'expired' || end === 'followed');
  const others = mayLand.flatMap((other) => membersOf(facts, other));
  const conclusive = earlier.find((other) => isConclusive(facts, other));
  if (conclusive) return telling(facts, conclusive);
  const older = others.filter((member) => isOlder(facts, member, last.heard));
  if (older.length > 0) return older.map((member) => look(facts, member));
  const isOpen = others.some((member) => !outcomeOf(facts, member));
  if (isOpen) return stop(last.index, mayStillLand());
  return telling(facts, earlier.find(hasLanded) ?? last);
}

function hasLandedIn(facts: Facts): (member: MemberFacts) => boolean {
  return (member) => isLanded(outcomeOf(facts, member));
}

/** Reports how an attempt ended, or how far it has come. */
export function telling(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const own = membersOf(facts, attempt);
  const hasLanded = own.some(hasLandedIn(facts));
  // Of a batch that was refused, as the signer says, the first to be found has not answered for the others.
  const isUnseen = (member: MemberFacts) => !member.signed && !statusOf(facts, member);
  const unseen = hasLanded ? own.filter(isUnseen).slice(0, LOOK_UPS) : [];
  if (unseen.length > 0) return unseen.map((member) => look(facts, member));
  // For a request that was found, it is not known here whether another key's request is for the same bytes.
  if (hasLanded && recordOf(attempt) && attempt.others === undefined) {
    return [{ kind: 'list-others', attempt: attempt.index }];
  }
  const refused = facts.request.wanted.isBatch ? undefined : own.find(isRefused);
  if (refused?.sent?.last.state === 'refused') {
    const { code, message } = refused.sent.last;
    return stop(attempt.index, new TransactionRefusedError(code, message));
  }
  return [{ kind: 'tell', told: toldOf(facts, attempt, own) }];
}

function toldOf(facts: Facts, attempt: AttemptFacts, own: readonly MemberFacts[]): Told {
  const { index, asked, transfer } = attempt;
  const done = transferOf(attempt);
  if (done) return { state: 'transferred', attempt: index, transfer: done };
  const [first] = own;
  if (first?.signed) return { state: 'signed', attempt: index };
  const hasEnded = transfer?.seen.outcome ?? (first && outcomeOf(facts, first));
  if (hasEnded) return { state: 'ended', attempt: index };
  const record = recordOf(attempt);
  const error = asked && 'error' in asked ? asked.error : record && rejectionOf(record);
  return { state: 'rejected', attempt: index, error };
}
