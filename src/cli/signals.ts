const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves with the next signal that tells the process to stop; what comes after ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.off(name, stop);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, stop);
  });
}
