import { LoopbackServer } from '../loopback/http-server.js';
import {
  type LoopbackAnswer,
  type LoopbackHandler,
  LoopbackPeer,
  type LoopbackRequest,
  type PeerOptions,
} from '../loopback/peer.js';
import type { Fees } from './http/fees.js';
import { notFound, Refusal } from './http/route.js';
import { ROUTES } from './http/routes.js';
import type { StacksNode } from './node.js';

/** What the node's wire is made of. */
export interface StacksServerOptions extends PeerOptions {
  readonly node: StacksNode;
  readonly fees: Fees;
}

/** The node's RPC and the API beside it, on one port, as the public hosts have them. */
export class StacksServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;

  constructor(options: StacksServerOptions) {
    const handler = apiHandler(options.node, options.fees);
    this.peer = new LoopbackPeer({ ...options, name: 'stacks' }, handler);
    this.http = new LoopbackServer(this.peer);
  }
}

/** A node's RPC, and the API beside it. */
export function apiHandler(node: StacksNode, fees: Fees): LoopbackHandler {
  return async (request) => {
    await node.settled();
    return node.seeing(() => answer(node, fees, request));
  };
}

function answer(node: StacksNode, fees: Fees, request: LoopbackRequest): LoopbackAnswer {
  try {
    return route(node, fees, request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function route(node: StacksNode, fees: Fees, request: LoopbackRequest): LoopbackAnswer {
  const url = new URL(request.path, 'http://127.0.0.1');
  for (const { method, path, handler } of ROUTES) {
    const match = method === request.method ? path.exec(url.pathname) : null;
    if (match === null) continue;
    const parts = match.slice(1).map(decodeURIComponent);
    return handler({ node, fees, request, parts, query: url.searchParams });
  }
  throw notFound(`Route ${request.method}:${url.pathname} not found`);
}
