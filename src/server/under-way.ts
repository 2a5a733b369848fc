import type { Clock } from '../core/clock.js';

/** Calls that go on when the request that began them has been answered. */
export class UnderWay {
  readonly #clock: Clock;
  readonly #names = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Runs a call under a name until it ends, however that is: whoever asks again is told. */
  async run<T>(name: string, call: () => Promise<T>): Promise<T> {
    this.#names.add(name);
    try {
      return await call();
    } finally {
      this.#names.delete(name);
    }
  }

  /** What a call gives within a time; else what `otherwise` makes is thrown, and the call goes on. */
  async within<T>(waitMs: number, call: Promise<T>, otherwise: () => Error): Promise<T> {
    // A call that is left behind and fails later has nobody to tell.
    call.catch(() => undefined);
    const ended = new AbortController();
    const timeout = this.#clock.sleep(waitMs, ended.signal).then(
      () => Promise.reject(otherwise()),
      () => call,
    );
    try {
      return await Promise.race([call, timeout]);
    } finally {
      timeout.catch(() => undefined);
      ended.abort();
    }
  }
}
