import { isObject } from '../../../src/core/json.js';
import type { XrplClientLike } from '../../../src/xrpl/index.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import type { GatewayPorts } from './chain-world.js';

type ClientEvent = 'ledgerClosed' | 'connected';

/** The times of the `xrpl` package. */
const CONNECTION_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;
const RECONNECTS_AFTER_MS = 1_000;

/**
 * What an application's Client of the `xrpl` package is to the product: all requests share one connection. Where one
 * breaks, each that waits fails with it, the ledger stream ends, and the client connects again. What goes wrong is
 * decided for each message, as for the requests of the others.
 */
export class SimulatedClient implements XrplClientLike {
  readonly process: SimulatedProcess;
  readonly #fetch: GatewayPorts['fetch'];
  readonly #url: string;
  readonly #listeners: Readonly<Record<ClientEvent, Set<() => void>>> = {
    ledgerClosed: new Set(),
    connected: new Set(),
  };
  /** Of the connection that there is. */
  #waiting: Set<(reason: Error) => void> | undefined;
  #isSubscribed = false;

  constructor({ process, fetch }: GatewayPorts, url: string) {
    this.process = process;
    this.#fetch = fetch;
    this.#url = url;
  }

  isConnected(): boolean {
    return this.#waiting !== undefined;
  }

  async connect(): Promise<void> {
    await this.#within(CONNECTION_TIMEOUT_MS, this.#send('ping', {}), () => undefined);
    if (this.isConnected()) return;
    this.#waiting = new Set();
    this.#emit('connected');
  }

  async request({ command, ...params }: { readonly command: string }): Promise<unknown> {
    const waiting = this.#waiting;
    if (waiting === undefined) throw named('NotConnectedError');
    // Over HTTP a node has no streams; on the way this is a message like any other.
    const sent = command === 'subscribe' ? this.#send('ping', {}) : this.#send(command, params);
    const answer = sent.catch((error: unknown) => {
      this.#disconnect(waiting);
      throw error;
    });
    const result = await this.#within(REQUEST_TIMEOUT_MS, answer, (fail) => waiting.add(fail));
    if (result.status === 'error') throw Object.assign(named('RippledError'), { data: result });
    if (command === 'subscribe' && waiting === this.#waiting) this.#isSubscribed = true;
    return { result };
  }

  on(event: ClientEvent, listener: () => void): void {
    this.#listeners[event].add(listener);
  }

  removeListener(event: ClientEvent, listener: () => void): void {
    this.#listeners[event].delete(listener);
  }

  /** A message of the stream arrives, if its connection is still there. */
  hearOfLedger(): void {
    if (this.#isSubscribed) this.#emit('ledgerClosed');
  }

  #emit(event: ClientEvent): void {
    for (const listener of [...this.#listeners[event]]) listener();
  }

  async #send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const body = JSON.stringify({ method, params: [params] });
    const response = await this.#fetch(this.#url, { method: 'POST', body });
    const answer: unknown = await response.json();
    // What a proxy says in the middle of a connection ends it.
    if (!response.ok || !isObject(answer) || !isObject(answer.result)) throw named('Unreadable');
    return answer.result;
  }

  #disconnect(waiting: Set<(reason: Error) => void>): void {
    if (waiting !== this.#waiting) return;
    this.#waiting = undefined;
    this.#isSubscribed = false;
    for (const fail of waiting) fail(named('DisconnectedError'));
    this.#reconnect();
  }

  #reconnect(): void {
    this.process.clock.after(RECONNECTS_AFTER_MS, () => {
      if (!this.isConnected()) this.connect().catch(() => this.#reconnect());
    });
  }

  #within<T>(
    ms: number,
    work: Promise<T>,
    failsWith: (fail: (reason: Error) => void) => unknown,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = this.process.clock.after(ms, () => reject(named('TimeoutError')));
      const fail = (reason: unknown) => {
        cancel();
        reject(reason);
      };
      failsWith(fail);
      work.then((value) => {
        cancel();
        resolve(value);
      }, fail);
    });
  }
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}
