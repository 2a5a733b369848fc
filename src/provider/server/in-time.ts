import type { Clock } from '../../core/clock.js';

/** The time for a request was over before its answer was there. */
export class OutOfTime extends Error {
  constructor() {
    super('There was no answer in time: the outcome of the request is not known yet.');
  }
}

/**
 * Work with a time limit. When its time is up, or `gone` fires, its signal fires, and the caller no longer waits
 * for it; the work may go on.
 *
 * @throws OutOfTime
 */
export async function inTime<T>(
  limits: {
    readonly timeoutMs: number;
    readonly gone: AbortSignal | undefined;
    readonly clock: Clock;
  },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, gone, clock } = limits;
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(new OutOfTime());
  const cancel = clock.after(timeoutMs, stop);
  gone?.addEventListener('abort', stop, { once: true });
  if (gone?.aborted) stop();
  const over = new Promise<never>((_, reject) => {
    const fail = () => reject(new OutOfTime());
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
  try {
    return await Promise.race([over, work(signal)]);
  } finally {
    cancel();
    gone?.removeEventListener('abort', stop);
  }
}
