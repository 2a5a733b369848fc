import type { SigningRecord } from '../../signer/raw-signer.js';
import type { TransactionStatus } from '../chain.js';
import { type ChainOutcome, finalIn, type MemberState } from '../outcome.js';
import { readNote } from '../records/note.js';
import { twinIn } from '../records/twins.js';
import type { AttemptFacts, Facts, MemberFacts } from './facts.js';
import { type Age, expiredOrUnknown } from './plausible.js';
import { verdictOn } from './verdict.js';

/**
 * The combined status from the operators' latest answers about a transaction: nothing before it was looked up, or
 * while the operators that have not answered may decide it.
 */
export function statusOf<R>(
  facts: Facts<unknown, R>,
  member: MemberFacts<unknown, R>,
): TransactionStatus<R> | undefined {
  const { look, terms } = member;
  if (!look) return undefined;
  const { operators, agree, expiries } = facts.request.wanted;
  const { said, time } = look;
  // A single operator's answer is passed on unchanged.
  const told =
    operators === 1 ? said[0]?.status : verdictOn(said, agree, said.length === operators);
  if (told?.state !== 'expired' || told.by !== undefined) return told;
  const attempt = attemptOf(facts, member.attempt);
  if (!attempt) return told;
  // By the time of the clocks at the look-up: an expired transaction stays expired, even if a clock is set back.
  return expiredOrUnknown(expiries, terms, ageOf(attempt), time);
}

function ageOf(attempt: AttemptFacts): Age {
  const { since, built } = attempt;
  const record = recordOf(attempt);
  return { since, built: readNote(record?.note)?.built ?? built, record };
}

/** Whether a transaction's time is over, by clocks that no operator controls. */
export function isOverdue(
  { request }: Facts,
  attempt: AttemptFacts,
  { terms }: MemberFacts,
): boolean {
  if (terms.expiry === undefined) return false;
  const { expiries } = request.wanted;
  return expiredOrUnknown(expiries, terms, ageOf(attempt), request.time).state === 'expired';
}

/** Final outcomes never change. */
export function outcomeOf<R>(
  facts: Facts<unknown, R>,
  member: MemberFacts<unknown, R>,
): ChainOutcome<R> | undefined {
  const status = statusOf(facts, member);
  return status && finalIn(status);
}

/** Whether a transaction has to be looked up, because it never was, or because nothing certain is known. */
export function wantsLook(facts: Facts, member: MemberFacts): boolean {
  const status = statusOf(facts, member);
  return status === undefined || (status.state === 'unknown' && isStale(facts, member));
}

/** Whether the call has paused since it was looked up. */
export function isStale({ request }: Facts, { look }: MemberFacts): boolean {
  return look === undefined || look.pauses < request.pauses;
}

/** Whether a node has it, as far as is known. */
export function isSeen(facts: Facts, member: MemberFacts): boolean {
  const status = statusOf(facts, member);
  return status?.state === 'open' && status.seen;
}

/** Whether a node has accepted what this call sent, or has another transaction with its number. */
export function isTaken(facts: Facts, member: MemberFacts): boolean {
  const { sent, isMarked } = member;
  if (!sent) return false;
  // A node also shows transactions that it holds back, so being visible does not mean being on its way.
  const isOnItsWay = sent.last.state !== 'open' && isSeen(facts, member);
  const isThere = isOnItsWay || outcomeOf(facts, member) !== undefined;
  return isMarked === true || sent.last.state === 'accepted' || isThere || hasRival(member);
}

/** Whether every node refused it, and none can have it. */
export function isRefused({ sent }: MemberFacts): boolean {
  return sent?.last.state === 'refused' && !sent.mayHaveArrived;
}

/** Whether another request has its number, or a node keeps it back for one: those behind that need not wait. */
export function hasRival({ sent, turn }: MemberFacts): boolean {
  return turn === 'lost' || sent?.last.hasRival === true;
}

