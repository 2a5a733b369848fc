/** Receives events. What it throws is ignored: watching a transaction must never break it. */
export type Listener<Event> = (event: Event) => void;

/** A function that hands events to whoever listens, if anyone. */
export function emitterFor<Event>(...listeners: (Listener<Event> | undefined)[]): Listener<Event> {
  return (event) => {
    for (const listener of listeners) {
      try {
        const returned: unknown = listener?.(event);
        // An async function is a listener too; its rejection, left alone, would end the process.
        if (returned instanceof Promise) returned.catch(() => undefined);
      } catch {
        // The listener's own trouble. A transaction in flight goes first.
      }
    }
  };
}
