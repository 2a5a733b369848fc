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
 * @throws UnexpectedAnswerError when it is too far ahead of both, or too far behind both.
 */
export async function checkLedgerTime(
  timestamp: bigint,
  most: { readonly ahead: number; readonly behind: number },
  { clock, signer }: Clocks,
  key: SigningKey,
  options: CallOptions,
): Promise<void> {
  if (signer.time) await signer.list?.(key, { ...options, atMost: 1 });
  const [now, signers = now] = [clock.now(), signer.time?.()];
  const ahead = Math.floor(Number(timestamp) - Math.max(now, signers) / 1_000);
  const behind = Math.floor(Math.min(now, signers) / 1_000 - Number(timestamp));
  if (ahead <= most.ahead && behind <= most.behind) return;
  const off = ahead > 0 ? `${ahead} s ahead` : `${behind} s behind`;
  const reason = `its time is ${off}: the node or the clock here is wrong`;
  throw new UnexpectedAnswerError('aptos', reason, { retryable: true });
}
