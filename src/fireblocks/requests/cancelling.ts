import type { CallOptions, Clock } from '../../core/clock.js';
import { AbortedError } from '../../core/errors.js';
import { withinTime } from '../../core/http.js';
import type { CustodyTransaction, FireblocksClient } from '../client.js';
import { CustodyError } from '../errors.js';
import { stateOf } from '../statuses.js';

/** How long a call that was aborted still waits for its request to be cancelled. */
const GIVE_UP_MS = 10_000;

/** The result of a cancellation. `asked` is not cancelled yet: the request may still be signed first. */
export type Cancelling = 'asked' | 'ended' | 'missing';

type Read = (options?: CallOptions) => Promise<CustodyTransaction | undefined>;

/** @throws CustodyError when Fireblocks refuses and the transaction goes on. */
export async function cancelTransaction(
  client: FireblocksClient,
  read: Read,
  options?: CallOptions,
): Promise<Cancelling> {
  const transaction = await read(options);
  if (!transaction) return 'missing';
  if (!mayBeCancelled(transaction)) return standingOf(transaction);
  try {
    await client.cancelTransaction(transaction.id, options);
    return 'asked';
  } catch (error) {
    if (!(error instanceof CustodyError)) throw error;
    // It may have ended in the meantime, or an earlier try may have arrived after all.
    const now = await read(options);
    if (now && mayBeCancelled(now)) throw error;
    return now ? standingOf(now) : 'missing';
  }
}

/**
 * Cancels for a caller that has aborted, and that receives the abort error whatever the result. A creation that is on
 * its way is waited for: a request that has not arrived can't be cancelled.
 */
export async function giveUp(
  creation: Promise<unknown> | undefined,
  cancel: (options: CallOptions) => Promise<Cancelling>,
  signal: AbortSignal | undefined,
  clock: Clock,
): Promise<AbortedError> {
  const limits = { peer: 'custody', timeoutMs: GIVE_UP_MS, signal: undefined, clock };
  await withinTime(limits, async () => creation).catch(() => undefined);
  const outcome = await cancel({ timeoutMs: GIVE_UP_MS }).catch(() => 'failed' as const);
  return new AbortedError(
    signal,
    `The call was aborted by its caller; its request ${WORDS[outcome]}.`,
  );
}

const WORDS: Readonly<Record<Cancelling | 'failed', string>> = {
  asked: 'was given up',
  ended: 'had ended already',
  missing: 'is not known to Fireblocks',
  failed: 'stays open',
};

/** One request to cancel suffices: while it is CANCELLING, no second one is sent. */
function mayBeCancelled({ status }: CustodyTransaction): boolean {
  return stateOf(status) === 'pending' && status !== 'CANCELLING';
}

function standingOf({ status }: CustodyTransaction): Cancelling {
  return status === 'CANCELLING' ? 'asked' : 'ended';
}
