/** All that is to happen when one signal fires. */
interface Waiting {
  readonly actions: Set<() => void>;
  readonly stop: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `action` when a signal fires, unless the function that it returns is called first. A batch waits for
 * many things under its caller's one signal, and Node warns of a leak where more than ten listen to one: so
 * one listener does it all, and is gone when nothing waits any more.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (!signal) return () => undefined;
  const { actions, stop } = waitingFor.get(signal) ?? listenTo(signal);
  // An entry of its own: the same action may wait twice.
  const entry = () => action();
  actions.add(entry);
  return () => {
    actions.delete(entry);
    if (actions.size === 0) stop();
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const actions = new Set<() => void>();
  const listener = () => {
    stop();
    for (const action of [...actions]) action();
  };
  const stop = () => {
    signal.removeEventListener('abort', listener);
    if (waitingFor.get(signal) === waiting) waitingFor.delete(signal);
  };
  const waiting = { actions, stop };
  waitingFor.set(signal, waiting);
  signal.addEventListener('abort', listener, { once: true });
  return waiting;
}
