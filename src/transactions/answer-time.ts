import type { CallOptions, Clock } from '../core/clock.js';
import { withinTime } from '../core/http.js';
import type { RawSigner, SigningRecord } from '../signer/raw-signer.js';

/** How long a peer that does not answer at all is waited for, beyond the peer's own time limit. */
export const ANSWER_TIMEOUT_MS = 150_000;

/**
 * The signer's record of a request, outside of a call's actions, which have a limit of their own. A signer may be a
 * user's own, which need not answer, nor listen to a signal.
 *
 * @throws UnreachableError when it does not answer, AbortedError when the caller's signal fires.
 */
export function signersRecordOf(
  { signer, clock }: { readonly signer: RawSigner; readonly clock: Clock },
  requestId: string,
  options: CallOptions,
): Promise<SigningRecord | undefined> {
  const { signal, timeoutMs = ANSWER_TIMEOUT_MS } = options;
  const limits = { peer: 'signer', timeoutMs, signal, clock };
  return withinTime(limits, async () => signer.find?.(requestId, options));
}

/**
 * Waits for a signer to sign. It ends by itself when its time is over or its caller aborts, since it alone knows what
 * became of the request. It may be a user's own, which need not.
 *
 * @throws UnreachableError when it does not.
 */
export function whileSigning<T>(
  clock: Clock,
  signatureTimeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const timeoutMs = signatureTimeoutMs + ANSWER_TIMEOUT_MS;
  return withinTime({ peer: 'signer', timeoutMs, signal: undefined, clock }, work);
}
