import type { Fetch } from '../../core/http.js';
import type { Authorize, GatewayMetrics, HttpFailure, HttpHandler } from '../../handlers.js';
import { authorised } from '../../http/authorize.js';
import { apiDocsRoutes } from '../../http/docs/api-docs.js';
import type { DocumentedAccess } from '../../http/docs/open-api.js';
import { referenceRoutes } from '../../http/docs/reference.js';
import { errorResponse } from '../../http/error-response.js';
import { RouteTree } from '../../http/route-tree.js';
import { routerFor } from '../../http/router.js';
import type { Sandbox } from '../../sandbox/index.js';
import { operatorRoutes } from '../../server/operator-routes.js';
import { withOriginRules } from '../../server/origins.js';
import type { Environment } from './environment.js';
import { refuseProblems } from './plan.js';
import type { Served, ServingOptions } from './served.js';
import { serverSettings } from './server-settings.js';

/** The options to open a proxy. */
interface ProxyOpening {
  readonly authorize: Authorize;
  readonly onError: (failure: HttpFailure) => void;
  /** A `fetch` whose calls are counted. */
  readonly fetch: Fetch;
}

/** A proxy whose settings are known. */
export interface SettledProxy {
  /** The kind of proxy and its provider, for the output at the start. */
  readonly description: string;
  readonly title: string;
  /** Its name in metrics. */
  readonly name: 'provider' | 'netlink' | 'requests';
  /** By method and path; variable parts are in braces. */
  readonly operations: readonly {
    readonly name: string;
    readonly method: string;
    readonly path: string;
  }[];
  /** Its OpenAPI document. */
  document(version: string, access: DocumentedAccess): Promise<object>;
  open(opening: ProxyOpening): HttpHandler;
}

/** A proxy that `serve` can start. */
export interface ServedProxy {
  /** Reads its own variables; records problems with them, and then returns `undefined`. */
  read(environment: Environment): SettledProxy | undefined;
  /** The same for a provider of the sandbox. */
  onSandbox(sandbox: Sandbox): SettledProxy;
}

/** @throws Mistakes that name every variable that is missing or wrong. */
export function servedProxy(
  proxy: ServedProxy,
  environment: Environment,
  sandbox: Sandbox | undefined,
): Served {
  const settings = serverSettings(environment);
  const settled = sandbox ? proxy.onSandbox(sandbox) : proxy.read(environment);
  refuseProblems(environment);
  if (settled === undefined) throw new Error('the problem was not recorded');
  return {
    settings,
    description: settled.description,
    warnings: environment.warnings,
    readiness: () => ({ isReady: true }),
    open: (options) => opened(settled, options),
  };
}

/** Requests to the server itself, not to the provider. */
const OWN_PATHS = /^\/(?:healthz|readyz|api\/metrics|api-docs|type-docs)(?:[/.]|$)/;

function opened(settled: SettledProxy, options: ServingOptions): HttpHandler {
  const { metrics, onError = () => undefined } = options;
  // On loopback, without a token, every caller is allowed, as with a gateway.
  const authorize = options.authorize ?? (() => true);
  const access = options.authorize ? 'bearer' : 'open';
  const own = routerFor(
    [
      ...operatorRoutes({ authorize: authorised(authorize) }, options),
      ...apiDocsRoutes({
        title: settled.title,
        document: (version) => settled.document(version, access),
      }),
      ...referenceRoutes(),
    ],
    { onError },
  );
  const fetch = metrics.counting('provider');
  const proxied = counted(settled, metrics, settled.open({ authorize, onError, fetch }));
  const handler: HttpHandler = (request) =>
    OWN_PATHS.test(new URL(request.url).pathname) ? own(request) : proxied(request);
  return withOriginRules(handler, options, (error, requestId) => errorResponse(error, requestId));
}

/** The same handler, with its answers counted by operation. Unknown paths are not counted. */
function counted(
  { name: chain, operations }: SettledProxy,
  metrics: GatewayMetrics,
  handler: HttpHandler,
): HttpHandler {
  const tree = new RouteTree<(typeof operations)[number]>();
  for (const operation of operations) {
    tree.add(operation.path.replace(/\{(\w+)\}/g, ':$1'), operation);
  }
  return async (request) => {
    const startedAt = performance.now();
    const response = await handler(request);
    const found = tree
      .at(new URL(request.url).pathname)
      .find(({ value }) => value.method === request.method);
    if (found) {
      const { name: operation } = found.value;
      metrics.answered({ chain, operation }, response.status, performance.now() - startedAt);
    }
    return response;
  };
}
