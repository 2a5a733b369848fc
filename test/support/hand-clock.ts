import type { Clock } from '../../src/core/clock.js';
import { AbortedError } from '../../src/core/errors.js';

/** A clock whose time passes only by hand; whoever sleeps long enough wakes then. */
export class HandClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new AbortedError(signal));
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(new AbortedError(signal));
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { until: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Lets time pass, in steps, so that whoever wakes can do something before the next one. */
  async pass(ms: number, stepMs = ms): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.#now += Math.min(stepMs, left);
      for (const sleeper of this.#sleepers) {
        if (sleeper.until > this.#now) continue;
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settle();
    }
  }
}

/** Lets everything happen that needs no more time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
