import type { SandboxClock } from '../clock.js';
import type { FaultBook } from '../loopback/faults.js';
import {
  type LoopbackAnswer,
  type LoopbackRequest,
  LoopbackServer,
} from '../loopback/http-server.js';
import type { Fees } from './http/fees.js';
import { notFound, Refusal } from './http/route.js';
import { ROUTES } from './http/routes.js';
import type { StacksNode } from './node.js';

/** What the node's wire is made of. */
export interface StacksServerOptions {
  readonly node: StacksNode;
  readonly fees: Fees;
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  readonly port: number;
  readonly latencyMs: number;
}

/** The node's RPC and the API beside it, on one port, as the public hosts have them. */
export class StacksServer {
  readonly http: LoopbackServer;
  readonly #options: StacksServerOptions;

  constructor(options: StacksServerOptions) {
    this.#options = options;
    this.http = new LoopbackServer({ ...options, name: 'stacks' }, async (request) => {
      await options.node.settled();
      return this.#answer(request);
    });
  }

  #answer(request: LoopbackRequest): LoopbackAnswer {
    try {
      return this.#route(request);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  }

  #route(request: LoopbackRequest): LoopbackAnswer {
    const { node, fees } = this.#options;
    const url = new URL(request.path, 'http://127.0.0.1');
    for (const { method, path, handler } of ROUTES) {
      const match = method === request.method ? path.exec(url.pathname) : null;
      if (match === null) continue;
      const parts = match.slice(1).map(decodeURIComponent);
      return handler({ node, fees, request, parts, query: url.searchParams });
    }
    throw notFound(`Route ${request.method}:${url.pathname} not found`);
  }
}
