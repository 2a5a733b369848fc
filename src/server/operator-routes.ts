import { jsonResponse, textResponse } from '../http/responses.js';
import type { Route } from '../http/router.js';
import type { GatewayServer } from './gateway-server.js';
import type { GatewayServerOptions } from './options.js';
import type { Readiness } from './readiness.js';

/** The routes for operators of a server: whether it is running, whether it can serve, its metrics. */
export function operatorRoutes(
  server: Pick<GatewayServer<never>, 'authorize'>,
  { ready, signal, metrics }: GatewayServerOptions,
): readonly Route[] {
  const readiness = async (): Promise<Readiness> => {
    if (signal?.aborted) return { isReady: false };
    try {
      const checked = (await ready?.()) ?? true;
      return typeof checked === 'boolean' ? { isReady: checked } : checked;
    } catch {
      return { isReady: false };
    }
  };
  const health: readonly Route[] = [
    { method: 'GET', path: '/healthz', handle: async () => jsonResponse({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      handle: async () => {
        const { isReady, dependencies } = await readiness();
        const status = isReady ? 'ready' : 'not ready';
        return jsonResponse({ status, dependencies }, isReady ? 200 : 503);
      },
    },
  ];
  if (!metrics) return health;
  const handle: Route['handle'] = async ({ request }) => {
    await server.authorize(request);
    return textResponse(await metrics.text(), 200, { 'content-type': metrics.contentType });
  };
  return [...health, { method: 'GET', path: '/api/metrics', handle }];
}
