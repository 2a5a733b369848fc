/** Renews something every so often, while work goes on. */
interface Renewal {
  /** Ends it, and waits for a renewal that is under way. */
  end(): Promise<void>;
}

/** What fails to be renewed now may be the next time; who must know finds out when it is over. */
export function renewal(everyMs: number, renew: () => Promise<unknown>): Renewal {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(renew).catch(() => undefined);
  }, everyMs);
  return {
    end: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
