import type { CallOptions, Clock } from '../../core/clock.js';
import { withinTime } from '../../core/http.js';

/**
 * What is read once for all callers, so that no single caller decides when a read ends: each waits for it only as long
 * as it may. A failure reaches those who wait, and is not kept.
 */
export class SharedReads<T> {
  readonly #clock: Clock;
  readonly #known = new Map<string, Promise<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @throws UnreachableError when the caller's time is up first.
   * @throws AbortedError when the caller's signal has fired.
   */
  get(name: string, options: CallOptions | undefined, read: () => Promise<T>): Promise<T> {
    const limits = { ...options, peer: 'custody', clock: this.#clock };
    return withinTime(limits, () => this.#known.get(name) ?? this.#begin(name, read));
  }

  #begin(name: string, read: () => Promise<T>): Promise<T> {
    const reading = read();
    this.#known.set(name, reading);
    reading.catch(() => this.#known.delete(name));
    return reading;
  }
}
