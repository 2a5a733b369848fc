import type { HttpHandler } from '../../handlers.js';
import { packageVersion } from '../../http/docs/files.js';
import { requestIdOf } from '../../http/request-id.js';
import { jsonResponse, textResponse } from '../../http/responses.js';
import { type FrontPage, LINKS, PAGE_HEADERS, pageOf } from './front-page-html.js';

/**
 * Answers `GET /` and `HEAD /`, where no handler has anything: what is served, how it does, and where to go on. A
 * browser gets a page, everything else JSON. Whom the handler refuses its readiness, this is refused too.
 */
export function withFrontPage(handler: HttpHandler, serves: string): HttpHandler {
  const front: HttpHandler = async (request) => {
    const readiness = await handler(new Request(new URL('/readyz', request.url), request));
    if (readiness.status !== 200 && readiness.status !== 503) return readiness;
    const ids = { 'x-request-id': readiness.headers.get('x-request-id') ?? requestIdOf(request) };
    const status = readiness.status === 200 ? 'ready' : 'not ready';
    const shown = { serves, version: await packageVersion(), status } as const;
    const isBrowser = request.headers.get('accept')?.includes('text/html');
    if (!isBrowser) {
      return jsonResponse({ ...shown, ...LINKS }, 200, { ...ids, vary: 'accept' });
    }
    const text = await readiness.text();
    const { dependencies = {} }: Pick<FrontPage, 'dependencies'> = JSON.parse(text);
    return textResponse(pageOf({ ...shown, dependencies }), 200, { ...PAGE_HEADERS, ...ids });
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/' && request.method === 'GET') return front(request);
    if (pathname !== '/' || request.method !== 'HEAD') return handler(request);
    return new Response(null, await front(new Request(request, { method: 'GET' })));
  };
}
