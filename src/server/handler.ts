import { knownOptions } from '../core/known-options.js';
import { type HttpHandler, type Route, routerFor } from '../http/router.js';
import { docsRoutes } from './docs.js';
import { GatewayServer } from './gateway-server.js';
import { missingVaultRoutes } from './missing-vault.js';
import { operatorRoutes } from './operator-routes.js';
import type { GatewayServerOptions } from './options.js';
import { type OriginRules, withOriginRules } from './origins.js';
import type { PreviewingGateway } from './preview.js';
import { requestRoutes } from './requests.js';
import { type GatewayApi, methodOf, type TransactionGateway } from './route.js';

/**
 * Settings of {@link xrplHandler}, {@link aptosHandler} and {@link stacksHandler}. None is required; consider
 * `authorize` first.
 *
 * @example
 * ```ts
 * import { type GatewayHandlerOptions, gatewayMetrics } from 'custody-gateways/http';
 *
 * const stopping = new AbortController();
 * const options: GatewayHandlerOptions = {
 *   basePath: '/ledger',
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 *   requireIdempotencyKey: true,
 *   cors: { origins: ['https://app.example.com'] },
 *   metrics: await gatewayMetrics(),
 *   onError: ({ requestId, error }) => console.error(requestId, error),
 *   signal: stopping.signal,
 * };
 * // Later, before the process ends: what still waits is answered with 202, and nothing is lost.
 * stopping.abort();
 * ```
 */
export interface GatewayHandlerOptions extends GatewayServerOptions, OriginRules {}

/** A gateway as a handler of HTTP requests, from the table of its operations. */
export function gatewayHandler<Gateway extends TransactionGateway & PreviewingGateway<Gateway>>(
  gateway: Gateway,
  api: GatewayApi<Gateway>,
  options: GatewayHandlerOptions = {},
): HttpHandler {
  knownOptions(options, {
    basePath: 'string',
    authorize: 'any',
    maxBodyBytes: 'any',
    requireIdempotencyKey: 'boolean',
    waitMs: 'any',
    patienceMs: 'any',
    ready: 'function',
    signal: 'object',
    onEvent: 'function',
    metrics: 'object',
    docs: 'boolean',
    onError: 'function',
    clock: 'any',
    cors: { origins: 'list' },
    hosts: 'list',
  });
  const server = new GatewayServer(gateway, api, options);
  const operations = [...requestRoutes<Gateway>(api), ...api.routes];
  const spelt = operations.flatMap((operation) =>
    [operation.path, ...(operation.aliases ?? [])].map((path) => ({ operation, path })),
  );
  const routes = spelt.flatMap(({ operation, path }) => {
    const method = methodOf(operation);
    const route = (at: string, handle: Route['handle']): Route => ({ method, path: at, handle });
    const own = route(path, (context) => server.handle(operation, context));
    if (operation.kind !== 'write') return [own];
    return [own, route(`${path}/preview`, (context) => server.preview(operation, context))];
  });
  // After all routes that exist: a vault account may be named like an operation.
  const missing = spelt.flatMap(({ operation, path }) =>
    missingVaultRoutes(methodOf(operation), path),
  );
  const { basePath, onError } = options;
  const documented = {
    api: { ...api, routes: operations },
    isGuarded: options.authorize !== undefined,
    hasMetrics: options.metrics !== undefined,
  };
  const docs = options.docs === false ? [] : docsRoutes(documented);
  const answerError = (error: unknown, requestId: string) => server.answerError(error, requestId);
  const router = routerFor([...routes, ...operatorRoutes(server, options), ...docs, ...missing], {
    basePath,
    onError,
    answerError,
  });
  return withOriginRules(router, options, answerError);
}
