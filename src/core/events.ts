/** Receives events. An error that it throws is ignored: watching a transaction must never break it. */
export type Listener<Event> = (event: Event) => void;

/** A function that hands events to every listener given. */
export function emitterFor<Event>(...listeners: (Listener<Event> | undefined)[]): Listener<Event> {
  return (event) => {
    for (const listener of listeners) {
      try {
        const returned: unknown = listener?.(event);
        // An async function is a listener too; an unhandled rejection of it would end the process.
        if (returned instanceof Promise) returned.catch(() => undefined);
      } catch {
        // A listener's failure must not stop a transaction in flight.
      }
    }
  };
}
