import { LoopbackServer } from '../loopback/http-server.js';
import {
  type LoopbackAnswer,
  type LoopbackHandler,
  LoopbackPeer,
  type LoopbackRequest,
  type PeerOptions,
} from '../loopback/peer.js';
import { type ApiSettings, defaultApi, headersOf, isServed, retired } from './http/api-settings.js';
import type { Fees } from './http/fees.js';
import { notFound, Refusal } from './http/route.js';
import { ROUTES } from './http/routes.js';
import type { StacksNode } from './node.js';

/** What answers requests, and what it is like. */
interface Serving {
  readonly node: StacksNode;
  readonly fees: Fees;
  readonly api: ApiSettings;
}

/** What the node's wire is made of. */
export interface StacksServerOptions extends PeerOptions, Omit<Serving, 'api'> {
  /** Default: today's. */
  readonly api?: ApiSettings;
}

/** The node's RPC and the API beside it, on one port, as the public hosts have them. */
export class StacksServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;

  constructor(options: StacksServerOptions) {
    const { node, fees, api = defaultApi() } = options;
    const handler = apiHandler({ node, fees, api });
    this.peer = new LoopbackPeer({ ...options, name: 'stacks' }, handler);
    this.http = new LoopbackServer(this.peer);
  }
}

/** A node's RPC, and the API beside it. */
export function apiHandler(serving: Serving): LoopbackHandler {
  const { node } = serving;
  return async (request) => {
    await node.settled();
    return node.seeing(() => answer(serving, request));
  };
}

function answer(serving: Serving, request: LoopbackRequest): LoopbackAnswer {
  const url = new URL(request.path, 'http://127.0.0.1');
  const { api } = serving;
  const gone = retired(url.pathname, api);
  if (gone) return gone;
  try {
    const found = route(serving, request, url);
    return { ...found, headers: { ...headersOf(url.pathname, api), ...found.headers } };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function route(serving: Serving, request: LoopbackRequest, url: URL): LoopbackAnswer {
  const { pathname, searchParams: query } = url;
  const routes = isServed(pathname, serving.api) ? ROUTES : [];
  for (const { method, path, handler } of routes) {
    const match = method === request.method ? path.exec(pathname) : null;
    if (match === null) continue;
    const parts = match.slice(1).map(decodeURIComponent);
    return handler({ ...serving, request, parts, query });
  }
  throw notFound(`Route ${request.method}:${request.path} not found`);
}
