import { type Clock, MAX_TIMER_MS } from '../core/clock.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { readBytes } from './body.js';

/** The time for a request was over before its answer was there. */
export class OutOfTime extends Error {
  constructor() {
    super('There was no answer in time: the outcome of the request is not known yet.');
  }
}

export interface TimeLimit {
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** @throws ConfigurationError naming the setting, unless a timer can wait for so long. */
export function checkTime(name: string, timeMs: number): void {
  if (timeMs > 0 && timeMs <= MAX_TIMER_MS) return;
  throw new ConfigurationError(name, `must be above zero, and ${MAX_TIMER_MS} at most`);
}

/**
 * The whole body. A sender that takes longer is at fault, and nothing was done.
 *
 * @throws InvalidInputError, and what {@link readBytes} throws.
 */
export async function readBytesInTime(
  request: Request,
  maxBytes: number,
  limit: TimeLimit,
): Promise<Uint8Array> {
  try {
    return await inTime({ ...limit, gone: undefined }, () => readBytes(request, maxBytes));
  } catch (error) {
    if (error instanceof OutOfTime) throw new InvalidInputError('body', 'must arrive in time');
    throw error;
  }
}

/**
 * Work with a time limit. When its time is up, or `gone` fires, its signal fires, and the caller no longer waits
 * for it; the work may go on.
 *
 * @throws OutOfTime
 * @throws InvalidInputError when `gone` fired.
 */
export async function inTime<T>(
  limits: TimeLimit & { readonly gone: AbortSignal | undefined },
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
    const left = () => new InvalidInputError('request', 'was given up by its sender');
    const fail = () => reject(gone?.aborted ? left() : new OutOfTime());
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
