/** The actions to run when one signal fires. */
class Actions extends Set<() => void> {
  handleEvent(): void {
    for (const action of this) action();
  }
}

const actionsOf = new WeakMap<AbortSignal, Actions>();

/**
 * Calls `action` when a signal fires or has fired, unless the function that it returns is called first. A batch waits
 * for many things under its caller's one signal, and Node warns of a leak where more than ten listen to one: so one
 * listener runs all actions of a signal, and is removed when none is left.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (!signal) return () => undefined;
  if (signal.aborted) action();
  const actions = actionsOf.get(signal) ?? listenTo(signal);
  actions.add(action);
  return () => {
    if (!actions.delete(action) || actions.size > 0) return;
    actionsOf.delete(signal);
    signal.removeEventListener('abort', actions);
  };
}

function listenTo(signal: AbortSignal): Actions {
  const actions = new Actions();
  actionsOf.set(signal, actions);
  signal.addEventListener('abort', actions, { once: true });
  return actions;
}
