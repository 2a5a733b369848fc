import type { Clock } from '../../src/core/clock.js';
import { AbortedError } from '../../src/core/errors.js';
import { Timers } from './timers.js';

/** A clock whose time passes only in pauses, and then at once. Remembers how long each one was. */
export class FakeClock implements Clock {
  readonly pauses: number[] = [];
  /** Called at the beginning of each pause: the place to abort, to wake or to move the time. */
  onSleep: ((ms: number) => void | Promise<void>) | undefined;
  readonly #timers = new Timers();
  /** What the wall clock shows beyond the monotonic one. */
  #aheadMs: number;

  constructor(now = 1_700_000_000_000) {
    this.#aheadMs = now - this.#timers.time;
  }

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

  /** Lets time pass outside of any pause, as slow work does. */
  pass(ms: number): void {
    this.#timers.pass(ms);
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw new AbortedError(signal);
    this.pauses.push(ms);
    await this.onSleep?.(ms);
    if (signal?.aborted) throw new AbortedError(signal);
    this.pass(ms);
  }

  after(ms: number, action: () => void): () => void {
    return this.#timers.after(ms, action);
  }
}
