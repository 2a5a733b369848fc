import type { Clock } from '../../core/clock.js';
import { AbortedError, GatewayError, UnexpectedAnswerError } from '../../core/errors.js';
import { pauseAskedFor } from '../../core/retry.js';
import { CustodyNotFoundError } from '../errors.js';
import { MistakenIdError } from './identity.js';

/**
 * Reads of something that is known to exist. A read that fails without a statement about it is no news: Fireblocks
 * did not answer, not yet, or not as documented. While Fireblocks asks to wait (`Retry-After`), no read is made. A
 * read that is refused, where waiting does not help, says nothing about it either: the request is still pending,
 * though this user may not read it.
 */
export class RetryingReader {
  readonly #clock: Clock;
  readonly #pending: (cause: GatewayError) => GatewayError;
  #quietUntil = Number.NEGATIVE_INFINITY;
  /** The error of the last failed read. */
  failure: GatewayError | undefined;

  /** `pending` makes the error for a read that is refused. */
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
      this.#quietUntil = this.#clock.monotonic() + pauseAskedFor(error);
      return undefined;
    }
  }
}

/** Errors that are not Fireblocks' own: the caller has aborted, or the answer is about another request. */
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
