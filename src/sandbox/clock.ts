import { type Clock, idleTime, sleepOn } from '../core/clock.js';

/** Where a sandbox has its time and its timers from. */
export type TimeSource = Pick<Clock, 'now' | 'monotonic' | 'after'>;

interface Timer {
  /** On the monotonic clock. */
  readonly dueAt: number;
  readonly action: () => void;
  cancel(): void;
}

/**
 * The sandbox's own time: that of its source, plus whatever a test has skipped. Every timer of all
 * servers is kept here, so that time can be skipped and nothing is left running after a stop.
 */
export class SandboxClock implements Clock {
  /** What nothing skips: the time of those who talk to the sandbox. */
  readonly source: TimeSource;
  #skippedMs = 0;
  readonly #timers = new Set<Timer>();

  /** Default: the machine's time, with timers that keep no process alive. */
  constructor(source: TimeSource = idleTime) {
    this.source = source;
  }

  now(): number {
    return this.source.now() + this.#skippedMs;
  }

  monotonic(): number {
    return this.source.monotonic() + this.#skippedMs;
  }

  after(ms: number, action: () => void): () => void {
    const timer: Timer = { dueAt: this.monotonic() + ms, action, cancel: () => undefined };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return sleepOn(this, ms, signal);
  }

  /** Skips time: what falls due meanwhile happens now, in order. */
  skip(ms: number): void {
    this.#skippedMs += ms;
    const due = [...this.#timers].filter((timer) => timer.dueAt <= this.monotonic());
    for (const timer of due.sort((a, b) => a.dueAt - b.dueAt)) {
      if (this.#timers.has(timer)) this.#fire(timer);
    }
    for (const timer of this.#timers) this.#arm(timer);
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #arm(timer: Timer): void {
    timer.cancel();
    const leftMs = Math.max(0, timer.dueAt - this.monotonic());
    timer.cancel = this.source.after(leftMs, () => this.#fire(timer));
  }

  #fire(timer: Timer): void {
    timer.cancel();
    this.#timers.delete(timer);
    timer.action();
  }
}
