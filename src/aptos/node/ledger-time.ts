import type { CallOptions, Clock } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { RawSigner, SigningKey } from '../../signer/raw-signer.js';

/** The clocks that a ledger's time is checked against. */
export interface Clocks {
  readonly clock: Clock;
  readonly signer: RawSigner;
}

/**
 * Checks the ledger time that a node reports against our clock. If our clock is wrong, the signer's time decides,
 * once the signer has answered a request.
 *
 * @throws UnexpectedAnswerError when it is too far ahead of both.
 */
export async function checkLedgerTime(
  timestamp: bigint,
  maxAheadSeconds: number,
  { clock, signer }: Clocks,
  key: SigningKey,
  options: CallOptions,
): Promise<void> {
  if (signer.time) await signer.list?.(key, { ...options, atMost: 1 });
  const latest = Math.max(clock.now(), signer.time?.() ?? 0);
  const ahead = Math.floor(Number(timestamp) - latest / 1_000);
  if (ahead <= maxAheadSeconds) return;
  const reason = `its time is ${ahead} s ahead: the node or the clock here is wrong`;
  throw new UnexpectedAnswerError('aptos', reason, { retryable: true });
}
