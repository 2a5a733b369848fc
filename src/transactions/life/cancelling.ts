import { SignaturePendingError } from '../../signer/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import {
  AccountBusyError,
  FeeTooHighError,
  NotCancellableError,
  TransactionUnconfirmedError,
} from '../errors.js';
import { isLanded } from '../outcome.js';
import { readNote } from '../records/note.js';
import { detailsOf } from '../records/records.js';
import type { Action } from './actions.js';
import { type AttemptFacts, type Facts, type MemberFacts, unheardOf } from './facts.js';
import { judging } from './following.js';
import {
  CUSTODY_PACE,
  find,
  irreproducible,
  LOOK_UPS,
  look,
  pauseForCertainty,
  pauseOf,
  stop,
  unfound,
  unknownFor,
} from './moves.js';
import {
  isRelabelled,
  isTransfer,
  membersOf,
  outcomeOf,
  recordOf,
  statusOf,
  transferOf,
  wantsLook,
} from './status.js';

/**
 * Makes a key have no effect. A request that awaits its signature is cancelled at the signer; a signature can't be
 * taken back, so the number of a signed transaction is spent without effect.
 */
export function cancelling(facts: Facts): readonly Action[] {
  const { attempts } = facts.request;
  const found = attempts.filter((attempt) => recordOf(attempt));
  // Errors must have the hash of a signed transaction, so that is read first.
  const unread = found.flatMap((attempt) => reading(attempt) ?? []);
  if (unread.length > 0) return unread;
  const latest = found.at(-1);
  const next = attempts.find((attempt) => !recordOf(attempt));
  const { canCancel } = facts.request.wanted;
  const seeks = seeking(next ?? unheardOf(facts.request, found.length + 1), latest, canCancel);
  if (seeks) return seeks;
  const record = recordOf(latest);
  if (!latest || !record) return [{ kind: 'tell', told: { state: 'none' } }];
  if (record.state === 'pending') return givingUp(facts, latest, record);
  // The number of the latest attempt is taken first: a caller that waits for its number would send it.
  for (const attempt of found.toReversed()) {
    const actions = effacing(facts, attempt, latest);
    if (actions) return actions;
  }
  const members = found.flatMap((attempt) => membersOf(facts, attempt));
  const landed = members.filter((member) => isLanded(outcomeOf(facts, member))).length;
  const isSigned = found.some((attempt) => recordOf(attempt)?.state === 'signed');
  const about = { attempt: latest.index, landed, isSigned, asked: record.messages.length };
  return [{ kind: 'tell', told: { state: 'cancelled', ...about } }];
}

/** The signer may have a request that it does not show. Asked to cancel it, the signer settles that first. */
function seeking(
  { index, search, isGivenUp }: AttemptFacts,
  previous: AttemptFacts | undefined,
  canCancel: boolean,
): readonly Action[] | undefined {
  if (!search) return [find(index)];
  if (search.said === 'failed') {
    const error = previous ? unfound(previous, search.error) : search.error;
    return stop(previous?.index ?? index, error);
  }
  return isGivenUp || !canCancel ? undefined : [{ kind: 'give-up', attempt: index }];
}

/** Asks the signer to cancel an open request, and waits for the result. */
function givingUp(
  facts: Facts,
  { index, isGivenUp, soughtAt = 0, requestId }: AttemptFacts,
  record: SigningRecord,
): readonly Action[] {
  const { wanted, pauses } = facts.request;
  if (!isGivenUp) return [{ kind: 'give-up', attempt: index }];
  if (soughtAt < pauses) return [find(index)];
  const timeoutMs = wanted.signatureTimeoutMs();
  const paused = pauseOf(facts, 'cancellation', { attempt: index }, CUSTODY_PACE, timeoutMs);
  return paused ?? stop(index, new SignaturePendingError(detailsOf(requestId, record)));
}

