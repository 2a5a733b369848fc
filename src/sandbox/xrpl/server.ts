import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LoopbackServer } from '../loopback/http-server.js';
import { LoopbackPeer, type PeerOptions } from '../loopback/peer.js';
import type { LedgerNode } from './node.js';
import { commandOf, rpcHandler } from './rpc-handler.js';
import { WebSocketSession } from './websocket-session.js';

/** What the node's wire is made of. */
export interface XrplServerOptions extends PeerOptions {
  readonly node: LedgerNode;
}

/** JSON-RPC and WebSocket on one port of loopback, as a node offers them. */
export class XrplServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;
  readonly #options: XrplServerOptions;
  readonly #sockets = new WebSocketServer({ noServer: true });

  constructor(options: XrplServerOptions) {
    this.#options = options;
    this.peer = new LoopbackPeer({ ...options, name: 'xrpl', commandOf }, rpcHandler(options.node));
    this.http = new LoopbackServer(this.peer);
    this.http.onUpgrade((request, socket, head) => void this.#upgrade(request, socket, head));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    await this.http.stop();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { faults, clock } = this.#options;
    const effect = faults?.take({ server: 'xrpl', transport: 'websocket', command: 'connect' });
    if (effect?.kind === 'drop') return void socket.destroy();
    if (effect?.kind === 'hang') return;
    if (effect?.kind === 'delay') await clock.sleep(effect.ms);
    if (effect?.kind === 'answer') {
      return void socket.end(`HTTP/1.1 ${effect.status} Refused\r\nConnection: close\r\n\r\n`);
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      new WebSocketSession(webSocket, { ...this.#options, messages: this.peer.messages });
    });
  }
}
