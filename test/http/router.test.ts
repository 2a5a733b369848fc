import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { readBytes, readJson, readText } from '../../src/http/body.js';
import type { HttpFailure } from '../../src/http/failures.js';
import { jsonResponse } from '../../src/http/responses.js';
import { type Route, routerFor } from '../../src/http/router.js';

const route = (method: string, path: string, handle: Route['handle']): Route => ({
  method,
  path,
  handle,
});

const failures: HttpFailure[] = [];
const handler = routerFor(
  [
    route('GET', '/api/:vault', async ({ param }) => jsonResponse({ vault: param('vault') })),
    route('GET', '/api/fixed/:a/:b', async ({ param, query }) =>
      jsonResponse({ a: param('a'), b: param('b'), q: query.get('q') }),
    ),
    route('POST', '/api/:vault', async ({ request }) => jsonResponse(await readJson(request, 100))),
    route('POST', '/text', async ({ request }) => jsonResponse(await readText(request))),
    route('POST', '/bytes', async ({ request }) =>
      jsonResponse({ size: (await readBytes(request, 10)).length }),
    ),
    route('GET', '/id', async ({ requestId }) => jsonResponse({ requestId })),
    route('GET', '/fixed', async () => Response.redirect('http://127.0.0.1/elsewhere', 302)),
    route('GET', '/bad', async () => {
      throw new InvalidInputError('amount', 'is required');
    }),
    route('GET', '/broken', async () => {
      throw new Error('secret');
    }),
    route('GET', '/no-param/:a', async ({ param }) => jsonResponse(param('b'))),
  ],
  { onError: (failure) => failures.push(failure) },
);

const get = (path: string, init?: RequestInit) =>
  handler(new Request(`http://localhost${path}`, init));
const post = (path: string, body: RequestInit['body'], type = 'application/json') =>
  get(path, { method: 'POST', body: body ?? null, headers: { 'content-type': type } });

describe('routing', () => {
  it('finds the route by method and path', async () => {
    expect(await (await get('/api/5')).json()).toEqual({ vault: '5' });
    expect(await (await get('/api/5/')).json()).toEqual({ vault: '5' });
    expect(await (await get('/api/fixed/x%2Fy/%C3%A4?q=1')).json()).toEqual({
      a: 'x/y',
      b: 'ä',
      q: '1',
    });
  });

  it.each([
    ['GET', '/nowhere', 'Cannot GET /nowhere'],
    ['DELETE', '/api/5', 'Cannot DELETE /api/5'],
    ['GET', '/api/', 'Cannot GET /api/'],
    ['GET', '/api//', 'Cannot GET /api//'],
    ['GET', '//api/5', 'Cannot GET //api/5'],
    ['GET', '/api/5/6?secret=1', 'Cannot GET /api/5/6'],
    ['GET', '/constructor', 'Cannot GET /constructor'],
    ['GET', '/<script>', 'Cannot GET /%3Cscript%3E'],
  ])('%s %s is not found', async (method, path, message) => {
    const response = await get(path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'Not Found', message });
  });

  it('repeats no path without end', async () => {
    const text = await (await get(`/${'x'.repeat(10_000)}`)).text();
    expect(text.length).toBeLessThan(1_000);
  });

  it('answers HEAD as GET, without the body', async () => {
    const response = await get('/api/5', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('13');
    expect(response.body).toBeNull();
  });

  it('refuses a parameter that is no text', async () => {
    const response = await get('/api/%ff');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: { field: 'vault' } });
  });

  it('stands below a base path', async () => {
    const below = routerFor([route('GET', '/a', async () => jsonResponse(1))], {
      basePath: '/base/',
    });
    expect((await below(new Request('http://localhost/base/a'))).status).toBe(200);
    expect((await below(new Request('http://localhost/a'))).status).toBe(404);
  });
});

