import type { PollPace } from '../../core/poll.js';
import type { Obstacle } from '../chain.js';
import { heldUpBy, TransactionBlockedError, TransactionUnconfirmedError } from '../errors.js';
import { numberAfter } from '../outcome.js';
import type { Action } from './actions.js';
import { telling } from './concluding.js';
import type { AttemptFacts, Facts, MemberFacts } from './facts.js';
import {
  find,
  giveBack,
  LOOK_UPS,
  leave,
  look,
  pauseForCertainty,
  pauseOf,
  stop,
  unfound,
  unknownFor,
} from './moves.js';
import { ended, followed, leaving } from './settling.js';
import {
  attemptOf,
  hasRival,
  isOverdue,
  isRefused,
  isSeen,
  isStale,
  isTaken,
  membersOf,
  outcomeOf,
  recordOf,
  statusOf,
  stopsOnFailure,
  wantsLook,
} from './status.js';

/** How long a transaction is sent again to a node that is busy, or can't be reached. */
const SUBMIT_TIMEOUT_MS = 60_000;
const SUBMIT_PACE: PollPace = { firstMs: 500, factor: 2, maxMs: 5_000 };

const RIVAL = 'its number is in use by another transaction';

/** Signed transactions: they are looked up, unless no other call can have sent them; then sent, then confirmed. */
export function delivering(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { purpose } = facts.request.wanted;
  const own = membersOf(facts, attempt);
  if (own.every((member) => outcomeOf(facts, member))) return ended(facts, attempt);
  const isBegun = own.some(({ turn, sent }) => turn || sent);
  if (isBegun && attempt.place === 'left') {
    const blocked = own.find(({ sent }) => sent?.last.state === 'open');
    if (blocked) return heldUp(facts, attempt, blocked);
    if (purpose !== 'finish') return confirming(facts, attempt, own);
    const lost = own.find(({ turn }) => turn === 'lost');
    if (lost) return stop(attempt.index, unconfirmed(facts, lost));
    return [{ kind: 'tell', told: { state: 'finished' } }];
  }
  const looks = isBegun || !recordOf(attempt) ? undefined : looking(facts, attempt, own);
  return looks ?? sending(facts, attempt, own);
}

/**
 * The outcome of transactions that other calls may have sent, and whether a later attempt exists. A transaction about
 * which nothing certain is known is never sent: its number may have been spent on it.
 */
function looking(
  facts: Facts,
  attempt: AttemptFacts,
  own: readonly MemberFacts[],
): readonly Action[] | undefined {
  const { isBatch, newAttempt, canMake } = facts.request.wanted;
  const { index } = attempt;
  const next = attemptOf(facts, index + 1)?.search;
  const seeks = next ? [] : [find(index + 1)];
  const looks = own.filter((member) => wantsLook(facts, member)).slice(0, LOOK_UPS);
  const asks = [...looks.map((member) => look(facts, member)), ...seeks];
  if (asks.length > 0) return asks;
  if (next?.said === 'failed') return stop(index, unfound(attempt, next.error));
  const unsure = own.filter((member) => statusOf(facts, member)?.state === 'unknown');
  const doubts = doubting(facts, attempt, own, unsure);
  if (doubts) return doubts;
  // A transaction that a node knows is on its way, so no new attempt begins.
  const isOnItsWay = own.some((member) => isSeen(facts, member));
  const isWanted = canMake && !isBatch && newAttempt === index + 1 && !isOnItsWay;
  return next?.said === 'record' || isWanted ? followed(facts, attempt) : undefined;
}

/**
 * Nothing certain is known about some members. Pruned history may hide for good which transaction spent a number, but
 * not that it is spent: then the member holds up neither the lane nor the rest of a batch.
 */
function doubting(
  facts: Facts,
  attempt: AttemptFacts,
  own: readonly MemberFacts[],
  unsure: readonly MemberFacts[],
): readonly Action[] | undefined {
  const { index, place, gone } = attempt;
  const [first] = unsure;
  const blocking =
    unsure.find((member) => !isGone(attempt, member)) ??
    (stopsOnFailure(facts, attempt) ? first : undefined);
  if (!first) return undefined;
  if (!gone) return [{ kind: 'count', attempt: index }];
  if (!blocking && unsure.length < own.length) return undefined;
  // All numbers that are gone are spent, and the rest of a row that would have been set aside is free.
  if (place === 'held' && !blocking) return [{ ...leave(attempt, 'given-back'), sent: gone }];
  const paused = pauseForCertainty(facts, { attempt: index, member: first.index });
  if (paused) return paused;
  // Giving the number to waiting requests, though it may be spent, is better than giving them none: the chain accepts
  // one of two.
  if (place === 'held' && isOverdue(facts, attempt, first)) return giveBack(attempt);
  return stop(index, unconfirmed(facts, first));
}

