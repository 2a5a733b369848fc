import { type Clock, pause, systemClock, throwIfAborted } from './clock.js';

/** How often the state is read. */
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
 * Calls `look` until it finds something, with growing pauses. Resolves with what was found, or with `undefined` when
 * time ran out; the last look happens at the very end of the time. Each look receives the milliseconds that are left,
 * so that it can end with them.
 *
 * @throws AbortedError when the signal fires.
 */
export async function poll<T>(
  look: (leftMs: number) => Promise<T | undefined>,
  options: PollOptions,
): Promise<T | undefined> {
  const clock = options.clock ?? systemClock;
  const deadline = clock.monotonic() + options.timeoutMs;
  let over = new AbortController();
  const unsubscribe = options.wakeOn?.(() => over.abort());
  try {
    let pauseMs = options.pace.firstMs;
    for (;;) {
      throwIfAborted(options.signal);
      // A wake-up during a look ends the pause that follows it.
      over = new AbortController();
      const found = await look(deadline - clock.monotonic());
      if (found !== undefined) return found;
      const leftMs = deadline - clock.monotonic();
      // Written this way round, a time of NaN ends the polling instead of never ending it.
      if (!(leftMs > 0)) return undefined;
      await pause(Math.min(pauseMs, leftMs), clock, options.signal, over);
      pauseMs = Math.min(options.pace.maxMs, pauseMs * options.pace.factor);
    }
  } finally {
    unsubscribe?.();
  }
}
