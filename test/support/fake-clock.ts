import type { Clock } from '../../src/core/clock.js';
import { AbortedError } from '../../src/core/errors.js';

/** A clock whose time passes only in pauses, and then at once. Remembers how long each one was. */
export class FakeClock implements Clock {
  readonly pauses: number[] = [];
  /** Called at the beginning of each pause: the place to abort, to wake or to move the time. */
  onSleep: ((ms: number) => void | Promise<void>) | undefined;
  #now: number;

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Lets time pass outside of any pause, as slow work does. */
  pass(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw new AbortedError(signal);
    this.pauses.push(ms);
    await this.onSleep?.(ms);
    if (signal?.aborted) throw new AbortedError(signal);
    this.#now += ms;
  }
}
