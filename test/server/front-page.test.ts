import { describe, expect, test } from 'vitest';
import { withFrontPage } from '../../src/cli/serve/front-page.js';
import type { HttpHandler, Readiness } from '../../src/handlers.js';

const answer = (status: number, body: object) => Response.json(body, { status });

/** A server that has nothing at `/`, as the gateways' handlers do. */
function server(readiness: Readiness): HttpHandler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/readyz') return answer(404, { code: 'ROUTE_NOT_FOUND' });
    const { isReady, dependencies } = readiness;
    return answer(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', dependencies });
  };
}

const DEPENDENCIES: Readiness['dependencies'] = {
  custody: { status: 'failing', at: '2026-01-31T12:00:05.120Z', httpStatus: 503 },
  nodes: [
    { host: 's1.example:51234', status: 'ok', at: '2026-01-31T12:00:07.004Z', httpStatus: 200 },
    { host: '<script>alert(1)</script>', status: 'unknown' },
  ],
};

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function at(path: string, readiness: Readiness, init: RequestInit = {}) {
  const fronted = withFrontPage(server(readiness), 'XRP Ledger gateway on "testnet" & co');
  return fronted(new Request(`http://localhost${path}`, init));
}

describe('the front page of a server', () => {
  test('is JSON for a program: what is served, whether it is ready, and where to go on', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const response = await at('/', { isReady: true, dependencies: DEPENDENCIES }, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('vary')).toBe('accept');
      expect(response.headers.get('x-request-id')).toMatch(/\S/);
      expect(await response.json()).toEqual({
        serves: 'XRP Ledger gateway on "testnet" & co',
        version: expect.any(String),
        status: 'ready',
        documents: '/api-docs',
        reference: '/type-docs/',
        health: '/healthz',
        readiness: '/readyz',
        metrics: '/api/metrics',
      });
    }
    expect(await (await at('/', { isReady: false })).json()).toMatchObject({ status: 'not ready' });
  });

  test('is a page for a browser, with each dependency, and names stay text', async () => {
    const headers = { accept: BROWSER };
    const response = await at('/', { isReady: false, dependencies: DEPENDENCIES }, { headers });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    const page = await response.text();
    expect(page).toContain('<strong>not ready</strong>');
    expect(page).toContain('XRP Ledger gateway on &#34;testnet&#34; &#38; co');
    expect(page).toContain('<td>failing, HTTP 503, 2026-01-31T12:00:05.120Z</td>');
    expect(page).toContain('Node s1.example:51234');
    expect(page).toContain('<td>unknown</td>');
    expect(page).not.toContain('<script');
    const links = [...page.matchAll(/href="(\.[^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(['./api-docs', './type-docs/', './healthz', './readyz', './api/metrics']);
  });

  test('is a page also where nothing is known of dependencies', async () => {
    const response = await at('/', { isReady: true }, { headers: { accept: BROWSER } });
    expect(await response.text()).toContain('<strong>ready</strong>');
  });

  test('asks the handler for nothing but its readiness, and refuses whom that refuses', async () => {
    const asked: string[] = [];
    const refusing: HttpHandler = async (request) => {
      asked.push(new URL(request.url).pathname);
      return answer(400, { code: 'BAD_HOST' });
    };
    const response = await withFrontPage(refusing, 'x')(new Request('http://localhost/'));
    expect([response.status, asked]).toEqual([400, ['/readyz']]);
  });

  test('answers HEAD with the head alone, to browsers and programs', async () => {
    for (const accept of [BROWSER, '*/*']) {
      const init = { method: 'HEAD', headers: { accept } };
      const response = await at('/', { isReady: true, dependencies: DEPENDENCIES }, init);
      expect(response.status).toBe(200);
      expect(response.body).toBeNull();
      const type = accept === BROWSER ? 'text/html' : 'application/json';
      expect(response.headers.get('content-type')).toContain(type);
    }
  });

  test('takes nothing else: other methods and paths are answered as before', async () => {
    expect((await at('/', { isReady: true }, { method: 'POST' })).status).toBe(404);
    expect((await at('/x', { isReady: true }, { headers: { accept: BROWSER } })).status).toBe(404);
  });
});
