import type { CallOptions } from '../core/clock.js';
import type { TransactionReference } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import type { Account } from './chain.js';
import { cancellationOf } from './lanes/cancellations.js';
import type { Stage } from './life/job.js';
import { formatRanges, type NoteRecord, sequencesOf, ticketOf } from './records/note.js';
import { standingIn } from './records/records.js';
import { ticketsOf } from './tickets.js';

/** A transaction that is not final yet. */
export interface PendingTransaction extends TransactionReference {
  readonly requestId: string;
  readonly custodyId: string;
  /**
   * `signed`: the signature exists, but the account's number is unspent; of an orderless transaction, whose nonce nobody
   * counts, its time is not over, whether or not it has landed.
   */
  readonly state: 'pending' | 'signed';
  /** The custody platform's own status. */
  readonly status: string;
  /**
   * The sequence number or Ticket, as decimal text; of a batch all of them, such as `5-7,9`; unknown
   * for a native transfer.
   */
  readonly number: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

/**
 * The account's transactions that are not final, oldest first; none for a signer that keeps no list. One that is being
 * cancelled is not among them, since continuing it would send it: its cancellation is.
 */
export async function pendingOf(
  { chain, signer, clock }: Stage,
  account: Account,
  options: CallOptions,
): Promise<readonly PendingTransaction[]> {
  if (!signer.list) return [];
  // A list of many pages takes its time, but a signer may be a user's own, which need not listen to a signal.
  const limits = { peer: 'signer', signal: options.signal, clock };
  const [records = [], next] = await Promise.all([
    withinTime(limits, async () => signer.list?.(account.key, options)),
    chain.nextNumber(account, options),
  ]);
  const standing = standingIn(chain.id, account, records);
  const hasTickets = standing.some(({ note }) => ticketOf(note) !== undefined);
  const tickets = hasTickets ? await ticketsOf(chain, account, options) : undefined;
  const keys = new Set(standing.map(({ note }) => note.idempotencyKey));
  return standing.flatMap(({ record, state, note }) => {
    if (keys.has(cancellationOf(record.idempotencyKey))) return [];
    const ticket = ticketOf(note);
    const isUnspent =
      ticket === undefined
        ? sequencesOf(note).some((number) => number >= next)
        : (tickets?.includes(ticket) ?? clock.now() <= endOf(note, chain.expiries?.usualMs));
    // A separate signature has no terms, and can't be resumed.
    const isTransaction = record.kind === 'native-transfer' || note.terms || note.batch;
    const isFinal = state === 'signed' && (record.kind !== 'raw' || !isUnspent);
    if (!isTransaction || isFinal) return [];
    const { idempotencyKey, attempt, terms, batch } = note;
    const number = terms?.number.value.toString() ?? (batch && formatRanges(batch.numbers));
    const { idempotencyKey: requestId, providerId: custodyId, status, expiresAt } = record;
    const reference = { idempotencyKey, requestId, custodyId, attempt };
    return [{ ...reference, state, status, number, expiresAt }];
  });
}

/**
 * The milliseconds since the epoch at which a transaction's time is over, if its note says so. One unit more than that:
 * a note has the time without its fraction.
 */
function endOf({ built, terms }: NoteRecord, unitMs = 0): number {
  if (!built || terms?.expiry === undefined) return 0;
  return built.time + Number(terms.expiry - built.height + 1n) * unitMs;
}