/** Makes one attempt have no effect; returns nothing once that is done. */
function effacing(
  facts: Facts,
  attempt: AttemptFacts,
  latest: AttemptFacts,
): readonly Action[] | undefined {
  const record = recordOf(attempt);
  if (!record) return undefined;
  if (isRelabelled(record)) return stop(latest.index, irreproducible());
  if (isTransfer(record)) return unlessSent(facts, attempt, record, latest);
  if (record.state !== 'signed') return undefined;
  if (!facts.request.wanted.isBatch && !readNote(record.note)?.terms) {
    return stop(latest.index, new NotCancellableError('its number is not known'));
  }
  if (attempt.order === 'irreproducible') return stop(latest.index, irreproducible());
  return overwriting(facts, attempt, latest);
}

/** Rebuilds and verifies a signed request. */
function reading(attempt: AttemptFacts): readonly Action[] | undefined {
  const { index, order, isVerified, invalid } = attempt;
  const record = recordOf(attempt);
  if (record?.state !== 'signed' || record.kind !== 'raw') return undefined;
  if (!order) return [{ kind: 'rebuild', attempt: index }];
  if (order === 'irreproducible' || isVerified || invalid !== undefined) return undefined;
  return [{ kind: 'verify', attempt: index, signatures: record.signatures ?? [] }];
}

/**
 * A transfer that the custody platform reports as failed may have been sent nevertheless: then only the chain knows.
 */
function unlessSent(
  facts: Facts,
  attempt: AttemptFacts,
  record: SigningRecord,
  latest: AttemptFacts,
): readonly Action[] | undefined {
  const isSent =
    record.state !== 'rejected' || transferOf(attempt) || attempt.transfer?.seen.outcome;
  if (isSent)
    return stop(latest.index, new NotCancellableError('the custody platform has sent it'));
  return attempt.hash ? judging(facts, attempt) : undefined;
}

function overwriting(
  facts: Facts,
  attempt: AttemptFacts,
  { index: latest }: AttemptFacts,
): readonly Action[] | undefined {
  const { isBatch } = facts.request.wanted;
  const { index, overwritten } = attempt;
  const own = membersOf(facts, attempt);
  // For a batch, the remaining members are told apart from the others; for one transaction, one look suffices.
  const wants = (member: MemberFacts) =>
    isBatch ? wantsLook(facts, member) : !statusOf(facts, member);
  const looks = own.filter(wants).slice(0, LOOK_UPS);
  if (looks.length > 0) return looks.map((member) => look(facts, member));
  const hasLanded = own.some((member) => isLanded(outcomeOf(facts, member)));
  if (!isBatch && hasLanded) return stop(latest, new NotCancellableError('the ledger has it'));
  const open = own.filter((member) => !outcomeOf(facts, member));
  if (open.length === 0) return undefined;
  const unsure = open
    .map((member) => statusOf(facts, member))
    .find((one) => one?.state === 'unknown');
  const reason = unsure?.state === 'unknown' ? unsure.reason : undefined;
  if (isBatch && reason !== undefined) {
    return pauseForCertainty(facts, { attempt: index }) ?? stop(latest, unknownFor(reason));
  }
  if (overwritten) return stop(index, notOverwritten(overwritten.error, reason));
  return [{ kind: 'overwrite', attempt: index, members: open.map((member) => member.index) }];
}

/**
 * A separate error: it is about the caller's transaction, not about the one that was meant to take its number. Where
 * it may have landed, for the reason in `unsure`, it is not told to be pending, though the other one is.
 */
function notOverwritten(cause: unknown, unsure: string | undefined): Error {
  if (unsure !== undefined) return unknownFor(unsure, cause);
  if (cause instanceof SignaturePendingError) return new SignaturePendingError(cause.request);
  if (cause instanceof AccountBusyError) {
    const { holder } = cause.details;
    const waits = 'what should take its place waits for another request of the account';
    return new TransactionUnconfirmedError('unknown', waits, { cause, details: { holder } });
  }
  const place = 'the transaction that should take its place';
  if (cause instanceof FeeTooHighError) {
    return unknownFor(`${place} was not made: ${cause.message}`, cause);
  }
  return unknownFor(`${place} did not get through`, cause);
}
