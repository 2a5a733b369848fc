import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SandboxClock } from '../clock.js';
import type { FaultBook, FaultEffect, SandboxServer } from './faults.js';
import { MessageLog } from './messages.js';

/** An HTTP request, read to its end. */
export interface LoopbackRequest {
  readonly method: string;
  /** Path and query, exactly as received. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

/** An answer: `json` is written as JSON, `text` as it is. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** What a server does with a request. `effect` is a fault that only the handler can play. */
export type LoopbackHandler = (
  request: LoopbackRequest,
  effect: FaultEffect | undefined,
) => Promise<LoopbackAnswer>;

export interface LoopbackOptions {
  readonly name: SandboxServer;
  readonly port: number;
  readonly latencyMs: number;
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  /** The command that a request carries, where the server speaks in commands. */
  readonly commandOf?: (request: LoopbackRequest) => string | undefined;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** An HTTP server on loopback that can fail in every way a {@link FaultEffect} names. */
export class LoopbackServer {
  readonly messages = new MessageLog();
  readonly #options: LoopbackOptions;
  readonly #handler: LoopbackHandler;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(options: LoopbackOptions, handler: LoopbackHandler) {
    this.#options = options;
    this.#handler = handler;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts to listen, on 127.0.0.1 only. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#options.port, '127.0.0.1', () => {
        const address = this.#server.address();
        if (typeof address === 'object' && address !== null) this.#port = address.port;
        resolve();
      });
    });
  }

  /** The port it listens on, or did. */
  get port(): number {
    return this.#port;
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
    const { name, clock, faults, latencyMs, commandOf } = this.#options;
    const command = commandOf?.(request);
    const { method, path, json } = request;
    this.messages.add({
      transport: 'http',
      method,
      path,
      ...(command === undefined ? {} : { command }),
      ...(json === undefined ? {} : { body: json }),
      at: clock.now(),
    });
    const effect = faults.take({ server: name, transport: 'http', method, path, command });
    if (effect?.kind === 'drop') return void incoming.socket.destroy();
    if (effect?.kind === 'hang') return;
    if (effect?.kind === 'delay') await clock.sleep(effect.ms);
    const answer =
      effect?.kind === 'answer' ? cannedAnswer(effect) : await this.#answer(request, effect);
    if (effect?.kind === 'lose-answer') return void incoming.socket.destroy();
    await clock.sleep(latencyMs);
    write(response, answer);
  }

  async #answer(
    request: LoopbackRequest,
    effect: FaultEffect | undefined,
  ): Promise<LoopbackAnswer> {
    try {
      return await this.#handler(request, effect);
    } catch (error) {
      // A defect of the sandbox must be seen by whoever debugs a test, not hang the client.
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { status: 500, text: `The sandbox failed: ${reason}` };
    }
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
    json: parseJson(body),
  };
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function cannedAnswer(effect: Extract<FaultEffect, { kind: 'answer' }>): LoopbackAnswer {
  const { status, body, headers = {} } = effect;
  return typeof body === 'string'
    ? { status, headers, text: body }
    : { status, headers, json: body };
}

function write(response: ServerResponse, answer: LoopbackAnswer): void {
  const { status, headers = {}, json, text } = answer;
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body);
}
