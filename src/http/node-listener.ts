import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { newUuid } from '../core/random.js';
import { addressBehind, withClientAddress } from './client-address.js';
import { errorResponse } from './error-response.js';
import { failuresFor } from './failures.js';
import { mountIn } from './mount.js';
import { type AddressList, addressList } from './networks.js';
import { bodyOf, discardRest } from './node-body.js';
import { withParsedBody } from './parsed-body.js';
import { pathInTarget, withTarget } from './request-target.js';
import { wholeBodyOf } from './responses.js';
import type { HttpHandler } from './router.js';

/** The listener that `createServer` of node:http, Express's `use` and similar functions accept. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Settings of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /**
   * Addresses and networks (`10.0.0.0/8`) of trusted proxies. `X-Forwarded-For` is read backwards from its last
   * entry, up to the first address that is not in this list. Default: none; then `clientAddress` is the address that
   * opened the connection.
   */
  readonly trustedProxies?: readonly string[];
}

/**
 * Serves a handler with node:http, and with frameworks that are built on it. Bodies stream in both directions
 * at the reader's pace, and the request's `signal` fires when the client goes away. It never throws.
 *
 * In Express and Connect it can be mounted anywhere: `app.use('/chain', toNodeListener(handler))`. The handler then
 * answers below `/chain` without further settings, its links included. Fastify, Koa and Hono's `app.all` cut nothing
 * off the path: there set the handler's `basePath`. Hono's `app.mount` cuts it, and no handler can see what was cut:
 * use `app.all`. koa-mount does so, too: set `ctx.req.originalUrl = ctx.originalUrl` before.
 *
 * Mount it before any middleware that reads bodies (such as `express.json()`): signatures are over the exact bytes,
 * and parsing rounds numbers. Behind a body parser it uses, in this order,
 *
 * - the bytes, where they were kept as `rawBody`
 *   (`express.json({ verify: (request, _, bytes) => { request.rawBody = bytes; } })`) or as `body` (`express.raw()`),
 *   or a text with as many bytes (`express.text()`);
 * - for requests that are not signed, the parsed JSON, if no number in it can have been rounded. Numbers have to be
 *   whole and below 10^12, in a body of a known length with few blanks; strings may be anything. When a field was
 *   sent twice, the parser keeps the last; where the bytes are available, such a body is refused with 400.
 *
 * Everything else is answered with 500 and the code `BODY_ALREADY_READ`, and nothing is done.
 *
 * An error that the handler itself throws is answered with 500, and written with `console.error` with the
 * request id of that answer.
 *
 * The server decides how long a request may take to arrive whole: node:http allows five minutes and then answers with
 * 408, unless `requestTimeout` of `createServer` sets another time.
 *
 * `clientAddress(request)` gives the handler the address that the request came from.
 *
 * @throws ConfigurationError naming the option, or a proxy that is neither an address nor a network.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { toNodeListener } from 'custody-gateways/http';
 *
 * const server = createServer(toNodeListener(async () => new Response('hello')));
 * server.listen(0, '127.0.0.1').close();
 * ```
 */
export function toNodeListener(
  handler: HttpHandler,
  options: NodeListenerOptions = {},
): NodeListener {
  knownOptions(options, { trustedProxies: 'list' });
  const isTrusted = addressList(options.trustedProxies ?? []);
  if (isTrusted === undefined) {
    throw new ConfigurationError('trustedProxies', 'must be IP addresses or networks');
  }
  const placed = placing(isTrusted);
  return (incoming, outgoing) => {
    // `close` reports a client that goes away; other errors of the connection concern no other code.
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    serve(handler, incoming, outgoing, placed).catch(() => outgoing.destroy());
  };
}

/** Stores the address that a request came from. */
type Placing = (request: Request, incoming: IncomingMessage) => Request;

function placing(isTrusted: AddressList): Placing {
  return (request, { socket }) => {
    const peer = socket.remoteAddress;
    if (peer === undefined) return request;
    const forwardedFor = request.headers.get('x-forwarded-for');
    return withClientAddress(request, addressBehind(peer, forwardedFor, isTrusted));
  };
}

async function serve(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  placed: Placing,
): Promise<void> {
  const response = await answerOf(handler, incoming, outgoing, placed);
  try {
    writeHead(outgoing, response);
  } catch (error) {
    // A status or a header was invalid.
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    await response.body?.cancel();
    return serve(() => Promise.reject(error), incoming, outgoing, placed);
  }
  const whole = wholeBodyOf(response);
  if (incoming.method === 'HEAD') await response.body?.cancel();
  else if (!whole && response.body) await writeBody(outgoing, response.body);
  discardRest(incoming);
  // For HEAD, node:http itself sends the head alone.
  outgoing.end(whole);
}

async function answerOf(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  placed: Placing,
): Promise<Response> {
  try {
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    const response = await handler(placed(requestOf(incoming, gone.signal), incoming));
    if (response.bodyUsed) throw new TypeError('the body of the answer was read');
    return response;
  } catch (error) {
    return failed(error, incoming);
  }
}

/** Answers an error that a handler has not answered itself. */
function failed(error: unknown, { method = 'GET', url = '/' }: IncomingMessage): Response {
  const requestId = newUuid();
  const response = errorResponse(error, requestId);
  response.headers.set('x-request-id', requestId);
  const path = url.replace(/\?.*/s, '');
  const tell = failuresFor(undefined);
  tell({ requestId, method, path, error }, response.status);
  return response;
}

/** @throws InvalidInputError for a method or address that is no request to a server. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url: line = '/' } = incoming;
  try {
    const headers = headersOf(incoming);
    const target = pathInTarget(line);
    const url = `${originOf(incoming)}${target}`;
    const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(incoming);
    const request = new Request(url, { method, headers, signal, ...body?.init });
    if (body?.parsed) withParsedBody(request, body.parsed);
    return withTarget(request, target, mountIn(incoming));
  } catch {
    throw new InvalidInputError('request', 'has a method, a header or an address that is not one');
  }
}

/** As they came, one by one: where there are several of a kind, `headers` has only the first of some. */
function headersOf({ rawHeaders = [], headers: shown }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  // A platform that makes the request itself, as adapters of AWS Lambda do, may have only these.
  if (rawHeaders.length > 0) return headers;
  for (const [name, value = []] of Object.entries(shown)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}

/**
 * The scheme and host that the client used. Only a plain host goes into a URL: with `Host: evil/x?` the path would
 * begin elsewhere.
 */
function originOf({ headers, socket }: IncomingMessage): string {
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const host = headers.host ?? 'localhost';
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) throw new TypeError('no host');
  return `${scheme}://${host}`;
}

function writeHead(outgoing: ServerResponse, response: Response): void {
  outgoing.statusCode = response.status;
  if (response.statusText) outgoing.statusMessage = response.statusText;
  // One by one: several cookies are several headers.
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
}

async function writeBody(outgoing: ServerResponse, body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  // Also ends a read that would wait for ever after its client has gone.
  const onClose = () => void reader.cancel().catch(() => undefined);
  outgoing.once('close', onClose);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.off('close', onClose);
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const onEnd = () => {
      outgoing.off('drain', onEnd);
      outgoing.off('close', onEnd);
      resolve();
    };
    outgoing.on('drain', onEnd);
    outgoing.on('close', onEnd);
    if (outgoing.destroyed) onEnd();
  });
}