/** The state of a signed transaction. */
export function stateOf<R>(
  facts: Facts<unknown, R>,
  member: MemberFacts<unknown, R>,
): MemberState<R> {
  const status = statusOf(facts, member);
  const outcome = status && finalIn(status);
  if (outcome) return outcome;
  const last = member.sent?.last;
  if (last) {
    if (isRefused(member)) return { state: 'refused', code: last.code };
    const isDropped = status?.state === 'open' && !!status.dropped;
    const isDoubtful = status?.state === 'unknown' || isDropped || hasRival(member);
    const isInFlight = isTaken(facts, member) || last.state === 'open';
    return { state: isInFlight && !isDoubtful ? 'pending' : 'unknown' };
  }
  if (isSeen(facts, member)) return { state: 'pending' };
  // Another call may have sent what was found, and this one what it has its turn for.
  const isOurs = attemptOf(facts, member.attempt)?.search?.said !== 'record';
  const isUnsent = isOurs ? member.turn !== 'come' : isHeldBack(facts, member);
  return { state: isUnsent ? 'not-sent' : 'unknown' };
}

/** Whether no call sends it, since the member before it is known not to be confirmed. */
function isHeldBack(facts: Facts, { attempt: of, index }: MemberFacts): boolean {
  const before = membersOf(facts, { index: of })[index - 1];
  const status = before && statusOf(facts, before);
  const mayBeConfirmed = status?.state === 'confirmed' || status?.state === 'unknown';
  return stopsOnFailure(facts, attemptOf(facts, of)) && status !== undefined && !mayBeConfirmed;
}

export function attemptOf<R>(
  { request }: Facts<unknown, R>,
  index: number,
): AttemptFacts<R> | undefined {
  return request.attempts.find((attempt) => attempt.index === index);
}

export function membersOf<T, R>(
  { members }: Facts<T, R>,
  { index }: Pick<AttemptFacts, 'index'>,
): readonly MemberFacts<T, R>[] {
  return members.filter(({ attempt }) => attempt === index);
}

/** Whether this call has sent any of an attempt. */
export function isSentHere(facts: Facts, index: number): boolean {
  return membersOf(facts, { index }).some(({ sent }) => sent);
}

export function recordOf(attempt: AttemptFacts | undefined): SigningRecord | undefined {
  return attempt?.search?.said === 'record' ? attempt.search.record : undefined;
}

/** Whether a request for a signature is shown as a transfer of the custody platform's own. */
export function isRelabelled(record: SigningRecord): boolean {
  return record.kind === 'native-transfer' && hasTerms(record);
}

/**
 * Whether a request is for a transfer of the custody platform's own. Where it gave that up, and an answer doesn't say
 * what it was, the hash does: no request for a signature has one.
 */
export function isTransfer(record: SigningRecord): boolean {
  const isUnnamed = record.state === 'rejected' && record.txHash !== undefined;
  return record.kind === 'native-transfer' || (isUnnamed && !hasTerms(record));
}

/** As every request for the signature of a transaction has, and no other. */
function hasTerms({ note }: SigningRecord): boolean {
  const { terms, batch } = readNote(note) ?? {};
  return (terms ?? batch) !== undefined;
}

/** A look-up from before another fact may be out of date. */
export function isOlder(facts: Facts, member: MemberFacts, heard: number): boolean {
  return !statusOf(facts, member) || (member.look?.heard ?? 0) < heard;
}

/** The transfer that the custody platform made, once it reports it as completed, or the chain shows it so. */
export function transferOf(attempt: AttemptFacts): SigningRecord | undefined {
  if (attempt.asked?.said === 'transferred') return attempt.asked.record;
  const record = recordOf(attempt);
  if (!record || !isTransfer(record)) return undefined;
  const hasLanded = attempt.transfer?.seen.outcome?.state === 'confirmed';
  return record.state === 'signed' || hasLanded ? record : undefined;
}

/** Whether exactly the same bytes may be another key's transactions as well. */
export function isShared(facts: Facts, attempt: AttemptFacts): boolean {
  const { order, others, requestId } = attempt;
  if (readNote(recordOf(attempt)?.note)?.isShared) return true;
  if (order === undefined || order === 'irreproducible') return false;
  const hasTwin = others && (others === 'unknown' || twinIn(others, requestId, order.contents));
  if (order.isFixed || hasTwin) return true;
  // A hash that differs from ours belongs to the signature that another key requested.
  return membersOf(facts, attempt).some((member) => {
    const outcome = outcomeOf(facts, member);
    return member.signed && outcome && 'hash' in outcome && outcome.hash !== member.signed.hash;
  });
}

/** As the first request said, whatever a later call says. */
export function stopsOnFailure({ request }: Facts, attempt: AttemptFacts | undefined): boolean {
  const batch = readNote(recordOf(attempt)?.note)?.batch;
  return batch?.stopOnFailure ?? request.wanted.stopsOnFailure;
}
