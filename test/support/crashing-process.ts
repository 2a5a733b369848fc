/**
 * A process that ends at one of its requests: that one arrives or not, but no answer to it, nor to any
 * later one, is ever seen. Everything that the process would have done afterwards is not done.
 */
export function crashingFetch(dieAt: number, arrives: boolean) {
  const state = { asked: 0, isDead: false };
  const fetchIt: typeof fetch = async (url, init) => {
    const number = state.asked++;
    if (number < dieAt) return fetch(url, init);
    state.isDead = true;
    if (number === dieAt && arrives) await fetch(url, init).then((answer) => answer.text());
    // It hangs, as a process does that is no more.
    return new Promise(() => undefined);
  };
  return { fetch: fetchIt, state };
}

/** Resolves once a process of {@link crashingFetch} has ended. */
export async function whenDead(state: { readonly isDead: boolean }): Promise<void> {
  while (!state.isDead) await new Promise((resolve) => setTimeout(resolve, 5));
  // What had been sent before has time to arrive.
  await new Promise((resolve) => setTimeout(resolve, 60));
}
