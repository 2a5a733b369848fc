import type { Clock } from '../core/clock.js';
import type { Progress } from './progress.js';

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

  /** Keeps the name of a call until the call ends. */
  keep<T>(name: string, call: Promise<T>): Promise<T> {
    this.#names.add(name);
    const forget = () => this.#names.delete(name);
    call.then(forget, forget);
    return call;
  }

  /**
   * What a call gives within a time. Else it goes on, and how far it is is thrown, once there is a key to
   * ask with.
   */
  async within<T>(waitMs: number, call: Promise<T>, progress: Progress): Promise<T> {
    // A call that is left behind and fails later has nobody to tell.
    call.catch(() => undefined);
    const ended = new AbortController();
    const late = async () => {
      await this.#clock.sleep(waitMs, ended.signal);
      await progress.begun;
      throw progress.pending();
    };
    const answer = Promise.race([call, late()]);
    return answer.finally(() => ended.abort());
  }
}
