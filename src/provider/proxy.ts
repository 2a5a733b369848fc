import { InvalidInputError, UnexpectedAnswerError } from '../core/errors.js';
import { jsonIn } from '../core/json.js';
import { knownOptions } from '../core/known-options.js';
import { type Authorize, authorised, proxyShapes } from '../http/authorize.js';
import { readJson } from '../http/body.js';
import { pauseHeader, textResponse } from '../http/responses.js';
import { type HttpHandler, type Route, type RouterOptions, routerFor } from '../http/router.js';
import { PEER } from './answers.js';
import type { ProviderApiClient } from './client.js';
import type { CallIdentity } from './connection.js';
import type { ForwardedAnswer } from './forwarding.js';
import type { Operation } from './operation.js';
import { allOperations } from './operations/all.js';
import { queryValue } from './query-value.js';

/** Settings of {@link providerProxyHandler}. */
export interface ProviderProxyOptions extends Pick<RouterOptions, 'basePath' | 'onError'> {
  /** Decides which callers may use the proxy; they may do everything that the client's API key may do. Required. */
  readonly authorize: Authorize;
}

const MAX_BYTES = 256 * 1024;

/**
 * Signs and forwards the API's requests for callers that are not written in TypeScript: the same paths, unsigned.
 * Only the operations of the API are forwarded, with bodies that are checked; if the API requires an
 * `idempotencyKey`, the caller has to give it, and gets it back as the header `Idempotency-Key`, if a header can
 * hold it. The provider's answer is returned with its own status, refusals included. The identity headers of a
 * call (`X-FBAPI-INITIATED-BY` and the like) are passed on if the provider requires them; the caller's other
 * headers are not.
 *
 * A call without an idempotency key that may have been carried out, without an answer that confirms it, is answered
 * with 202 and the code `PROVIDER_UNCONFIRMED`, which is no success: read the present state before asking again. One
 * with a key gets the error as it is, with `happened: 'maybe'`: ask again with the same key.
 *
 * @throws ConfigurationError without `authorize`: every caller that is let in may withdraw.
 *
 * @example
 * ```ts
 * import { providerProxyHandler } from 'custody-gateways/http';
 * import { ProviderApiClient } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const client = new ProviderApiClient({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 * });
 * const handler = providerProxyHandler(client, {
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 * });
 * (await handler(new Request('http://localhost/capabilities'))).status; // 401
 * ```
 */
export function providerProxyHandler(
  client: Pick<ProviderApiClient, 'forward'>,
  options: ProviderProxyOptions,
): HttpHandler {
  knownOptions(options, proxyShapes);
  const requireAuthority = authorised(options.authorize);
  const routes = allOperations().map(
    (operation): Route => ({
      method: operation.method,
      path: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handle: async ({ request, query, param }) => {
        await requireAuthority(request);
        const call = {
          operationId: operation.name,
          params: paramsOf(operation, param),
          query: queryOf(query),
          ...(wantsBody(operation) && { body: await readJson(request, MAX_BYTES) }),
        };
        const { signal } = request;
        return responseOf(await client.forward(call, { ...identityOf(request), signal }));
      },
    }),
  );
  const { basePath, onError } = options;
  return routerFor(routes, { basePath, onError });
}

function wantsBody(operation: Operation): boolean {
  return operation.kind !== 'read' && operation.body !== undefined;
}

function paramsOf({ path }: Operation, param: (name: string) => string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, param(name)]));
}

/** @throws InvalidInputError for a parameter that is given twice. */
function queryOf(search: URLSearchParams): Record<string, unknown> {
  const query = new Map<string, unknown>();
  for (const [name, value] of search) {
    if (query.has(name)) throw new InvalidInputError(name.slice(0, 64), 'is given twice');
    query.set(name, queryValue(name, value));
  }
  return Object.fromEntries(query);
}

function identityOf({ headers }: Request): CallIdentity {
  const given = (name: string) => headers.get(name) ?? undefined;
  return {
    initiatedBy: given('x-fbapi-initiated-by'),
    approvedBy: given('x-fbapi-approved-by'),
    signedBy: given('x-fbapi-signed-by'),
  };
}

function responseOf({ status, body, retryAfterMs, idempotencyKey }: ForwardedAnswer): Response {
  if (status === 204) return new Response(null, { status });
  if (status < 200 || (status > 299 && status < 400) || status > 599) {
    throw new UnexpectedAnswerError(PEER, `HTTP ${status}`);
  }
  const isJson = jsonIn(body) !== undefined;
  const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  const headers = { 'content-type': type, ...pauseHeader(retryAfterMs) };
  return textResponse(body, status, { ...headers, ...keyHeader(idempotencyKey) });
}

/** A header can't hold every text: a key that doesn't fit is left out, since the answer matters more. */
function keyHeader(key = ''): Readonly<Record<string, string>> {
  return /^[!-~]{1,1024}$/.test(key) ? { 'idempotency-key': key } : {};
}
