import { AbortedError } from './errors.js';

/** Time as this package sees it. Tests give their own; nothing else here reads the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with {@link AbortedError} as soon as `signal` fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest that one timer can run; given more, `setTimeout` fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new AbortedError(signal));
      let timer: ReturnType<typeof setTimeout>;
      let leftMs = ms;
      const onAbort = () => {
        clearTimeout(timer);
        reject(new AbortedError(signal));
      };
      const run = () => {
        const stepMs = Math.min(leftMs, MAX_TIMER_MS);
        leftMs -= stepMs;
        timer = setTimeout(leftMs > 0 ? run : onEnd, stepMs);
      };
      const onEnd = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      run();
    }),
};

/**
 * Waits for work that others wait for too, or that can't be stopped: when `signal` fires, only the
 * waiting ends.
 *
 * @throws AbortedError as soon as `signal` fires.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new AbortedError(signal));
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    work.finally(() => signal?.removeEventListener('abort', onAbort)).then(resolve, reject);
  });
}

/** What every call that waits accepts. */
export interface CallOptions {
  /** Ends the waiting. It cancels nothing that was already asked for. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds this call may wait. Each operation documents its default. */
  readonly timeoutMs?: number | undefined;
}

/** @throws AbortedError when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortedError(signal);
}
