import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { isObject } from '../../core/json.js';
import type { SandboxClock } from '../clock.js';
import type { FaultBook, FaultEffect } from '../loopback/faults.js';
import {
  type LoopbackAnswer,
  type LoopbackRequest,
  LoopbackServer,
} from '../loopback/http-server.js';
import { runCommand } from './dispatcher.js';
import type { LedgerNode } from './node.js';
import { WebSocketSession } from './websocket-session.js';

/** What the node's wire is made of. */
export interface XrplServerOptions {
  readonly node: LedgerNode;
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  readonly port: number;
  readonly latencyMs: number;
}

/** JSON-RPC and WebSocket on one port of loopback, as a node offers them. */
export class XrplServer {
  readonly http: LoopbackServer;
  readonly #options: XrplServerOptions;
  readonly #sockets = new WebSocketServer({ noServer: true });

  constructor(options: XrplServerOptions) {
    this.#options = options;
    this.http = new LoopbackServer(
      { ...options, name: 'xrpl', commandOf: (request) => readCall(request)?.name },
      async (request, effect) => this.#answer(request, effect),
    );
    this.http.onUpgrade((request, socket, head) => void this.#upgrade(request, socket, head));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    await this.http.stop();
  }

  #answer(request: LoopbackRequest, effect: FaultEffect | undefined): LoopbackAnswer {
    if (request.method !== 'POST') return { status: 200, text: 'The XRP Ledger sandbox.' };
    if (request.json === undefined) return { status: 400, text: 'Unable to parse request: ' };
    const call = readCall(request);
    if (call === undefined) return { status: 400, text: 'Null method' };
    const answer = runCommand(this.#options.node, call.name, call.params, effect);
    const result = answer.ok
      ? { ...answer.result, status: 'success' }
      : { ...answer.error, request: { ...call.params, command: call.name }, status: 'error' };
    return { status: 200, json: { result } };
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { faults, clock } = this.#options;
    const effect = faults.take({ server: 'xrpl', transport: 'websocket', command: 'connect' });
    if (effect?.kind === 'drop') return void socket.destroy();
    if (effect?.kind === 'hang') return;
    if (effect?.kind === 'delay') await clock.sleep(effect.ms);
    if (effect?.kind === 'answer') {
      return void socket.end(`HTTP/1.1 ${effect.status} Refused\r\nConnection: close\r\n\r\n`);
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      new WebSocketSession(webSocket, { ...this.#options, messages: this.http.messages });
    });
  }
}

interface Call {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function readCall({ json }: LoopbackRequest): Call | undefined {
  if (!isObject(json) || typeof json.method !== 'string') return undefined;
  const list = json.params;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return { name: json.method, params: isObject(first) ? first : {} };
}
