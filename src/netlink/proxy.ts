import type { CallOptions } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { knownOptions } from '../core/known-options.js';
import { type Authorize, authorised, proxyShapes } from '../http/authorize.js';
import { readJson } from '../http/body.js';
import { jsonResponse } from '../http/responses.js';
import { type HttpHandler, type Route, type RouterOptions, routerFor } from '../http/router.js';
import { OPERATIONS } from './operations.js';
import type { NetlinkProvider } from './provider.js';
import { queryFields } from './wire.js';

const MAX_BYTES = 64 * 1024;

/** Settings of {@link netlinkProxyHandler}. */
export interface NetlinkProxyOptions extends Pick<RouterOptions, 'basePath' | 'onError'> {
  /** Decides which callers may use the proxy; they may do everything that the client's API key may do. Required. */
  readonly authorize: Authorize;
}

/**
 * A `NetlinkClient` for callers that are not written in TypeScript: the same paths, unsigned. Fields are those of
 * the client's methods, in the query of a GET and the JSON body of a POST; answers are the results of its
 * methods, `null` for none; errors are this package's own.
 *
 * A withdrawal, a transfer or a new address without a clear answer is answered with 202 and the code
 * `NETLINK_UNCONFIRMED`, which is no success: look for it before asking again.
 *
 * @throws ConfigurationError without `authorize`: every caller that is let in may withdraw.
 *
 * @example
 * ```ts
 * import { netlinkProxyHandler } from 'custody-gateways/http';
 * import { NetlinkClient } from 'custody-gateways/netlink';
 * import { RequestSigner } from 'custody-gateways/requests';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { url: baseUrl, credentials } = sandbox.netlink;
 * const client = new NetlinkClient({ baseUrl, signer: new RequestSigner(credentials) });
 * const handler = netlinkProxyHandler(client, {
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 * });
 * const headers = { authorization: 'Bearer a token of your own' };
 * const response = await handler(new Request('http://localhost/v1/accounts', { headers }));
 * await response.json(); // [{ type: 'SPOT', balances: [...] }, ...]
 * await sandbox.stop();
 * ```
 */
export function netlinkProxyHandler(
  client: NetlinkProvider<CallOptions | undefined>,
  options: NetlinkProxyOptions,
): HttpHandler {
  knownOptions(options, proxyShapes);
  const requireAuthority = authorised(options.authorize);
  const routes = Object.values(OPERATIONS).map(
    ({ method, path, relay }): Route => ({
      method,
      path,
      handle: async ({ request, query }) => {
        await requireAuthority(request);
        const fields = method === 'GET' ? queryFields(query) : await bodyFields(request);
        const result = await relay(client, fields, { signal: request.signal });
        return jsonResponse(result ?? null);
      },
    }),
  );
  const { basePath, onError } = options;
  return routerFor(routes, { basePath, onError });
}

async function bodyFields(request: Request): Promise<object> {
  const fields = await readJson(request, MAX_BYTES);
  if (!isObject(fields)) throw new InvalidInputError('body', 'must be an object');
  return fields;
}
