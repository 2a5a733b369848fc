import type { CallOptions, Clock } from '../core/clock.js';
import { AbortedError } from '../core/errors.js';
import type { CustodyTransaction, FireblocksClient } from './client.js';
import { CustodyError } from './errors.js';
import { stateOf } from './statuses.js';

/** How long a caller who has aborted still waits for the request to be given up. */
const GIVE_UP_MS = 10_000;

/** What became of a wish to cancel. Asked is not cancelled yet: a signature may still win. */
export type Cancelling = 'asked' | 'ended' | 'missing';

type Read = (options?: CallOptions) => Promise<CustodyTransaction | undefined>;

/** @throws CustodyError when the custody refuses and the transaction lives on. */
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
 * Cancels for a caller who has aborted, and who is to hear of the abort whatever comes of it. A
 * creation that is on its way is waited for: what has not arrived can't be given up.
 */
export async function giveUp(
  creation: Promise<unknown>,
  cancel: (options: CallOptions) => Promise<Cancelling>,
  signal: AbortSignal | undefined,
  clock: Clock,
): Promise<AbortedError> {
  await settled(creation, clock);
  const outcome = await cancel({ timeoutMs: GIVE_UP_MS }).catch(() => 'failed' as const);
  return new AbortedError(
    signal,
    `The call was aborted by its caller; its request ${WORDS[outcome]}.`,
  );
}

const WORDS: Readonly<Record<Cancelling | 'failed', string>> = {
  asked: 'was given up',
  ended: 'had ended already',
  missing: 'is not known to the custody',
  failed: 'could not be given up and lives on',
};

async function settled(work: Promise<unknown>, clock: Clock): Promise<void> {
  const enough = new AbortController();
  const pause = clock.sleep(GIVE_UP_MS, enough.signal).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), pause]);
  enough.abort();
}

/** Asked once is asked: while it is CANCELLING, there is nothing to add. */
function mayBeCancelled({ status }: CustodyTransaction): boolean {
  return stateOf(status) === 'pending' && status !== 'CANCELLING';
}

function standingOf({ status }: CustodyTransaction): Cancelling {
  return status === 'CANCELLING' ? 'asked' : 'ended';
}
