import type { Clock } from '../../core/clock.js';
import type { Store } from '../../store/store.js';

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

/** A store whose calls fail with {@link OutOfTime} rather than take longer. */
export function answeringStore(store: Store, timeoutMs: number, clock: Clock): Store {
  const soon = <T>(work: () => Promise<T>) => inTime({ timeoutMs, gone: undefined, clock }, work);
  return {
    get: (...given) => soon(() => store.get(...given)),
    setIfAbsent: (...given) => soon(() => store.setIfAbsent(...given)),
    compareAndSet: (...given) => soon(() => store.compareAndSet(...given)),
    delete: (...given) => soon(() => store.delete(...given)),
  };
}
