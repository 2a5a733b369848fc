import { IdempotencyConflictError } from '../../core/errors.js';
import type { RawSignature, SigningRecord } from '../../signer/raw-signer.js';
import type { TransactionUnconfirmedError } from '../errors.js';
import { readNote } from '../records/note.js';
import { numberKindOf } from '../records/records.js';
import type { Action } from './actions.js';
import { delivering } from './delivering.js';
import type { AttemptFacts, Facts } from './facts.js';
import { following } from './following.js';
import { giveBack, irreproducible, look, stop, unknownFor } from './moves.js';
import { ended } from './settling.js';
import { isRelabelled, isShared, isTransfer, membersOf, outcomeOf, statusOf } from './status.js';

const ANOTHERS = 'the signer shows another request in its place';

/** Continues a request that exists at the signer, made by any call. */
export function adopting(
  facts: Facts,
  attempt: AttemptFacts,
  record: SigningRecord,
): readonly Action[] {
  const { index, place } = attempt;
  const conflict = anothers(facts, attempt, record) ?? conflictOf(facts, record);
  if (conflict) return stop(index, conflict);
  if (record.isOther) return stop(index, unknownFor(ANOTHERS));
  const { isBatch, chunk } = facts.request.wanted;
  // Only the note of the first request says how many members there are in all.
  if (isBatch && chunk === 0 && !readNote(record.note)?.batch) {
    return stop(index, unknownFor('its note does not name a batch'));
  }
  if (!attempt.isAdopted) {
    // A pending request keeps others from its numbers; a signed one does so once it is sent.
    if (place === 'none' && record.state === 'pending') {
      const lane = numberKindOf(record);
      return [{ kind: 'enter', attempt: index, lane, waits: false, numbers: undefined }];
    }
    return [{ kind: 'adopt', attempt: index }];
  }
  if (isRelabelled(record)) return stop(index, irreproducible());
  return isTransfer(record) ? following(facts, attempt, record) : signing(facts, attempt, record);
}

/** From a record to verified signatures, as far as they are of any use. */
function signing(facts: Facts, attempt: AttemptFacts, record: SigningRecord): readonly Action[] {
  const { index, place, order, asked } = attempt;
  if (record.state === 'rejected' || asked?.said === 'rejected')
    return giveBack(attempt, 'rejected');
  if (!order) return [{ kind: 'rebuild', attempt: index }];
  if (order === 'irreproducible') {
    if (record.state === 'signed' && place === 'held') return giveBack(attempt);
    return stop(index, irreproducible());
  }
  const signatures = record.signatures ?? (asked?.said === 'signed' ? asked.signatures : undefined);
  if (signatures) return verifying(facts, attempt, signatures);
  // The numbers of a request that exists are not given back: the signature may still come.
  if (asked && 'error' in asked) return stop(index, asked.error);
  return awaiting(facts, attempt);
}

/** Waits for the signature, unless there is an invalid one, or the transaction can't land any more. */
function awaiting(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const own = membersOf(facts, attempt);
  const next = own.find((member) => !outcomeOf(facts, member));
  if (next && !statusOf(facts, next)) return [look(facts, next)];
  // When another key may share the transaction, the landed one has that key's signature; approval of ours is still
  // open.
  const hasLanded = own.some((member) => 'hash' in (outcomeOf(facts, member) ?? {}));
  const isOurs = !(hasLanded && isShared(facts, attempt));
  if (!next && isOurs) return ended(facts, attempt);
  const { index, place, invalid } = attempt;
  if (!next && place === 'held') return giveBack(attempt);
  return invalid === undefined ? [{ kind: 'ask', attempt: index }] : stop(index, invalid);
}

/** No signature is sent that was not verified here. */
export function verifying(
  facts: Facts,
  attempt: AttemptFacts,
  signatures: readonly RawSignature[],
): readonly Action[] {
  const { index, invalid, place, isVerified } = attempt;
  if (invalid !== undefined) return place === 'held' ? giveBack(attempt) : awaiting(facts, attempt);
  return isVerified ? delivering(facts, attempt) : [{ kind: 'verify', attempt: index, signatures }];
}

/** Whether the record belongs to another request, which its note shows, though it was found by this request's id. */
function anothers(
  { request }: Facts,
  { index }: AttemptFacts,
  record: SigningRecord,
): TransactionUnconfirmedError | undefined {
  const note = readNote(record.note);
  const isOwn = note?.idempotencyKey === request.wanted.identity.idempotencyKey;
  if (!note || (isOwn && note.attempt === index)) return undefined;
  return unknownFor(ANOTHERS);
}

/** Input that can't be shown to be the same counts as different. Resuming a key needs no input, and so still works. */
function conflictOf(
  { request }: Facts,
  record: SigningRecord,
): IdempotencyConflictError | undefined {
  const { fingerprint } = request.wanted;
  const recorded = readNote(record.note)?.fingerprint;
  if (fingerprint === undefined || recorded === fingerprint) return undefined;
  const what = recorded === undefined ? 'its note does not name its input' : 'for other input';
  return new IdempotencyConflictError(`This idempotency key was used before, ${what}.`, {
    details: { custodyId: record.providerId },
  });
}
