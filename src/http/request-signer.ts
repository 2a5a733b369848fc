import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { knownOptions } from '../core/known-options.js';
import { type Authorize, authorised, proxyShapes } from './authorize.js';
import { readJson } from './body.js';
import { jsonResponse } from './responses.js';
import { type HttpHandler, type RouterOptions, routerFor } from './router.js';

/** The part of a `RequestSigner` that {@link requestSignerHandler} uses. */
export interface HeaderSigner {
  /** The headers to send with a request: made from its method, path and exact body. */
  headers(
    request: { readonly method: string; readonly path: string; readonly body?: string | undefined },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<object>;
}

/** Settings of {@link requestSignerHandler}. */
export interface RequestSignerHandlerOptions extends Pick<RouterOptions, 'basePath' | 'onError'> {
  /** Decides which callers may have requests signed, which is as powerful as holding the key. Required. */
  readonly authorize: Authorize;
}

const FIELDS = ['method', 'path', 'body'];

/**
 * A `RequestSigner` for callers that are not written in TypeScript: `POST /headers` with
 * `{ method, path, body? }`, where `body` is exactly the text that will be sent, answers with the headers to send
 * with it.
 *
 * @throws ConfigurationError without `authorize`.
 *
 * @example
 * ```ts
 * import { requestSignerHandler } from 'custody-gateways/http';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const signer = new RequestSigner({
 *   apiKey: 'key-1',
 *   secret: 'a shared secret',
 *   algorithm: 'hmac-sha512',
 *   preEncoding: 'base64',
 *   postEncoding: 'hexstr',
 * });
 * const handler = requestSignerHandler(signer, {
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 * });
 * const response = await handler(
 *   new Request('http://localhost/headers', {
 *     method: 'POST',
 *     headers: {
 *       authorization: 'Bearer a token of your own',
 *       'content-type': 'application/json',
 *     },
 *     body: JSON.stringify({ method: 'GET', path: '/v1/accounts' }),
 *   }),
 * );
 * await response.json(); // { 'X-FBAPI-KEY': 'key-1', 'X-FBAPI-SIGNATURE': '...', ... }
 * ```
 */
export function requestSignerHandler(
  signer: HeaderSigner,
  options: RequestSignerHandlerOptions,
): HttpHandler {
  knownOptions(options, proxyShapes);
  const requireAuthority = authorised(options.authorize);
  const { basePath, onError } = options;
  const handle = async ({ request }: { readonly request: Request }) => {
    await requireAuthority(request);
    const description = descriptionIn(await readJson(request));
    return jsonResponse(await signer.headers(description, { signal: request.signal }));
  };
  return routerFor([{ method: 'POST', path: '/headers', handle }], { basePath, onError });
}

function descriptionIn(posted: unknown) {
  if (!isObject(posted)) throw new InvalidInputError('body', 'must be an object');
  if (Object.keys(posted).some((name) => !FIELDS.includes(name))) {
    throw new InvalidInputError('body', `has only ${FIELDS.join(', ')}`);
  }
  const { method, path, body } = posted;
  if (typeof method !== 'string') throw new InvalidInputError('method', 'must be a string');
  if (typeof path !== 'string') throw new InvalidInputError('path', 'must be a string');
  if (body !== undefined && typeof body !== 'string') {
    throw new InvalidInputError('body', 'must be a string');
  }
  return { method, path, body };
}
