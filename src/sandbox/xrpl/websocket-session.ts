import type { RawData, WebSocket } from 'ws';
import { isObject } from '../../core/json.js';
import type { MessageLog } from '../loopback/messages.js';
import type { PeerOptions } from '../loopback/peer.js';
import { runCommand } from './dispatcher.js';
import type { LedgerNode } from './node.js';
import { Subscriptions } from './subscriptions.js';

/** What a session shares with its server. */
export interface SessionOptions extends PeerOptions {
  readonly node: LedgerNode;
  readonly messages: MessageLog;
}

/** One client's WebSocket. */
export class WebSocketSession {
  readonly #socket: WebSocket;
  readonly #options: SessionOptions;
  readonly #subscriptions: Subscriptions;

  constructor(socket: WebSocket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#subscriptions = new Subscriptions(options.node, (message) => this.#send(message));
    socket.on('message', (data) => void this.#receive(data));
    socket.on('close', () => this.#subscriptions.end());
    // A client that breaks off is no concern of the sandbox; its `close` follows.
    socket.on('error', () => {});
  }

  async #receive(data: RawData): Promise<void> {
    const message = readMessage(data);
    if (message === undefined) {
      return this.#send({ type: 'error', error: 'jsonInvalid', value: data.toString() });
    }
    const { node, clock, faults, latencyMs = 0, messages } = this.#options;
    const { id, command, ...params } = message;
    const name = typeof command === 'string' ? command : '';
    messages.add({ transport: 'websocket', command: name, body: message, at: clock.now() });
    const effect = faults?.take({ server: 'xrpl', transport: 'websocket', command: name });
    if (effect?.kind === 'drop') return this.#socket.terminate();
    if (effect?.kind === 'hang') return;
    if (effect?.kind === 'delay') await clock.sleep(effect.ms);
    const answer = runCommand(node, name, params, effect, this.#subscriptions.commands);
    if (effect?.kind === 'lose-answer') return this.#socket.terminate();
    await clock.sleep(latencyMs);
    const head = { ...(id === undefined ? {} : { id }), ...versionOf(params), type: 'response' };
    this.#send(
      answer.ok
        ? { ...head, result: answer.result, status: 'success' }
        : { ...head, ...answer.error, request: message, status: 'error' },
    );
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function readMessage(data: RawData): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(data.toString());
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function versionOf({ api_version: version }: Record<string, unknown>): Record<string, unknown> {
  return version === undefined ? {} : { api_version: version };
}
