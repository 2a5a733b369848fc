import type { CallOptions, Clock } from '../core/clock.js';
import { UnexpectedAnswerError } from '../core/errors.js';
import type { RawSigner } from '../signer/raw-signer.js';
import type { Account } from '../transactions/index.js';

/** How far a ledger's time may be ahead of ours: what is signed is valid for as much longer. */
const MAX_AHEAD_SECONDS = 300;

/** Whose clocks a ledger's time is held against. */
export interface Clocks {
  readonly clock: Clock;
  readonly signer: RawSigner;
}

/**
 * Holds the time that a node says it is on its ledger against ours. Should that be wrong, the signer's
 * tells, once it is asked for anything.
 *
 * @throws UnexpectedAnswerError when it is too far ahead of either.
 */
export async function checkLedgerTime(
  timestamp: bigint,
  { clock, signer }: Clocks,
  { key }: Account,
  options: CallOptions,
): Promise<void> {
  const ahead = () =>
    Math.floor(Number(timestamp) - Math.max(clock.now(), signer.time?.() ?? 0) / 1_000);
  if (ahead() > MAX_AHEAD_SECONDS && signer.time) await signer.list?.(key, options);
  if (ahead() <= MAX_AHEAD_SECONDS) return;
  const reason = `its time is ${ahead()} s ahead: the node or the clock here is wrong`;
  throw new UnexpectedAnswerError('aptos', reason, { retryable: true });
}
