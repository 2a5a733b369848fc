import { type Clock, pause, systemClock } from './clock.js';
import { AbortedError, GatewayError } from './errors.js';
import { fractionOf, type Random, systemRandom } from './random.js';

/** How often and how long something is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first included. Default 4. */
  readonly attempts?: number;
  /** The first back-off's upper bound, in milliseconds. Default 250; each later one is twice the last. */
  readonly baseMs?: number;
  /** The upper bound of any back-off, in milliseconds. Default 8,000. */
  readonly maxMs?: number;
  /**
   * The longest pause that a peer may ask for (`Retry-After`), in milliseconds. When a peer asks for a longer one,
   * the call fails at once and says how long. Default 60,000.
   */
  readonly maxRetryAfterMs?: number;
}

export interface RetryOptions extends RetryPolicy {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds in all: no pause begins that would end later. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** A caller that aborted wants no other try, even where a later one could succeed. */
const isRetryable = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.retryable && !(error instanceof AbortedError);

/**
 * Runs `work` until it succeeds, with full jitter between the tries. A peer that said how long to wait
 * (`Retry-After`) is never asked earlier than that; when it asks for more than `maxRetryAfterMs`, the call fails.
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { attempts = 4, baseMs = 250, maxMs = 8_000, maxRetryAfterMs = 60_000, signal } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const deadline = clock.monotonic() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);

  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      // Written this way round, a number of attempts that is NaN ends the tries.
      const mayGoOn = attempt < attempts && !signal?.aborted;
      if (!mayGoOn || !isRetryable(error)) throw error;
      const asked = pauseAskedFor(error);
      if (asked > maxRetryAfterMs) throw error;
      const jittered = fractionOf(random) * Math.min(maxMs, baseMs * 2 ** (attempt - 1));
      const pauseMs = Math.max(jittered, asked);
      if (clock.monotonic() + pauseMs > deadline) throw error;
      await pause(pauseMs, clock, signal);
    }
  }
}

/** How many milliseconds a peer that refused has asked to be left alone for (`Retry-After`), with any status. */
export function pauseAskedFor({ details }: GatewayError): number {
  return Number(details.retryAfterMs ?? 0);
}
