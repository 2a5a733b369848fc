import { type CallOptions, type Clock, systemClock, throwIfAborted } from './clock.js';
import { ConfigurationError } from './errors.js';
import { withinTime } from './http.js';
import { type RetryPolicy, retry } from './retry.js';

/** How patient a client is. */
export interface CallSettings {
  /** Milliseconds that one request may take. Default 30,000. */
  readonly timeoutMs?: number;
  /** How often what is safe to repeat is repeated. */
  readonly retry?: RetryPolicy;
  readonly clock?: Clock;
}

/** One try of a call, and the time that it has. */
export interface Try {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** 1 for the first. */
  readonly number: number;
}

/** Calls to a peer, each tried as often and for as long as the settings and the caller allow. */
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
    return this.#run(options, once, this.#retry);
  }

  /** For what must not be asked twice, whatever became of it the first time. */
  runOnce<T>(options: CallOptions | undefined, once: (attempt: Try) => Promise<T>): Promise<T> {
    return this.#run(options, once, { attempts: 1 });
  }

  /**
   * Has a try signed, and sent in what is left of its time then. A signer that doesn't listen is left
   * behind; nothing is sent without a signature, or after an abort.
   *
   * @throws UnreachableError of the peer `signer` when the try's time is up before it is signed.
   * @throws AbortedError when the caller's signal has fired.
   */
  async signed<T>(
    attempt: Try,
    sign: (options: CallOptions) => Promise<T>,
  ): Promise<readonly [signature: T, left: Try]> {
    const startedAt = this.clock.now();
    const { timeoutMs } = attempt;
    const signature = await withinTime({ ...attempt, peer: 'signer' }, (signal) =>
      sign({ signal, timeoutMs }),
    );
    throwIfAborted(attempt.signal);
    const leftMs = Math.max(1, timeoutMs - (this.clock.now() - startedAt));
    return [signature, { ...attempt, timeoutMs: leftMs }];
  }

  #run<T>(
    options: CallOptions | undefined,
    once: (attempt: Try) => Promise<T>,
    policy: RetryPolicy,
  ): Promise<T> {
    const { signal, timeoutMs } = options ?? {};
    const deadline = this.clock.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    const leftMs = () => Math.min(this.#timeoutMs, Math.max(1, deadline - this.clock.now()));
    const work = (number: number) => once({ signal, timeoutMs: leftMs(), number });
    return retry(work, { ...policy, signal, timeoutMs, clock: this.clock });
  }
}
