import type { Clock } from '../core/clock.js';
import {
  AbortedError,
  GatewayError,
  RateLimitedError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import { CustodyNotFoundError } from './errors.js';

/**
 * Reads of something that is known to exist. One that fails in a way that says nothing of it is no
 * news: the custody did not answer, not yet, or not as it should. One that is asked for while the
 * custody wants to be left alone (`Retry-After`) is not made.
 */
export class PatientReads {
  readonly #clock: Clock;
  #quietUntil = Number.NEGATIVE_INFINITY;
  /** What the last failed read failed of. */
  failure: GatewayError | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with nothing when there is no news. */
  async read<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#clock.monotonic() < this.#quietUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!isNoNews(error)) throw error;
      this.failure = error;
      if (error instanceof RateLimitedError) {
        this.#quietUntil = this.#clock.monotonic() + (error.retryAfterMs ?? 0);
      }
      return undefined;
    }
  }
}

function isNoNews(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError) || error instanceof AbortedError) return false;
  return (
    error.retryable ||
    error instanceof CustodyNotFoundError ||
    error instanceof UnexpectedAnswerError
  );
}
