import type { Clock } from '../core/clock.js';
import {
  AbortedError,
  GatewayError,
  RateLimitedError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import { CustodyNotFoundError } from './errors.js';
import { MistakenIdError } from './identity.js';

/**
 * Reads of something that is known to exist. One that fails in a way that says nothing of it is no
 * news: the custody did not answer, not yet, or not as it should. One that is asked for while the
 * custody wants to be left alone (`Retry-After`) is not made. One that is refused, which patience doesn't
 * cure, says nothing of it either: it is pending, whoever may read it.
 */
export class PatientReads {
  readonly #clock: Clock;
  readonly #pending: (cause: GatewayError) => GatewayError;
  #quietUntil = Number.NEGATIVE_INFINITY;
  /** What the last failed read failed of. */
  failure: GatewayError | undefined;

  /** `pending` makes the error of what can't be read. */
  constructor(clock: Clock, pending: (cause: GatewayError) => GatewayError) {
    this.#clock = clock;
    this.#pending = pending;
  }

  /**
   * Resolves with nothing when there is no news.
   *
   * @throws what `pending` makes of a refusal.
   */
  async read<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#clock.monotonic() < this.#quietUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GatewayError) || isOurs(error)) throw error;
      if (!isNoNews(error)) throw this.#pending(error);
      this.failure = error;
      if (error instanceof RateLimitedError) {
        this.#quietUntil = this.#clock.monotonic() + (error.retryAfterMs ?? 0);
      }
      return undefined;
    }
  }
}

/** What the custody did not say: the caller has gone, or what was read is another request. */
function isOurs(error: GatewayError): boolean {
  return error instanceof AbortedError || error instanceof MistakenIdError;
}

function isNoNews(error: GatewayError): boolean {
  return (
    error.retryable ||
    error instanceof CustodyNotFoundError ||
    error instanceof UnexpectedAnswerError
  );
}
