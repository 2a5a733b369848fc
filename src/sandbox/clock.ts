/**
 * The sandbox's own time: the machine's, plus whatever a test has skipped. Every timer of both
 * servers is kept here, so that time can be skipped and nothing is left running after a stop.
 */
export class SandboxClock {
  #offsetMs = 0;
  readonly #timers = new Set<SandboxTimer>();

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Runs `action` after `ms` of the sandbox's time. The timer keeps no process alive. */
  after(ms: number, action: () => void): SandboxTimer {
    const timer: SandboxTimer = { dueAt: this.now() + ms, action, handle: undefined };
    this.#timers.add(timer);
    this.#arm(timer);
    return timer;
  }

  cancel(timer: SandboxTimer | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
  }

  sleep(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise((resolve) => this.after(ms, resolve));
  }

  /** Skips time: what falls due meanwhile happens now, in order. */
  skip(ms: number): void {
    this.#offsetMs += ms;
    const due = [...this.#timers].filter((timer) => timer.dueAt <= this.now());
    for (const timer of due.sort((a, b) => a.dueAt - b.dueAt)) {
      if (this.#timers.has(timer)) this.#fire(timer);
    }
    for (const timer of this.#timers) this.#arm(timer);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer.handle);
    this.#timers.clear();
  }

  #arm(timer: SandboxTimer): void {
    clearTimeout(timer.handle);
    const ms = Math.min(Math.max(0, timer.dueAt - this.now()), MAX_TIMEOUT_MS);
    timer.handle = setTimeout(() => {
      if (timer.dueAt > this.now()) this.#arm(timer);
      else this.#fire(timer);
    }, ms);
    timer.handle.unref();
  }

  #fire(timer: SandboxTimer): void {
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
    timer.action();
  }
}

/** Something that will happen at `dueAt`, in milliseconds since the epoch. */
export interface SandboxTimer {
  readonly dueAt: number;
  readonly action: () => void;
  handle: NodeJS.Timeout | undefined;
}

/** `setTimeout` fires at once when given more. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
