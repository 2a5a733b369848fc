import { IdempotencyConflictError } from '../../core/errors.js';
import type { RawSignature, SigningRecord } from '../../signer/raw-signer.js';
import { TransactionUnconfirmedError } from '../errors.js';
import { readNote } from '../records/note.js';
import { numberKindOf } from '../records/records.js';
import type { Action } from './actions.js';
import { delivering } from './delivering.js';
import type { AttemptFacts, Facts } from './facts.js';
import { following } from './following.js';
import { giveBack, irreproducible, look, stop } from './moves.js';
import { ended } from './settling.js';
import { isShared, membersOf, outcomeOf, statusOf } from './status.js';

/** A request that exists at the signer, whoever made it. */
export function adopting(
  facts: Facts,
  attempt: AttemptFacts,
  record: SigningRecord,
): readonly Action[] {
  const { index, place } = attempt;
  const conflict = anothers(facts, attempt, record) ?? conflictOf(facts, record);
  if (conflict) return stop(index, conflict);
  const { isBatch, chunk } = facts.request.wanted;
  // How many there are in all, only the note of the first request tells.
  if (isBatch && chunk === 0 && !readNote(record.note)?.batch) {
    return stop(
      index,
      new TransactionUnconfirmedError('unknown', 'its note does not tell of a batch'),
    );
  }
  if (!attempt.isAdopted) {
    // What is pending keeps others from its numbers; what is signed does so once it is sent.
    if (place === 'none' && record.state === 'pending') {
      const lane = numberKindOf(record);
      return [{ kind: 'enter', attempt: index, lane, waits: false, numbers: undefined }];
    }
    return [{ kind: 'adopt', attempt: index }];
  }
  if (record.kind === 'native-transfer') return following(facts, attempt, record);
  return signing(facts, attempt, record);
}

/** From a record to verified signatures, as far as they would be of any use. */
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
  // Of a request that exists nothing is given back: the signature may come yet.
  if (asked && 'error' in asked) return stop(index, asked.error);
  return awaiting(facts, attempt);
}

/** Nobody is to wait for the approval of what is dead already. */
function awaiting(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const own = membersOf(facts, attempt);
  const next = own.find((member) => !outcomeOf(facts, member));
  if (next && !statusOf(facts, next)) return [look(facts, next)];
  // What landed has another key's signature, where it is not this key's alone; people have yet to decide on ours.
  const hasLanded = own.some((member) => 'hash' in (outcomeOf(facts, member) ?? {}));
  const isOurs = !(hasLanded && isShared(facts, attempt));
  if (!next && isOurs) return ended(facts, attempt);
  if (!next && attempt.place === 'held') return giveBack(attempt);
  return [{ kind: 'ask', attempt: attempt.index }];
}

/** Nothing leaves this package that was not verified here. */
export function verifying(
  facts: Facts,
  attempt: AttemptFacts,
  signatures: readonly RawSignature[],
): readonly Action[] {
  const { index, invalid, place, isVerified } = attempt;
  if (invalid !== undefined) return place === 'held' ? giveBack(attempt) : stop(index, invalid);
  return isVerified ? delivering(facts, attempt) : [{ kind: 'verify', attempt: index, signatures }];
}

/** What the signer shows under one request's id may be another's, for all that its note says. */
function anothers(
  { request }: Facts,
  { index }: AttemptFacts,
  record: SigningRecord,
): TransactionUnconfirmedError | undefined {
  const note = readNote(record.note);
  const isOwn = note?.idempotencyKey === request.wanted.identity.idempotencyKey;
  if (!note || (isOwn && note.attempt === index)) return undefined;
  return new TransactionUnconfirmedError(
    'unknown',
    'the signer shows another request in its place',
  );
}

/** What can't be told to be the same input is not. Resuming a key needs no input, and so still works. */
function conflictOf(
  { request }: Facts,
  record: SigningRecord,
): IdempotencyConflictError | undefined {
  const { fingerprint } = request.wanted;
  const recorded = readNote(record.note)?.fingerprint;
  if (fingerprint === undefined || recorded === fingerprint) return undefined;
  const what = recorded === undefined ? 'its note says nothing of its input' : 'for other input';
  return new IdempotencyConflictError(`This idempotency key was used before, ${what}.`, {
    details: { custodyId: record.providerId },
  });
}
