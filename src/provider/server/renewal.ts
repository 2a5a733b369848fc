import type { Clock } from '../../core/clock.js';

/** Renews something every so often, while work goes on. */
interface Renewal {
  /** Ends it, and waits for a renewal that is under way. */
  end(): Promise<void>;
}

/** What fails to be renewed now may be the next time; who must know finds out when it is over. */
export function renewal(clock: Clock, everyMs: number, renew: () => Promise<unknown>): Renewal {
  let last: Promise<unknown> = Promise.resolve();
  const due = () => {
    last = last.then(renew).catch(() => undefined);
    cancel = clock.after(everyMs, due);
  };
  let cancel = clock.after(everyMs, due);
  return {
    end: async () => {
      cancel();
      await last;
    },
  };
}
