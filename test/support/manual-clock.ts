import { type Clock, sleepOn } from '../../src/core/clock.js';
import { Timers } from './timers.js';

/** A clock whose time passes only by hand; whoever sleeps long enough wakes then. */
export class ManualClock implements Clock {
  readonly #timers = new Timers();
  /** What the wall clock shows beyond the monotonic one. */
  #aheadMs = 1_700_000_000_000 - this.#timers.time;

  now(): number {
    return this.#timers.time + this.#aheadMs;
  }

  monotonic(): number {
    return this.#timers.time;
  }

  /** Sets what the wall clock shows, and nothing else, as whoever corrects it does. */
  setWall(now: number): void {
    this.#aheadMs = now - this.#timers.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  after(ms: number, action: () => void): () => void {
    return this.#timers.after(ms, action);
  }

  /** Lets time pass, in steps, so that whoever wakes can do something before the next one. */
  async pass(ms: number, stepMs = ms): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.#timers.pass(Math.min(stepMs, left));
      await settle();
    }
  }
}

/** Lets everything happen that needs no more time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