/** Whether the number of a transaction is spent, where the outcome of the transaction is unknown. */
function isGone({ gone }: AttemptFacts, { terms }: MemberFacts): boolean {
  return gone?.includes(terms.number.value) === true;
}

/** Sends the members that are not over, in order, and leaves the lane. */
function sending(
  facts: Facts,
  attempt: AttemptFacts,
  own: readonly MemberFacts[],
): readonly Action[] {
  const { index, place } = attempt;
  const hasLane = facts.request.wanted.purpose !== 'deliver';
  const stops = stopsOnFailure(facts, attempt);
  for (const member of own) {
    const outcome = outcomeOf(facts, member);
    const mark = { kind: 'mark', attempt: index, member: member.index } as const;
    const isHalted = stops && outcome !== undefined && outcome.state !== 'confirmed';
    if (isHalted || isRefused(member)) break;
    // When a member's number is spent, the next members are sent, even if its outcome is unknown.
    const isOver =
      outcome ?? (statusOf(facts, member)?.state === 'unknown' && isGone(attempt, member));
    if (isOver) {
      const isSpent = !outcome || member.sent !== undefined || numberAfter(outcome) === 'spent';
      const isUnmarked = place === 'held' && !member.isMarked && isSpent;
      if (isUnmarked) return [mark];
      continue;
    }
    if (!isTaken(facts, member)) {
      const mustEnter = hasLane && place !== 'held';
      return mustEnter ? [enterToSend(facts, attempt, own)] : submitting(facts, attempt, member);
    }
    const isLast = member === own.at(-1);
    const { span = 1 } = member.terms;
    // The next number is not known before it is known whether numbers were set aside.
    if (span > 1) return confirming(facts, attempt, [member]);
    if (!member.isMarked && (stops || !isLast || !hasLane)) return [mark];
    if (stops) return confirming(facts, attempt, [member]);
  }
  return place === 'held' ? [leaving(facts, attempt, undefined)] : confirming(facts, attempt, own);
}

function enterToSend(facts: Facts, attempt: AttemptFacts, own: readonly MemberFacts[]): Action {
  const open = own.filter((member) => !outcomeOf(facts, member)).map(({ terms }) => terms.number);
  const lane = open[0]?.kind ?? 'sequence';
  const numbers = open.map(({ value }) => value);
  return { kind: 'enter', attempt: attempt.index, lane, waits: true, numbers };
}

/**
 * Sends one member until a node has it. After anything but a clear answer it is looked up before it is sent again;
 * sending the same bytes twice is harmless.
 */
function submitting(facts: Facts, attempt: AttemptFacts, member: MemberFacts): readonly Action[] {
  const { wanted, pauses } = facts.request;
  const { sent, turn, index } = member;
  const isOrdered = member.terms.number.kind === 'sequence' && wanted.purpose !== 'deliver';
  if (isOrdered && !turn) return [{ kind: 'turn', attempt: attempt.index, member: index }];
  if (!sent || sent.pauses < pauses) {
    return [{ kind: 'send', attempt: attempt.index, member: index, again: false }];
  }
  if (!statusOf(facts, member)) return [look(facts, member)];
  const { state, code } = sent.last;
  if (state === 'refused') {
    // One node refuses it, but another may have it: the bytes were sent before.
    return stop(attempt.index, unknownFor(`refused (${code}), but not at first`));
  }
  const mayTakeMs = Math.min(SUBMIT_TIMEOUT_MS, wanted.confirmTimeoutMs());
  const timeoutMs = state === 'open' ? Math.min(mayTakeMs, sent.last.tryForMs) : mayTakeMs;
  const about = { attempt: attempt.index, member: index };
  const paused = pauseOf(facts, 'submission', about, SUBMIT_PACE, timeoutMs);
  if (paused) return paused;
  if (state === 'open') return heldUp(facts, attempt, member);
  return stop(attempt.index, unknownFor(`no node took it (${code})`));
}

/**
 * It is not on its way, but may land once something else has changed: until then no transaction behind it can be
 * sent.
 */
