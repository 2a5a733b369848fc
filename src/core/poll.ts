import { type Clock, pause, systemClock, throwIfAborted } from './clock.js';

/** How often the state is read. */
export interface PollPace {
  /** Milliseconds before the second look (the first one is at once). */
  readonly firstMs: number;
  /** Milliseconds in which pauses do not grow. Default 0. */
  readonly steadyMs?: number;
  /** How much longer each later pause is than the one before. */
  readonly factor: number;
  /** The longest pause, in milliseconds. */
  readonly maxMs: number;
}

/** The pause of this number, 1 for the first, in milliseconds. */
export function pauseMsOf({ firstMs, steadyMs = 0, factor, maxMs }: PollPace, number: number) {
  const steady = Math.floor(steadyMs / firstMs);
  return Math.min(maxMs, firstMs * factor ** Math.max(0, number - 1 - steady));
}

export interface PollOptions {
  readonly pace: PollPace;
  /** After how many milliseconds there has lately been something to find: no pause goes beyond one of these. */
  readonly expectedMs?: readonly number[] | undefined;
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
 * so that it can end with them, and a function that makes the pauses short again.
 *
 * @throws AbortedError when the signal fires.
 */
export async function poll<T>(
  look: (leftMs: number, restart: () => void) => Promise<T | undefined>,
  options: PollOptions,
): Promise<T | undefined> {
  const clock = options.clock ?? systemClock;
  const { pace, expectedMs = [], timeoutMs } = options;
  const startedAt = clock.monotonic();
  const deadline = startedAt + timeoutMs;
  let over = new AbortController();
  const unsubscribe = options.wakeOn?.(() => over.abort());
  try {
    let pauses = 0;
    const restart = () => {
      pauses = 0;
    };
    for (;;) {
      throwIfAborted(options.signal);
      // A wake-up during a look ends the pause that follows it.
      over = new AbortController();
      const found = await look(deadline - clock.monotonic(), restart);
      if (found !== undefined) return found;
      const now = clock.monotonic();
      const leftMs = deadline - now;
      // Written this way round, a time of NaN ends the polling instead of never ending it.
      if (!(leftMs > 0)) return undefined;
      pauses += 1;
      const expected = expectedMs.map((ms) => startedAt + ms - now).filter((ms) => ms > 0);
      const pauseMs = Math.min(pauseMsOf(pace, pauses), leftMs, ...expected);
      await pause(pauseMs, clock, options.signal, over);
    }
  } finally {
    unsubscribe?.();
  }
}
