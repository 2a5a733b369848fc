import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { errorResponse } from './error-response.js';
import { HttpError } from './errors.js';
import { failuresFor, type HttpFailure, shownRequest } from './failures.js';
import { requestIdOf } from './request-id.js';
import { targetOf } from './request-target.js';
import { RouteTree } from './route-tree.js';

/**
 * A function that answers requests, in the web platform's types: Hono, Bun, Deno and workers accept it directly, and
 * node:http, Express and Fastify through {@link toNodeListener}. A worker stops what a request has begun as soon as that
 * is answered: there make a handler, with a gateway of its own, for each request.
 */
export type HttpHandler = (request: Request) => Promise<Response>;

/** A request that matched a route. */
export interface RouteContext {
  /** As it came in. Its `url` has the normalized form of the URL standard; `target` may have another. */
  readonly request: Request;
  /** From `X-Request-Id`, or made here; the answer carries it too. */
  readonly requestId: string;
  /** The path that the client used, without its query. */
  readonly path: string;
  /** The part of it before the route's own path, such as `/chain`. */
  readonly base: string;
  /** Path and query behind `base`, as they came. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** A variable part of the path, decoded. */
  param(name: string): string;
}

/** One method and path, and its handler. A part such as `:vaultId` is variable. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly handle: (context: RouteContext) => Promise<Response>;
}

/** A request that matches no route. */
export interface UnroutedRequest extends Omit<RouteContext, 'query' | 'param'> {
  /** The methods that exist for its path. */
  readonly methods: readonly string[];
}

/** How a handler is mounted, and what it does with requests that fail. */
export interface RouterOptions {
  /**
   * The prefix of every path, such as `/cosigner`. Where a framework cuts a prefix off (`app.use` of Express), it is
   * known without this setting, which may repeat it. Default: none.
   */
  readonly basePath?: string | undefined;
  /**
   * Receives every request that fails: the place to log what the answer doesn't show. Default: failures that are not
   * the caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure> | undefined;
  /** Answers requests that match no route, instead of an error; or leaves that to the router. */
  readonly otherwise?: ((unrouted: UnroutedRequest) => Promise<Response | undefined>) | undefined;
  /** How errors are answered. Default: as this package's own routes do. */
  readonly answerError?: ((error: unknown, requestId: string) => Response) | undefined;
}

/**
 * A handler that sends each request to the first matching route.
 *
 * @throws ConfigurationError naming `basePath`: a handler below anything but a path would answer nothing.
 */
export function routerFor(routes: readonly Route[], options: RouterOptions = {}): HttpHandler {
  const { basePath: given = '', onError, answerError = errorResponse, otherwise } = options;
  if (!/^(\/[^?#\s]*)?$/.test(given)) {
    throw new ConfigurationError('basePath', 'must be a path without a query');
  }
  const basePath = given.replace(/(?<!\/)\/+$/, '');
  const tell = failuresFor(onError);
  const tree = new RouteTree<Route>();
  for (const route of routes) tree.add(route.path, route);

  return async (request) => {
    const requestId = requestIdOf(request);
    const { method } = request;
    const { target: whole, mount } = targetOf(request);
    const [pathname, query] = split(whole);
    const path = mount + pathname;
    // The part of the base path that the mount has not cut off.
    const inner = isBelow(basePath, mount) ? basePath.slice(mount.length) : basePath;
    const base = mount + inner;
    const isHere = isBelow(pathname, inner);
    const target = isHere ? whole.slice(inner.length) : whole;
    try {
      const fitting = isHere ? tree.at(pathname.slice(inner.length)) : [];
      const found = fitting.find(({ value: route }) => answers(route.method, method));
      if (!found) {
        const methods = [...new Set(fitting.map(({ value: route }) => route.method))];
        const response = await otherwise?.({ request, requestId, path, base, target, methods });
        if (response) return identified(response, requestId, method);
        throw new HttpError('ROUTE_NOT_FOUND', `Cannot ${shownRequest(method, path)}`);
      }
      const param = (name: string) => decoded(name, found.values.get(name));
      const context = { request, requestId, path, base, target, query, param };
      const response = await found.value.handle(context);
      return identified(response, requestId, method);
    } catch (error) {
      const response = answerError(error, requestId);
      tell({ requestId, method, path, error }, response.status);
      return identified(response, requestId, method);
    }
  };
}

function isBelow(path: string, base: string): boolean {
  return `${path}/`.startsWith(`${base}/`);
}

/** Routes by exactly what was signed: neither dots nor escapes are resolved here. */
function split(target: string): [pathname: string, query: URLSearchParams] {
  const [pathname = '', ...query] = target.split('?');
  return [pathname, new URLSearchParams(query.join('?'))];
}

/** HEAD is GET without the body. */
function answers(routeMethod: string, method: string): boolean {
  return routeMethod === method || (routeMethod === 'GET' && method === 'HEAD');
}

function decoded(name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`the route's path has no :${name}`);
  try {
    return decodeURIComponent(value);
  } catch {
    throw new InvalidInputError(name, 'is not percent-encoded');
  }
}

/** The answer with the request's id: a copy where it has no body, or where its headers can't be changed. */
function identified(response: Response, requestId: string, method: string): Response {
  if (method !== 'HEAD') {
    try {
      response.headers.set('x-request-id', requestId);
      return response;
    } catch {
      // It is an answer of `fetch`.
    }
  }
  const headers = new Headers(response.headers);
  headers.set('x-request-id', requestId);
  const { status, statusText } = response;
  return new Response(method === 'HEAD' ? null : response.body, { status, statusText, headers });
}
