import { HttpError, type HttpErrorCode } from '../http/errors.js';
import { requestIdOf } from '../http/request-id.js';
import type { HttpHandler } from '../http/router.js';

/** The sites whose web pages may call; without this, none. */
export interface CorsOptions {
  /** Scheme, host and port, such as `https://app.example.com`; `*` for every page. */
  readonly origins: readonly string[];
}

export interface OriginRules {
  /** Which other sites' pages may call. Default: none; such requests are answered with 403. */
  readonly cors?: CorsOptions | undefined;
  /**
   * The host names by which this server may be called, without a port; other requests are answered with
   * 421. Default: any. On loopback a list keeps out pages whose own host name was made to point there.
   */
  readonly hosts?: readonly string[] | undefined;
}

const EXPOSED = 'idempotency-key, location, retry-after, x-request-id';
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, prefer, x-request-id';

/**
 * A web page that an operator has open can call every server that the operator's browser can reach. So requests of
 * pages of other sites are refused, unless their origin is on the list.
 */
export function withOriginRules(
  handler: HttpHandler,
  { cors, hosts }: OriginRules,
  answerError: (error: unknown, requestId: string) => Response,
): HttpHandler {
  const refusal = (request: Request, code: HttpErrorCode, message: string): Response => {
    const requestId = requestIdOf(request);
    const response = answerError(new HttpError(code, message), requestId);
    response.headers.set('x-request-id', requestId);
    return response;
  };
  return async (request) => {
    if (hosts && !hosts.includes(new URL(request.url).hostname)) {
      return refusal(request, 'UNKNOWN_HOST', 'This server is known by another name.');
    }
    const origin = request.headers.get('origin');
    const isOthers = origin === null ? isOthersReading(request) : !isOwn(origin, request);
    if (!isOthers) return handler(request);
    if (
      origin === null ||
      !cors ||
      !(cors.origins.includes(origin) || cors.origins.includes('*'))
    ) {
      return refusal(request, 'CROSS_ORIGIN', 'Other sites may not call this server.');
    }
    return allowing(origin, isPreflight(request) ? preflight() : await handler(request));
  };
}

/** Compares the host only: behind a proxy that ends TLS, the server doesn't know its own scheme. */
function isOwn(origin: string, request: Request): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}

/**
 * The browser requests pictures and scripts of other sites' pages without an origin, and the request alone may send
 * what is signed. Following a link is different: the page that it leads to is the server's own.
 */
function isOthersReading({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  const isElsewhere = site === 'cross-site' || site === 'same-site';
  return isElsewhere && headers.get('sec-fetch-mode') !== 'navigate';
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '600',
    },
  });
}

function allowing(origin: string, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED);
  headers.append('vary', 'origin');
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
}
