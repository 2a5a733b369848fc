import type { Clock } from '../core/clock.js';
import { UnexpectedAnswerError } from '../core/errors.js';
import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError, SignatureRejectedError } from '../signer/errors.js';
import type { CustodyTransaction, FireblocksClient } from './client.js';
import { PatientReads } from './patient-reads.js';
import { stateOf } from './statuses.js';

/** How often a COMPLETED transaction may come without the signatures that it must have. */
const MAX_EMPTY_READS = 20;
/** What a read gets at least, so that the last look of all is one. */
const MIN_READ_MS = 5_000;

export interface WaitOptions<T> {
  readonly client: FireblocksClient;
  readonly id: string;
  readonly requestId: string;
  /** What is waited for, once the transaction has it. */
  readonly find: (transaction: CustodyTransaction) => T | undefined;
  readonly onUpdate?: ((transaction: CustodyTransaction) => void) | undefined;
  readonly pace: PollPace;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

/**
 * Waits until a transaction at the custody has what `find` looks for. A failed read is no news: the
 * signature may exist, so only the end of the time, or of the transaction, ends the wait.
 *
 * @throws SignaturePendingError when time is up.
 * @throws SignatureRejectedError when the transaction ended without it.
 */
export async function waitForCustody<T>(options: WaitOptions<T>): Promise<T> {
  const reads = new PatientReads(options.clock);
  let last: CustodyTransaction | undefined;
  let emptyReads = 0;
  let cancelledBefore = false;

  const look = async (leftMs: number): Promise<T | undefined> => {
    const transaction = await reads.read(() =>
      options.client.getTransaction(options.id, {
        signal: options.signal,
        timeoutMs: Math.max(leftMs, MIN_READ_MS),
      }),
    );
    if (!transaction) return undefined;
    if (transaction.status !== last?.status) options.onUpdate?.(transaction);
    last = transaction;
    const found = options.find(transaction);
    if (found !== undefined) return found;
    const state = stateOf(transaction.status);
    if (state === 'signed' && ++emptyReads >= MAX_EMPTY_READS) {
      throw new UnexpectedAnswerError('custody', 'a completed transaction has no signatures');
    }
    if (state !== 'rejected') return undefined;
    // A signature can still win against a cancellation: that end counts when it was seen twice.
    if (transaction.status !== 'CANCELLED' || cancelledBefore) {
      throw new SignatureRejectedError(detailsOf(options, transaction));
    }
    cancelledBefore = true;
    return undefined;
  };

  const found = (await poll(look, options)) ?? (cancelledBefore ? await look(0) : undefined);
  if (found !== undefined) return found;
  throw new SignaturePendingError(detailsOf(options, last), { cause: reads.failure });
}

function detailsOf(options: WaitOptions<unknown>, transaction: CustodyTransaction | undefined) {
  return {
    requestId: options.requestId,
    custodyId: options.id,
    status: transaction?.status,
    subStatus: transaction?.subStatus || undefined,
    expiresAt: transaction?.expiresAt || undefined,
    ...(transaction?.txHash ? { txHash: transaction.txHash } : {}),
  };
}
