import type { SandboxClock } from '../clock.js';

/** How something that takes its time may end. */
export type Outcome = 'succeeded' | 'failed';

interface Waiting {
  readonly end: (outcome: Outcome) => void;
  readonly cancel: (() => void) | undefined;
}

/** What is under way: it succeeds by itself after a while, unless a test holds it and says how it ends. */
export class InFlightTransfers {
  readonly #clock: SandboxClock;
  readonly #afterMs: number;
  readonly #waiting = new Map<string, Waiting>();
  #holding = false;

  constructor(clock: SandboxClock, afterMs: number) {
    this.#clock = clock;
    this.#afterMs = afterMs;
  }

  /** From now on what begins waits for {@link settle}; what began before goes on. */
  hold(holding: boolean): void {
    this.#holding = holding;
  }

  begin(id: string, end: (outcome: Outcome) => void): void {
    const cancel = this.#holding
      ? undefined
      : this.#clock.after(this.#afterMs, () => this.settle(id, 'succeeded'));
    this.#waiting.set(id, { end, cancel });
  }

  settle(id: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) throw new Error(`Nothing is under way as ${id}.`);
    this.#waiting.delete(id);
    waiting.cancel?.();
    waiting.end(outcome);
  }

  /** Ends everything at once, oldest first. */
  settleAll(outcome: Outcome): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, outcome);
  }
}
