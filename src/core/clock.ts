import { onAbort } from './abort.js';
import { AbortedError } from './errors.js';
import { checkClock, systemTime } from './time.js';

/**
 * Time as this package sees it. Nothing else here reads the time or waits for it, so a test that gives its own clock
 * decides how time passes. Give the same clock to all parts that work together.
 *
 * @example
 * ```ts
 * import { type Clock, systemClock } from 'custody-gateways';
 *
 * // Ten seconds fast.
 * const fast: Clock = { ...systemClock, now: () => Date.now() + 10_000 };
 * ```
 */
export interface Clock {
  /**
   * What a wall clock shows, in milliseconds since the epoch. It can be set, also back: it is used for tokens, for
   * records, and to compare with times that peers state, and never to measure.
   */
  now(): number;
  /** Milliseconds since an arbitrary moment. It only grows: every timeout and every pause is measured on it. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with {@link AbortedError} as soon as `signal` fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `action` after `ms` milliseconds, unless the function that it returns is called first. It only limits a
   * wait for something else, so a test's clock that lets time pass whenever code sleeps has no reason to let it pass
   * here.
   */
  after(ms: number, action: () => void): () => void;
}

/** The longest that one timer can run; given more, `setTimeout` fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  ...systemTime,
  sleep: (ms, signal) => sleepOn(systemClock, ms, signal),
  after: (ms, action) => startTimer(ms, action),
};

/**
 * A sleep made of a clock's timers.
 *
 * @throws AbortedError as soon as `signal` fires.
 */
export function sleepOn(
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      ignore();
      resolve();
    });
    const ignore = onAbort(signal, () => {
      cancel();
      reject(new AbortedError(signal));
    });
  });
}

/**
 * The same with timers that do not keep the process running: nothing is lost when the process ends before they fire.
 */
export const idleTime: Pick<Clock, 'now' | 'monotonic' | 'after'> = /* @__PURE__ */ (() => ({
  ...systemClock,
  after: (ms, action) => startTimer(ms, action, (timer) => timer.unref()),
}))();

type Timer = ReturnType<typeof setTimeout>;

function startTimer(ms: number, action: () => void, settle?: (timer: Timer) => void): () => void {
  const until = systemClock.monotonic() + ms;
  let timer: Timer;
  // A timer may fire a moment too early, and none can run for longer than a month.
  const arm = (leftMs: number) => {
    const ring = () => {
      const stillMs = until - systemClock.monotonic();
      return stillMs > 0 ? arm(stillMs) : action();
    };
    timer = setTimeout(ring, Math.min(leftMs, MAX_TIMER_MS));
    settle?.(timer);
  };
  arm(ms);
  return () => clearTimeout(timer);
}

/**
 * The clock that a user gave, or the machine's.
 *
 * @throws ConfigurationError naming `clock` when it lacks a method: a wait on it would never end.
 */
export function clockOf(clock: Clock = systemClock): Clock {
  checkClock(clock);
  return clock;
}

/**
 * Waits for work that other callers also wait for, or that can't be stopped: when `signal` fires, only this wait
 * ends.
 *
 * @throws AbortedError as soon as `signal` fires.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => reject(new AbortedError(signal)));
    work.finally(ignore).then(resolve, reject);
  });
}

/**
 * A pause of a call, which ends at once when its caller aborts, or when `over` is aborted. The clock, which may be a
 * user's own, listens only to a signal made for this pause: many calls may pause under one caller's signal.
 *
 * @throws AbortedError as soon as `signal` fires.
 */
export async function pause(
  ms: number,
  clock: Clock,
  signal?: AbortSignal,
  over = new AbortController(),
): Promise<void> {
  const ignore = onAbort(signal, () => over.abort());
  try {
    await clock.sleep(ms, over.signal);
  } catch (error) {
    throwIfAborted(signal);
    if (!over.signal.aborted) throw error;
  } finally {
    ignore();
  }
}

/** Options of every call that waits. */
export interface CallOptions {
  /** Ends the waiting. It cancels nothing that was already requested. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that the call may wait, as for a signature. A read of a chain may make several requests in turn: it
   * limits each of them, with its repetitions. An answer that several calls wait for, such as the key of a vault account,
   * is read on for the others when this call stops waiting.
   */
  readonly timeoutMs?: number | undefined;
}

/** @throws AbortedError when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortedError(signal);
}
