import type { HttpHandler } from '../../handlers.js';
import { packageVersion } from '../../http/docs/files.js';
import { jsonResponse } from '../../http/responses.js';

/** Answers `GET /` where the handler itself has nothing there: what is served, how it does, and where to go on. */
export function withFrontPage(handler: HttpHandler, serves: string): HttpHandler {
  return async (request) => {
    const response = await handler(request);
    const { pathname } = new URL(request.url);
    if (response.status !== 404 || pathname !== '/' || request.method !== 'GET') return response;
    const { status } = await handler(new Request(new URL('/readyz', request.url), request));
    return jsonResponse({
      serves,
      version: await packageVersion(),
      status: status === 200 ? 'ready' : 'not ready',
      documents: '/api-docs',
      reference: '/type-docs/',
      health: '/healthz',
      readiness: '/readyz',
      metrics: '/api/metrics',
    });
  };
}
