import { jsonResponse, textResponse } from '../http/responses.js';
import type { Route } from '../http/router.js';
import type { GatewayServer } from './gateway-server.js';
import type { GatewayServerOptions } from './options.js';

/** The routes for operators of a server: whether it is running, whether it can serve, its metrics. */
export function operatorRoutes(
  server: Pick<GatewayServer<never>, 'authorize'>,
  { ready, signal, metrics }: GatewayServerOptions,
): readonly Route[] {
  const isReady = async () => {
    if (signal?.aborted) return false;
    try {
      return (await ready?.()) ?? true;
    } catch {
      return false;
    }
  };
  const health: readonly Route[] = [
    { method: 'GET', path: '/healthz', handle: async () => jsonResponse({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      handle: async () =>
        (await isReady())
          ? jsonResponse({ status: 'ready' })
          : jsonResponse({ status: 'not ready' }, 503),
    },
  ];
  if (!metrics) return health;
  const handle: Route['handle'] = async ({ request }) => {
    await server.authorize(request);
    return textResponse(await metrics.text(), 200, { 'content-type': metrics.contentType });
  };
  return [...health, { method: 'GET', path: '/api/metrics', handle }];
}
