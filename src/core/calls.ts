import { type CallOptions, type Clock, clockOf, throwIfAborted } from './clock.js';
import { ConfigurationError, type GatewayError } from './errors.js';
import type { Listener } from './events.js';
import { exchange, type HttpAnswer, type HttpRequest, withTimeLeft } from './http.js';
import type { ShapesOf } from './known-options.js';
import type { Random } from './random.js';
import { type RetryPolicy, retry } from './retry.js';

/** How long a client waits, and how often it tries. */
export interface CallSettings {
  /**
   * Milliseconds that one request may take. Default 30,000. Node's own `fetch` waits for headers no
   * longer than 300,000.
   */
  readonly timeoutMs?: number;
  /** How requests that are safe to repeat are repeated. */
  readonly retry?: RetryPolicy;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** @internal */
  readonly random?: Random;
}

/** For `knownOptions`. */
export const callShapes: ShapesOf<CallSettings> = {
  timeoutMs: 'number',
  retry: { attempts: 'number', baseMs: 'number', maxMs: 'number', maxRetryAfterMs: 'number' },
  clock: 'any',
  random: 'function',
};

/** One try of a call, and the time that it has. */
export interface Try {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** 1 for the first. */
  readonly number: number;
}

/** How a request ended. */
export interface RequestEnd {
  /** HTTP status; `undefined` when no answer came. */
  readonly status: number | undefined;
  /** Milliseconds from just before it was sent until the whole answer was read, or until it failed. */
  readonly durationMs: number;
}

/** The listeners for a request, and the event that they receive. */
export interface RequestListeners<Event> {
  readonly event: Event;
  readonly onRequest: Listener<Event>;
  readonly onResponse: Listener<Event & RequestEnd>;
}

/** Calls to a peer, each tried as often and for as long as the settings and the caller allow. */
export class Calls {
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly #timeoutMs: number;
  readonly #retry: RetryPolicy;

  /** @throws ConfigurationError for a time that is not above zero. */
  constructor(settings: CallSettings) {
    this.#timeoutMs = settings.timeoutMs ?? 30_000;
    if (!(this.#timeoutMs > 0)) {
      throw new ConfigurationError('timeoutMs', 'must be above zero');
    }
    this.#retry = settings.retry ?? {};
    this.clock = clockOf(settings.clock);
    this.random = settings.random;
  }

  run<T>(options: CallOptions | undefined, once: (attempt: Try) => Promise<T>): Promise<T> {
    return this.#run(options, once, this.#retry);
  }

  /** For a request that must not be sent twice, whatever the result of the first. */
  runOnce<T>(options: CallOptions | undefined, once: (attempt: Try) => Promise<T>): Promise<T> {
    return this.#run(options, once, { attempts: 1 });
  }

  /**
   * Has a try signed, then sends it in what is left of its time. A signer that ignores the signal is not waited for;
   * nothing is sent without a signature, or after an abort.
   *
   * @throws UnreachableError of the peer `signer` when the try's time is up before it is signed.
   * @throws AbortedError when the caller's signal has fired.
   */
  async signed<T>(
    attempt: Try,
    sign: (options: CallOptions) => Promise<T>,
  ): Promise<readonly [signature: T, left: Try]> {
    const { timeoutMs } = attempt;
    const limits = { ...attempt, peer: 'signer', clock: this.clock } as const;
    const [signature, leftMs] = await withTimeLeft(limits, (signal) => sign({ signal, timeoutMs }));
    throwIfAborted(attempt.signal);
    return [signature, { ...attempt, timeoutMs: leftMs }];
  }

  /**
   * One exchange; listeners hear of it before it is sent and when it has ended.
   *
   * @throws `refusalOf` an answer that is no 2xx.
   */
  async exchange<Event extends object>(
    request: Omit<HttpRequest, 'clock'>,
    { event, onRequest, onResponse }: RequestListeners<Event>,
    refusalOf: (answer: HttpAnswer, now: number) => GatewayError,
  ): Promise<HttpAnswer> {
    const { clock } = this;
    const startedAt = clock.monotonic();
    let status: number | undefined;
    onRequest(event);
    try {
      const answer = await exchange({ ...request, clock });
      status = answer.status;
      if (status >= 200 && status <= 299) return answer;
      throw refusalOf(answer, clock.now());
    } finally {
      onResponse({ ...event, status, durationMs: clock.monotonic() - startedAt });
    }
  }

  #run<T>(
    options: CallOptions | undefined,
    once: (attempt: Try) => Promise<T>,
    policy: RetryPolicy,
  ): Promise<T> {
    const { signal, timeoutMs } = options ?? {};
    const { clock, random } = this;
    const deadline = clock.monotonic() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    const leftMs = () => Math.min(this.#timeoutMs, Math.max(1, deadline - clock.monotonic()));
    const work = (number: number) => once({ signal, timeoutMs: leftMs(), number });
    return retry(work, { ...policy, signal, timeoutMs, clock, random });
  }
}
