import type { CallOptions, Clock } from '../core/clock.js';
import { withinTime } from '../core/http.js';

/** How long a peer that does not answer at all is waited for, beyond the peer's own time limit. */
export const ANSWER_TIMEOUT_MS = 150_000;

/**
 * Waits for what a signer knows. A signer may be a user's own, which need not answer, nor listen to a signal.
 *
 * @throws UnreachableError when it does not answer, AbortedError when the caller's signal fires.
 */
export function whileAsking<T>(
  clock: Clock,
  { signal, timeoutMs = ANSWER_TIMEOUT_MS }: CallOptions,
  work: () => Promise<T>,
): Promise<T> {
  return withinTime({ peer: 'signer', timeoutMs, signal, clock }, work);
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
  return whileAsking(clock, { timeoutMs: signatureTimeoutMs + ANSWER_TIMEOUT_MS }, work);
}
