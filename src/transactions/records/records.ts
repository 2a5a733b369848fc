import { SignatureRejectedError, type SigningRequestDetails } from '../../signer/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Account, AccountNumber, Chain } from '../chain.js';
import { rowOf } from '../numbers.js';
import { type NoteRecord, readNote, sequencesOf, ticketOf } from './note.js';
import { chunkOf, requestIdOf } from './request-id.js';

/** The name of an account's lane. */
export function laneOf(chainId: string, account: Account): string {
  return `${chainId}/${account.address}`;
}

/** Which of its account's lanes a request belongs to. */
export function numberKindOf({ note }: SigningRecord): AccountNumber['kind'] {
  return readNote(note)?.terms?.number.kind ?? 'sequence';
}

/**
 * The note of a record that is of this chain and account, if the record's id follows from the note's content: one key
 * may serve several chains and networks, and a note may come from other software.
 */
export function ownNoteOf(
  chainId: string,
  account: Account,
  record: SigningRecord,
): NoteRecord | undefined {
  const note = readNote(record.note);
  if (!note) return undefined;
  const { idempotencyKey, attempt } = note;
  const chunk = chunkOf(record.idempotencyKey);
  const id = requestIdOf(chainId, account.address, idempotencyKey, attempt, chunk);
  return id === record.idempotencyKey ? note : undefined;
}

/** A record of the account's own that was not refused, with its note. */
export interface StandingRecord {
  readonly record: SigningRecord;
  readonly state: Exclude<SigningRecord['state'], 'rejected'>;
  readonly note: NoteRecord;
}

/** Those of this chain and account. */
export function standingIn(
  chainId: string,
  account: Account,
  records: readonly SigningRecord[],
): readonly StandingRecord[] {
  return records.flatMap((record) => {
    const note = ownNoteOf(chainId, account, record);
    const { state } = record;
    return note && state !== 'rejected' ? [{ record, state, note }] : [];
  });
}

/**
 * The numbers that a request uses up: those of its note, and those that it sets aside, which only the payload for the
 * approvers shows.
 */
export async function numbersOf(
  chain: Chain,
  account: Account,
  record: SigningRecord,
): Promise<readonly bigint[]> {
  const note = readNote(record.note);
  const ticket = ticketOf(note);
  if (ticket !== undefined) return [ticket];
  const sequences = sequencesOf(note);
  const [first] = sequences;
  if (note && (first === undefined || note.batch || record.state === 'rejected')) return sequences;
  const transaction = await chain.rebuild(record.unhashedPayload, account);
  const row = transaction ? rowOf(chain.termsOf(transaction)) : [];
  return first === undefined || row[0] === first ? row : sequences;
}

/** The error of a request that the signer ended without a signature. */
export function rejectionOf(record: SigningRecord): SignatureRejectedError {
  return new SignatureRejectedError(detailsOf(record.idempotencyKey, record));
}

/** The facts about a request in an error. */
export function detailsOf(
  requestId: string,
  { providerId: custodyId, status, subStatus, expiresAt, txHash }: SigningRecord,
): SigningRequestDetails {
  return { requestId, custodyId, status, subStatus, expiresAt, txHash };
}
