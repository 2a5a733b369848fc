interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** Timers of a clock of a test. Each fires while the time passes that it waits for, in their order. */
export class Timers {
  // Not 0, and not the wall's: what mixes the two must be seen to.
  #time = 5_000;
  readonly #timers = new Set<Timer>();

  get time(): number {
    return this.#time;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#time + ms, action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  pass(ms: number): void {
    this.#time += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.#time);
    for (const timer of due.sort((one, other) => one.at - other.at)) {
      if (this.#timers.delete(timer)) timer.action();
    }
  }
}
