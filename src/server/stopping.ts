/**
 * Ends the calls of a server that stops. Each has a signal of its own, and the server's has one listener: given
 * to every call, or joined to another by `AbortSignal.any`, it would keep a trace of each until the
 * server stops, and warn of a leak as soon as there are eleven.
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
