import { onAbort } from './abort.js';
import { type Clock, systemClock, throwIfAborted } from './clock.js';

/** How often something is looked at. */
export interface PollPace {
  /** Milliseconds before the second look (the first one is at once). */
  readonly firstMs: number;
  /** How much longer each later pause is than the one before. */
  readonly factor: number;
  /** The longest pause, in milliseconds. */
  readonly maxMs: number;
}

export interface PollOptions {
  readonly pace: PollPace;
  /** Milliseconds until the polling gives up. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Called with a function that ends the current pause at once; returns how to unsubscribe. */
  readonly wakeOn?: ((wake: () => void) => () => void) | undefined;
}

/**
 * Looks until `look` finds something, with growing pauses. Resolves with what was found, or with
 * `undefined` when time ran out; the last look happens at the very end of the time. Each look is
 * told how many milliseconds are left, so that it need not outlast them.
 *
 * @throws AbortedError when the signal fires.
 */
export async function poll<T>(
  look: (leftMs: number) => Promise<T | undefined>,
  options: PollOptions,
): Promise<T | undefined> {
  const clock = options.clock ?? systemClock;
  const deadline = clock.monotonic() + options.timeoutMs;
  const alarm = new Alarm();
  const unsubscribe = options.wakeOn?.(() => alarm.ring());
  try {
    let pauseMs = options.pace.firstMs;
    for (;;) {
      throwIfAborted(options.signal);
      alarm.arm();
      const found = await look(deadline - clock.monotonic());
      if (found !== undefined) return found;
      const leftMs = deadline - clock.monotonic();
      // Asked this way round, a time that is none (NaN) ends the polling instead of never ending it.
      if (!(leftMs > 0)) return undefined;
      await alarm.sleep(Math.min(pauseMs, leftMs), clock, options.signal);
      pauseMs = Math.min(options.pace.maxMs, pauseMs * options.pace.factor);
    }
  } finally {
    unsubscribe?.();
  }
}

/** A pause that can be cut short, also by something that happened just before it began. */
class Alarm {
  #controller = new AbortController();

  arm(): void {
    this.#controller = new AbortController();
  }

  ring(): void {
    this.#controller.abort();
  }

  async sleep(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
    const rung = this.#controller;
    const ignore = onAbort(signal, () => rung.abort());
    try {
      await clock.sleep(ms, rung.signal);
    } catch (error) {
      throwIfAborted(signal);
      if (!rung.signal.aborted) throw error;
    } finally {
      ignore();
    }
  }
}