function heldUp(facts: Facts, attempt: AttemptFacts, member: MemberFacts): readonly Action[] {
  const { index, place } = attempt;
  if (place === 'held') return [{ kind: 'block', attempt: index }];
  const last = member.sent?.last;
  if (last?.state !== 'open') return stop(index, unconfirmed(facts, member));
  const status = statusOf(facts, member)?.state === 'unknown' ? 'unknown' : 'pending';
  return stop(index, new TransactionBlockedError(status, last.code, last.cure));
}

/** Why a transaction that a node accepted can't land yet, if the node has said so. */
function obstacleOf({ sent }: MemberFacts): Obstacle | undefined {
  return sent?.last.state === 'accepted' ? sent.last.obstacle : undefined;
}

/** Waits for the final outcome of members that a node has, and sends those again that the node seems to have lost. */
function confirming(
  facts: Facts,
  attempt: AttemptFacts,
  those: readonly MemberFacts[],
): readonly Action[] {
  const { wanted, time } = facts.request;
  const { index } = attempt;
  // Another node may still know a transaction that these nodes have forgotten. While it is looked up again, it has no
  // status.
  const isAwaited = (member: MemberFacts) => {
    if (member.sent || member.turn === 'lost') return !isRefused(member);
    const status = statusOf(facts, member);
    return status ? status.state === 'unknown' : member.look !== undefined;
  };
  const open = those
    .filter((member) => isAwaited(member) && !outcomeOf(facts, member))
    .slice(0, LOOK_UPS);
  const [first] = open;
  if (!first) return telling(facts, attempt);
  const older = open.filter((member) => isStale(facts, member) || !statusOf(facts, member));
  if (older.length > 0) return older.map((member) => look(facts, member, true));
  const isLost = (member: MemberFacts) =>
    member.turn !== 'lost' &&
    statusOf(facts, member)?.state === 'open' &&
    time.monotonic - (member.sent?.lastAt ?? 0) >= wanted.resubmitAfterMs;
  const lost = open.filter(isLost);
  if (lost.length > 0) {
    const again = { kind: 'send', attempt: index, again: true } as const;
    return lost.map((member) => ({ ...again, member: member.index }));
  }
  const { tryForMs = Number.MAX_VALUE } = obstacleOf(first) ?? {};
  const timeoutMs = Math.min(wanted.confirmTimeoutMs(), tryForMs);
  const about = { attempt: index, member: first.index };
  const paused = pauseOf(facts, 'confirmation', about, wanted.confirmPace, timeoutMs);
  if (paused) return paused;
  return isToBeCounted(facts, attempt, first)
    ? [{ kind: 'count', attempt: index }]
    : stop(index, unconfirmed(facts, first));
}

/**
 * Whether a number before its own may be what a transaction waits for, though its node took it. A caller that waits for
 * nothing is not told.
 */
function isToBeCounted({ request: { pause } }: Facts, { gone }: AttemptFacts, member: MemberFacts) {
  const hasWaited = pause?.reason === 'confirmation' && pause.count > 1;
  const isOrdered = member.terms.number.kind === 'sequence';
  return hasWaited && isOrdered && !gone && !obstacleOf(member) && !hasRival(member);
}

/** Why a transaction is not confirmed when the time is over. */
function unconfirmed(facts: Facts, member: MemberFacts): TransactionUnconfirmedError {
  const status = statusOf(facts, member);
  if (status?.state === 'unknown') return unknownFor(status.reason);
  if (status?.state === 'open' && status.dropped) return unknownFor(status.dropped);
  if (hasRival(member)) return unknownFor(RIVAL);
  const obstacle = obstacleOf(member);
  if (obstacle) {
    const { code: resultCode, cure } = obstacle;
    const details = { resultCode, cure };
    return new TransactionUnconfirmedError('pending', heldUpBy(resultCode, cure), { details });
  }
  const { value, kind } = member.terms.number;
  const { next = value } = attemptOf(facts, member.attempt) ?? {};
  if (kind === 'sequence' && next < value) {
    const cure = `the account's next transactions take numbers ${next} to ${value - 1n}`;
    const details = { number: `${value}`, nextNumber: `${next}`, cure };
    return new TransactionUnconfirmedError('pending', `it can land once ${cure}`, { details });
  }
  const after = `not after ${facts.request.wanted.confirmTimeoutMs()} ms`;
  return new TransactionUnconfirmedError('pending', after);
}
