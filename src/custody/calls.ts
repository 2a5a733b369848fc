import { type CallOptions, type Clock, systemClock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { type RetryPolicy, retry } from '../core/retry.js';

/** How patient a client of the custody's is. */
export interface CallSettings {
  /** Milliseconds that one request may take. Default 30,000. */
  readonly timeoutMs?: number;
  /** How often what is safe to repeat is repeated. Everything is: external ids are unique. */
  readonly retry?: RetryPolicy;
  readonly clock?: Clock;
}

/** One try of a call, and the time that it has. */
export interface Try {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Calls to the custody, each tried as often and for as long as the settings and the caller allow. */
export class Calls {
  readonly clock: Clock;
  readonly #timeoutMs: number;
  readonly #retry: RetryPolicy;

  /** @throws ConfigurationError for a time that is none. */
  constructor(settings: CallSettings) {
    this.#timeoutMs = settings.timeoutMs ?? 30_000;
    if (!(this.#timeoutMs > 0)) {
      throw new ConfigurationError('timeoutMs', 'must be milliseconds, above zero');
    }
    this.#retry = settings.retry ?? {};
    this.clock = settings.clock ?? systemClock;
  }

  run<T>(options: CallOptions | undefined, once: (attempt: Try) => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = options ?? {};
    const deadline = this.clock.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    const leftMs = () => Math.min(this.#timeoutMs, Math.max(1, deadline - this.clock.now()));
    const work = () => once({ signal, timeoutMs: leftMs() });
    return retry(work, { ...this.#retry, signal, timeoutMs, clock: this.clock });
  }
}
