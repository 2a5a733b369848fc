/** The time for a request was over before its answer was there. */
export class OutOfTime extends Error {
  constructor() {
    super('There was no answer in time: what became of the request is not known yet.');
  }
}

/**
 * Work that has so long. When its time is up, or `gone` fires, its signal says so, and nobody waits for
 * it any longer; it may go on.
 *
 * @throws OutOfTime
 */
export async function inTime<T>(
  timeoutMs: number,
  gone: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(new OutOfTime());
  const timer = setTimeout(stop, timeoutMs);
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
    clearTimeout(timer);
    gone?.removeEventListener('abort', stop);
  }
}
