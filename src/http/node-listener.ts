import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
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

/** What `createServer` of node:http, Express's `use` and the like take. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Settings of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is believed, from the last
   * entry back to the first that is none of them. Default: none, and `clientAddress` gives the address
   * that opened the connection.
   */
  readonly trustedProxies?: readonly string[];
}

/**
 * Serves a handler with node:http, and with frameworks that are built on it. Bodies stream in both directions
 * at the reader's pace, and the request's `signal` fires when the client goes away. It never throws.
 *
 * In Express and Connect it can be mounted anywhere: `app.use('/chain', toNodeListener(handler))`. The
 * handler then answers below `/chain` without having been told of it, its links included. Fastify, Hono and
 * Koa cut nothing off: there the handler's `basePath` says it. koa-mount does, and keeps the whole address
 * where a handler can't see it: set `ctx.req.originalUrl = ctx.originalUrl` before.
 *
 * Mount it before what reads bodies (`express.json()` and the like): signatures are over the very bytes, and
 * parsing rounds numbers. Behind a body parser it takes, in this order,
 *
 * - the bytes, where they were kept as `rawBody`
 *   (`express.json({ verify: (request, _, bytes) => { request.rawBody = bytes; } })`) or as `body`
 *   (`express.raw()`), or a text of as many (`express.text()`);
 * - for what is not signed, the JSON that was parsed, if no number in it can have been rounded. Numbers have to
 *   be whole and below 10^12, in a body of a known length with few blanks; strings may be anything. Of a field
 *   that was sent twice the parser keeps the last; where the bytes are there, that is refused with 400.
 *
 * Everything else is answered with 500 and the code `BODY_ALREADY_READ`, and nothing is done.
 *
 * An error that the handler itself throws is answered with 500, and written with `console.error` with the
 * request id of that answer.
 *
 * `clientAddress(request)` tells the handler where the request came from.
 *
 * @throws ConfigurationError naming a proxy that is no address.
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
  { trustedProxies = [] }: NodeListenerOptions = {},
): NodeListener {
  const isTrusted = addressList(trustedProxies);
  if (isTrusted === undefined) {
    throw new ConfigurationError('trustedProxies', 'must be IP addresses or networks');
  }
  const placed = placing(isTrusted);
  return (incoming, outgoing) => {
    // A client that goes away is heard of by `close`; there is no one left to tell of anything else.
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    serve(handler, incoming, outgoing, placed).catch(() => outgoing.destroy());
  };
}

/** Notes where a request came from. */
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
    // A status or a header that can't be sent.
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    await response.body?.cancel();
    return serve(() => Promise.reject(error), incoming, outgoing, placed);
  }
  const whole = wholeBodyOf(response);
  if (incoming.method === 'HEAD') await response.body?.cancel();
  else if (!whole && response.body) await writeBody(outgoing, response.body);
  discardRest(incoming);
  // Of the answer to HEAD, node:http itself sends the head alone.
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

/** Of an error that a handler has not answered itself. */
function failed(error: unknown, { method = 'GET', url = '/' }: IncomingMessage): Response {
  const requestId = newUuid();
  const response = errorResponse(error, requestId);
  response.headers.set('x-request-id', requestId);
  const path = url.replace(/\?.*/s, '');
  const tell = failuresFor(undefined);
  tell({ requestId, method, path, error }, response.status);
  return response;
}

/** @throws InvalidInputError for what can't be asked of a server by its address. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', rawHeaders, url: line = '/' } = incoming;
  const headers = new Headers();
  try {
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    }
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

/**
 * Where the client thinks it is. Only what is a host and nothing more goes into a URL: behind
 * `Host: evil/x?` the path would begin elsewhere.
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
  // Ends also a read that would wait for ever, for a client who no longer does.
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
