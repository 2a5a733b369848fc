import { IdempotencyConflictError } from '../../core/errors.js';
import type { AccountNumber } from '../chain.js';
import { AccountBusyError, AlreadyRequestedError, KeyUsedError } from '../errors.js';
import type { LaneHolder } from '../lanes/lanes.js';
import { isLanded } from '../outcome.js';
import { readNote, sequencesOf, ticketOf } from '../records/note.js';
import { twinIn } from '../records/twins.js';
import type { Action } from './actions.js';
import { verifying } from './adopting.js';
import { concluding } from './concluding.js';
import type { AttemptFacts, Facts, MemberFacts } from './facts.js';
import { transferring } from './following.js';
import { holderOf } from './lane-holders.js';
import {
  find,
  giveBack,
  irreproducible,
  look,
  mayStillLand,
  stop,
  unfound,
  unknownFor,
  unsaid,
} from './moves.js';
import { attemptOf, isOlder, membersOf, outcomeOf, recordOf, statusOf } from './status.js';

/** A request that does not exist yet, as far as is known, and that this call may make. */
export function making(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { mayExist, isNative } = facts.request.wanted;
  const { index, place, search, reading, listed, hash } = attempt;
  if (attempt.asked) return afterAsking(facts, attempt);
  const seeks = mayExist && !search ? [find(index)] : [];
  // A transfer that another call has asked for is not asked for again where the signer fails.
  if (place === 'left' && search?.said !== 'failed') {
    return isNative && hash ? transferring(facts, attempt) : concluding(facts);
  }
  if (place === 'none') return [enter(facts, attempt, false)];
  if (place !== 'held') {
    // A repeated call must not queue for an answer that is known.
    if (seeks.length > 0) return seeks;
    if (search?.said === 'failed') return stop(index, unfound(attempt, search.error));
    return [enter(facts, attempt, true)];
  }
  if (search?.said === 'failed' && listed) return stop(index, unfound(attempt, search.error));
  // Everything that is asked before the signer is asked to sign, side by side.
  const reads: Action[] = reading ? [] : [{ kind: 'read', attempt: index }];
  const lists: Action[] = listed ? [] : [{ kind: 'list', attempt: index }];
  const asks = [...seeks, ...reads, ...lists];
  if (asks.length > 0) return asks;
  if (listed && 'error' in listed) return stop(index, listed.error);
  if (!attempt.isFirst) return [{ kind: 'line-up', attempt: index }];
  return isTransfer(facts, attempt) ? transferring(facts, attempt) : numbering(facts, attempt);
}

/**
 * Whether the custody platform makes the transfer by itself. It would choose the number, so it doesn't where an earlier
 * attempt may still land with its own.
 */
function isTransfer(facts: Facts, attempt: AttemptFacts): boolean {
  const { isNative } = facts.request.wanted;
  return isNative && !attempt.numbers && !previousOf(facts, attempt);
}

function enter(facts: Facts, attempt: AttemptFacts, waits: boolean): Action {
  const { kind } = previousOf(facts, attempt) ?? {};
  const lane = kind ?? (facts.request.wanted.usesTicket ? 'ticket' : 'sequence');
  return { kind: 'enter', attempt: attempt.index, lane, waits, numbers: undefined };
}

/** The numbers of an earlier attempt that may still land. */
interface Previous {
  readonly kind: AccountNumber['kind'];
  readonly numbers: readonly bigint[];
}

/**
 * The numbers of the latest earlier attempt that may still land, since nothing certain excludes it: a request that
 * was refused may have been signed nevertheless. A later attempt takes the same numbers, so that the chain accepts
 * only one of the two.
 */
function previousOf(facts: Facts, { index }: AttemptFacts): Previous | undefined {
  return facts.request.attempts
    .filter(({ index: other, end }) => other < index && end !== 'settled')
    .map((earlier) => numbersOf(facts, earlier))
    .findLast((numbers) => numbers !== undefined);
}

function numbersOf(facts: Facts, attempt: AttemptFacts): Previous | undefined {
  const [first, ...others] = membersOf(facts, attempt).map(({ terms }) => terms.number);
  if (first) return { kind: first.kind, numbers: [first, ...others].map(({ value }) => value) };
  const note = readNote(recordOf(attempt)?.note);
  const ticket = ticketOf(note);
  if (ticket !== undefined) return { kind: 'ticket', numbers: [ticket] };
  const sequences = sequencesOf(note);
  return sequences.length > 0 ? { kind: 'sequence', numbers: sequences } : undefined;
}