describe('failures', () => {
  it('become JSON, and are told of with their cause', async () => {
    failures.length = 0;
    expect((await get('/bad')).status).toBe(400);
    const broken = await get('/broken', { headers: { 'x-request-id': 'mine' } });
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain('secret');
    expect((await get('/no-param/1')).status).toBe(500);
    expect(failures.map(({ path }) => path)).toEqual(['/bad', '/broken', '/no-param/1']);
    expect(failures[1]).toMatchObject({ requestId: 'mine', method: 'GET' });
    expect(String(failures[1]?.error)).toContain('secret');
  });
});

describe('request ids', () => {
  it.each(['abc', 'a.b:c/d+e=f-g_1', 'x'.repeat(128)])('%s is kept', async (id) => {
    const response = await get('/id', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
    expect(await response.json()).toEqual({ requestId: id });
  });

  it.each(['', 'a b', 'x'.repeat(129), 'a"b', 'ä', '<b>', 'a,b'])('%s is replaced', async (id) => {
    const response = await get('/id', { headers: { 'x-request-id': id } });
    const made = response.headers.get('x-request-id');
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ requestId: made });
  });

  it('are on every answer, also on errors and on those whose headers are fixed', async () => {
    for (const path of ['/nowhere', '/bad', '/fixed', '/broken']) {
      const response = await get(path, { headers: { 'x-request-id': 'mine' } });
      expect(response.headers.get('x-request-id')).toBe('mine');
    }
    expect((await get('/fixed')).headers.get('location')).toBe('http://127.0.0.1/elsewhere');
  });
});

function streaming(body: ReadableStream, headers: Record<string, string>): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  return new Request('http://localhost/bytes', init);
}

/** A body without a length, in pieces. */
function streamed(...pieces: string[]): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return streaming(body, {});
}

describe('bodies', () => {
  it.each([
    ['application/json', 200],
    ['Application/JSON; charset=UTF-8', 200],
    ['application/json;charset="utf-8"', 200],
    ['application/problem+json', 200],
    ['application/json; charset=latin1', 415],
    ['text/json', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonp', 415],
    ['', 415],
  ])('of type %s', async (type, status) => {
    expect((await post('/api/5', '{"a":1}', type)).status).toBe(status);
  });

  it.each([
    ['{', 'body: must be JSON'],
    ['{"a":1,}', 'body: must be JSON'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'body: must be UTF-8'],
    ['', 'body: is required'],
    ['  \n', 'body: is required'],
    [null, 'body: is required'],
  ])('%j is refused', async (body, message) => {
    const response = await post('/api/5', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'Bad Request', message });
  });

  it('that are packed are refused', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const response = await get('/api/5', { method: 'POST', body: '{}', headers });
    expect(response.status).toBe(415);
  });

  it('are read up to the limit, and no further', async () => {
    expect((await post('/bytes', '0123456789')).status).toBe(200);
    expect((await post('/bytes', '0123456789a')).status).toBe(413);
    expect((await handler(streamed('01234', '56789'))).status).toBe(200);
    const response = await handler(streamed('01234', '56789', 'a'));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'Payload Too Large' });
  });

  it('are read in however many pieces they come', async () => {
    let left = 200_000;
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Uint8Array.of(0x61));
        left -= 1;
        if (left === 0) controller.close();
      },
    });
    const bytes = await readBytes(streaming(body, {}));
    expect([bytes.length, bytes.every((byte) => byte === 0x61)]).toEqual([200_000, true]);
  });

  it('that break off are the fault of who sends them', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    const error = await readBytes(streaming(body, {})).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'body' });
  });

  it('that announce too much are not read at all', async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error('was read');
      },
    });
    const response = await handler(streaming(body, { 'content-length': '11' }));
    expect(response.status).toBe(413);
  });

  it('may be empty where bytes or text are read', async () => {
    expect(await (await post('/bytes', null)).json()).toEqual({ size: 0 });
    expect(await (await post('/text', null)).json()).toBe('');
  });
});
