import type { Clock } from '../../core/clock.js';

/** Renews a lease at intervals while work goes on. */
interface Renewal {
  /** Ends it, and waits for a renewal that is under way. */
  end(): Promise<void>;
}

/** A renewal that fails now may succeed the next time; whether the lease was lost shows when the work is done. */
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
