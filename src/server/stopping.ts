/**
 * Ends the calls of a server that stops. Each call has a signal of its own, and the server's signal has one listener.
 * If the server's signal were given to every call, or joined to others by `AbortSignal.any`, it would keep a
 * reference to each call until the server stops, and Node would warn of a leak from the eleventh on.
 */
export class Stopping {
  readonly #stop: AbortSignal | undefined;
  readonly #running = new Set<AbortController>();

  constructor(stop: AbortSignal | undefined) {
    this.#stop = stop;
    const endAll = () => {
      for (const call of this.#running) call.abort(stop?.reason);
    };
    stop?.addEventListener('abort', endAll, { once: true });
  }

  /** Runs a call with a signal that fires when the server stops, and when the client goes away. */
  async during<T>(
    client: AbortSignal | undefined,
    run: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const stop = this.#stop;
    if (!stop) return run(client);
    const call = new AbortController();
    const end = () => call.abort(client?.reason);
    if (stop.aborted) call.abort(stop.reason);
    if (client?.aborted) end();
    client?.addEventListener('abort', end);
    this.#running.add(call);
    try {
      return await run(call.signal);
    } finally {
      this.#running.delete(call);
      client?.removeEventListener('abort', end);
    }
  }
}