function numbering(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { chosen } = facts.request.wanted;
  const { index, numbers, order, reading, lane } = attempt;
  if (numbers === 'taken' || numbers === 'gap') {
    const reason =
      numbers === 'taken' ? 'its number is in use by another request' : 'a number before is free';
    return stop(index, new AccountBusyError(reason, rivalOf(attempt, chosen)));
  }
  if (numbers && 'room' in numbers) {
    return [{ kind: 'create-tickets', attempt: index, room: numbers.room }];
  }
  if (numbers) {
    if (!order) return [{ kind: 'build', attempt: index, numbers }];
    // Everything is settled except the signature.
    return unlessRequested(attempt, order) ?? [{ kind: 'ask', attempt: index }];
  }
  const unread = unreadOf(facts);
  if (unread) return unread;
  const before = previousOf(facts, attempt);
  const fixed = before?.numbers ?? chosen;
  if (!fixed || !reading) return [{ kind: 'reserve', attempt: index, fixed: undefined }];
  if (!before) {
    // Where the caller has chosen the numbers, another key may have them for exactly the same transaction.
    if (!order) return [{ kind: 'build', attempt: index, numbers: fixed }];
    const requested = unlessRequested(attempt, order);
    if (requested) return requested;
  }
  const isUnspent = (number: bigint) =>
    lane === 'ticket' ? reading.tickets.includes(number) : number >= reading.nextNumber;
  if (fixed.every(isUnspent)) return [{ kind: 'reserve', attempt: index, fixed }];
  if (before) return afterSpent(facts, attempt);
  return stop(index, unknownFor('its number was spent in the meantime'));
}

/**
 * What has to be known of refused requests: their transactions, which tell their numbers and can be looked up. One that
 * its record doesn't give may be on the ledger.
 */
function unreadOf({ request }: Facts): readonly Action[] | undefined {
  const refused = request.attempts.filter(
    (other) => other.end === 'rejected' && recordOf(other)?.kind === 'raw',
  );
  const unread = refused.find(({ order }) => order === undefined || order === 'irreproducible');
  if (!unread) return undefined;
  const { index, order } = unread;
  return order ? stop(index, irreproducible()) : [{ kind: 'rebuild', attempt: index }];
}

/** The request that has one of these numbers, if the signer lists it. */
function rivalOf(
  { listed }: AttemptFacts,
  numbers: readonly bigint[] = [],
): LaneHolder | undefined {
  const records = listed && 'records' in listed ? listed.records : [];
  const rival = records.find(
    ({ state, note }) =>
      state !== 'rejected' &&
      sequencesOf(readNote(note)).some((number) => numbers.includes(number)),
  );
  return rival && holderOf(rival, readNote(rival.note)?.idempotencyKey, numbers);
}

/** The numbers of an earlier attempt are gone: the outcome of all of them decides whether others may be taken. */
function afterSpent(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { agree, newAttempt } = facts.request.wanted;
  const { index, reading } = attempt;
  const earlier = facts.members.filter((member) => member.attempt < index);
  const older = earlier.filter((member) => isOlder(facts, member, reading?.heard ?? 0));
  if (older.length > 0) return older.map((member) => look(facts, member));
  if (earlier.some((member) => isLanded(outcomeOf(facts, member)))) return giveBack(attempt);
  // A refused request with an unspent number could only land with another answer of the signer.
  const mayLand = (member: MemberFacts) =>
    !outcomeOf(facts, member) &&
    (statusOf(facts, member)?.state === 'unknown' ||
      attemptOf(facts, member.attempt)?.end !== 'rejected');
  if (earlier.some(mayLand)) return stop(index, mayStillLand());
  if (agree > 1 || newAttempt === index) {
    return [{ kind: 'reserve', attempt: index, fixed: undefined }];
  }
  const reason = 'only one operator says that an earlier attempt is over';
  return stop(index, unknownFor(reason));
}

/**
 * A transaction without any part that depends on its key may be another key's as well, if that key has it signed too:
 * where the signer shows that key's request, ours is not made.
 */
function unlessRequested(
  attempt: AttemptFacts,
  order: NonNullable<AttemptFacts['order']>,
): readonly Action[] | undefined {
  const { index, others, requestId } = attempt;
  if (order === 'irreproducible' || !order.isFixed) return undefined;
  if (others === undefined) return [{ kind: 'list-others', attempt: index }];
  if (others === 'unknown') return undefined;
  const twin = twinIn(others, requestId, order.contents);
  return twin && stop(index, new AlreadyRequestedError(twin));
}

function afterAsking(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { index, asked, search, custodyId, declined } = attempt;
  switch (asked?.said) {
    case 'signed':
      return verifying(facts, attempt, asked.signatures);
    case 'conflict':
      // The request that another call made under the key is ours, once the signer shows it.
      if (!search) return [find(index)];
      return stop(index, search.said === 'failed' ? unsaid(search.error) : unshown(asked.error));
    case 'refused': {
      if (custodyId !== undefined) return stop(index, asked.error);
      if (!declined) return [{ kind: 'decline', attempt: index }];
      if (!declined.mayAppear) return stop(index, asked.error);
      const reason = 'the signer refused, but an earlier call may have asked';
      return stop(index, unknownFor(reason, asked.error));
    }
    case 'unclear':
      if (custodyId !== undefined || declined) return stop(index, asked.error);
      return [{ kind: 'doubt', attempt: index }];
    default:
      return transferring(facts, attempt);
  }
}

/**
 * Another call has asked under this key, and the signer does not show its request: it may be for the same input or
 * not.
 */
function unshown(cause: unknown): unknown {
  return cause instanceof IdempotencyConflictError ? new KeyUsedError(cause) : cause;
}
