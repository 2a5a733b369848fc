import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  bodyOf,
  jsonIn,
  type LoopbackAnswer,
  type LoopbackPeer,
  type LoopbackRequest,
} from './peer.js';

/** As servers behind load balancers do: it must not be the server who ends a connection as it is used. */
const KEEP_ALIVE_MS = 75_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A peer's HTTP server on loopback. */
export class LoopbackServer {
  readonly #peer: LoopbackPeer;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(peer: LoopbackPeer) {
    this.#peer = peer;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts to listen, on 127.0.0.1 only; 0 for any port that is free. */
  start(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        const address = this.#server.address();
        if (typeof address === 'object' && address !== null) this.#port = address.port;
        resolve();
      });
    });
  }

  /** Where it listens, or did. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  onUpgrade(handler: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.#server.on('upgrade', handler);
  }

  /** Stops listening and breaks every connection. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (request === undefined) return;
    const answer = await this.#peer.receive(request);
    if (answer === 'broken') incoming.socket.destroy();
    else if (answer !== 'silent') write(response, answer);
  }
}

async function readRequest(incoming: IncomingMessage): Promise<LoopbackRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_BODY_BYTES) return void incoming.socket.destroy();
      chunks.push(bytes);
    }
  } catch {
    // The client went away before its request was complete: there is nobody to answer.
    return undefined;
  }
  const body = Buffer.concat(chunks);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: incoming.headers,
    body,
    json: jsonIn(body),
  };
}

function write(response: ServerResponse, answer: LoopbackAnswer): void {
  const { body, type } = bodyOf(answer);
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
  response.end(body);
}
