const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Ends the process with the first signal to stop, until the returned function is called. The first process of a
 * container gets only signals that it listens for, and would otherwise be killed once it serves.
 */
export function endOnSignal(): () => void {
  const end = () => process.exit(0);
  for (const name of SIGNALS) process.on(name, end);
  return () => {
    for (const name of SIGNALS) process.off(name, end);
  };
}

/** Resolves with the next signal that tells the process to stop; a further signal ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.off(name, stop);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, stop);
  });
}

/** A signal that fires when the process is told to stop, or when the work is over. */
export function abortOnSignal(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, stop);
      controller.abort();
    },
  };
}
