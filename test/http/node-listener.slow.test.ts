import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpFailure, type HttpHandler, toNodeListener } from '../../src/handlers.js';
import { readBytes } from '../../src/http/body.js';
import { jsonResponse, textResponse } from '../../src/http/responses.js';
import { routerFor } from '../../src/http/router.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Serves the handler; resolves with the address. What escapes the listener fails the test run. */
async function serve(handler: HttpHandler): Promise<string> {
  const server = createServer(toNodeListener(handler));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Something that a test waits for. */
function moment() {
  let come: () => void = () => undefined;
  const here = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { here, come };
}

/** Writes bytes as they are, and reads until the server closes. */
async function raw(address: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  await once(socket, 'close');
  return answer;
}

const echo: HttpHandler = async (request) => {
  const { method, url, headers } = request;
  const body = method === 'GET' ? '' : await request.text();
  return jsonResponse({ method, url, type: headers.get('content-type'), body });
};

const bytesBack = async (request: Request) => textResponse(String(await readBytes(request)));

describe('toNodeListener', () => {
  it('takes the headers of a request that names them in one form only, as adapters make it', async () => {
    const told: Headers[] = [];
    const listener = toNodeListener(async ({ headers }) => {
      told.push(headers);
      return textResponse('');
    });
    const server = createServer((incoming, outgoing) => {
      incoming.rawHeaders.splice(0);
      Object.assign(incoming.headers, { 'set-cookie': ['a=1', 'b=2'] });
      listener(incoming, outgoing);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'idempotency-key': 'K', origin: 'https://evil.example' };
    await fetch(`http://127.0.0.1:${port}/`, { headers });
    expect(Object.fromEntries(told[0] ?? [])).toMatchObject(headers);
    expect(told[0]?.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('hands over method, address, headers and body, and sends the answer back', async () => {
    const address = await serve(echo);
    const answer = await fetch(`${address}/a%20b?c=d`, {
      method: 'PUT',
      body: 'héllo',
      headers: { 'content-type': 'text/x-odd' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      method: 'PUT',
      url: `${address}/a%20b?c=d`,
      type: 'text/x-odd',
      body: 'héllo',
    });
  });

  it('sends status, several cookies and a length', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const address = await serve(async () => new Response(null, { status: 204, headers }));
    const answer = await fetch(address);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const sized = await fetch(await serve(async () => textResponse('hello')));
    expect(sized.headers.get('content-length')).toBe('5');
    expect(await sized.text()).toBe('hello');
  });

  it('answers HEAD with the head alone', async () => {
    const address = await serve(async () => textResponse('hello'));
    const answer = await raw(address, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/content-length: 5\r\n/);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  it('answers requests that come at once in their order, whole answers and streams alike', async () => {
    const address = await serve(async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/slow') await pause(50);
      if (pathname === '/copy') return new Response(textResponse('of a copy').body);
      return textResponse(pathname);
    });
    const paths = ['/slow', '/copy', '/fast', '/last'];
    const requests = paths.map((path, index) => {
      const last = index === paths.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
    });
    const answer = await raw(address, requests.join(''));
    const seen = answer.match(/\/slow|of a copy|\/fast|\/last/g);
    expect(seen).toEqual(['/slow', 'of a copy', '/fast', '/last']);
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(4);
  });

  it('streams in both directions', async () => {
    const address = await serve(async (request) => {
      const upper = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, out) =>
          out.enqueue(Buffer.from(Buffer.from(chunk).toString().toUpperCase())),
      });
      return new Response(request.body?.pipeThrough(upper) ?? null);
    });
    const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) => void writer.write(Buffer.from(text));
    write('one');
    const answer = await fetch(address, { method: 'POST', body, duplex: 'half' });
    const reader = answer.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('ONE');
    write('two');
    expect(await next()).toBe('TWO');
    await writer.close();
    expect(await next()).toBe('');
  });

  it('writes no faster than the client reads, and stops when the client goes', async () => {
    let pulls = 0;
    const cancelling = moment();
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulls += 1;
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel: () => cancelling.come(),
      });
    const address = await serve(async () => new Response(body()));
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let seen = -1;
    while (seen !== pulls) {
      seen = pulls;
      await pause(100);
    }
    // It has come to a stop, although the body has no end.
    expect(pulls).toBeGreaterThan(0);
    socket.destroy();
    await cancelling.here;
  });

  it('reads no faster than the handler does', async () => {
    const waiting = moment();
    const address = await serve(async (request) => {
      await waiting.here;
      return jsonResponse({ size: (await readBytes(request, 1e9)).length });
    });
    let pulls = 0;
    const total = 1_000;
    const body = new ReadableStream({
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(65_536));
        if (pulls === total) controller.close();
      },
    });
    const answer = fetch(address, { method: 'POST', body, duplex: 'half' });
    let seen = -1;
    while (seen !== pulls) {
      seen = pulls;
      await pause(100);
    }
    expect(pulls).toBeLessThan(total);
    waiting.come();
    expect(await (await answer).json()).toEqual({ size: total * 65_536 });
  });

  it('fires the signal of a request whose client goes away', async () => {
    const beginning = moment();
    const end = moment();
    const address = await serve(
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => {
            end.come();
            reject(request.signal.reason);
          });
          beginning.come();
        }),
    );
    const client = new AbortController();
    const answer = fetch(address, { signal: client.signal }).catch(() => 'gone');
    await beginning.here;
    client.abort();
    await end.here;
    expect(await answer).toBe('gone');
  });

  it('does not fire it when all went well', async () => {
    const signals: AbortSignal[] = [];
    const address = await serve(async ({ signal }) => {
      signals.push(signal);
      return textResponse('hello');
    });
    await (await fetch(address)).text();
    await (await fetch(address)).text();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it('tells whoever sends too much so, and takes the next request', async () => {
    const address = await serve(
      routerFor([
        {
          method: 'POST',
          path: '/',
          handle: async ({ request }) => jsonResponse((await readBytes(request, 10)).length),
        },
      ]),
    );
    const body = 'x'.repeat(5_000_000);
    for (let time = 0; time < 3; time++) {
      const answer = await fetch(address, { method: 'POST', body });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
    }
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(200);
  });

  it('cuts off whoever goes on sending after the answer', async () => {
    const address = await serve(async () => textResponse('enough'));
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const closed = moment();
    socket.on('error', () => undefined).on('close', closed.come);
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', send);
    send();
    await closed.here;
  });

  it.each([
    ['//evil.example/x', '//evil.example/x'],
    ['/\\evil.example/x', '//evil.example/x'],
    ['/a/../../b', '/b'],
    ['/a?b=//c', '/a'],
    ['http://evil.example/x', '/x'],
    ['/%2e%2e/x', '/x'],
  ])('takes the address %s for a path here', async (target, path) => {
    const address = await serve(async ({ url }) => {
      const { host, pathname } = new URL(url);
      return jsonResponse({ host, pathname });
    });
    const answer = await raw(
      address,
      `GET ${target} HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toContain(JSON.stringify({ host: 'good.example', pathname: path }));
  });

  it.each([
    ['GET / HTTP/1.1\r\nHost: evil/x?', 'a host with a path'],
    ['GET / HTTP/1.1\r\nHost: user@evil', 'a host with a user'],
    ['GET / HTTP/1.1\r\nHost: a b', 'a host with a blank'],
    ['GET / HTTP/1.1\r\nHost: a:99999', 'a port that is none'],
    ['GET / HTTP/1.1\r\nHost: 1.2.3.4.5.6.999', 'numbers that are no address'],
    ['GET ftp://a/ HTTP/1.1\r\nHost: a', 'another scheme'],
    ['OPTIONS * HTTP/1.1\r\nHost: a', 'an asterisk'],
    ['TRACE / HTTP/1.1\r\nHost: a', 'a method that fetch forbids'],
  ])('answers %j with 400: %s', async (head) => {
    const address = await serve(echo);
    const answer = await raw(address, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"INVALID_INPUT"');
    expect((await fetch(address)).status).toBe(200);
  });

  it('serves HTTP/1.0, which has no Host', async () => {
    const answer = await raw(await serve(echo), 'GET /x HTTP/1.0\r\n\r\n');
    expect(answer).toContain('"url":"http://localhost/x"');
  });

  it.each<readonly [string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['gives no response', () => Promise.resolve({ secret: 1 })],
    ['gives nothing', () => undefined],
    [
      'gives a body that was read',
      async () => {
        const response = new Response('secret');
        await response.text();
        return response;
      },
    ],
  ])('survives a handler that %s', async (_, handler) => {
    const address = await serve(handler as HttpHandler);
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(address);
      expect(answer.status).toBe(500);
      const text = await answer.text();
      expect(text).not.toContain('secret');
      expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL' });
    }
  });

  it('breaks off, and does not pretend to be done, when the answer breaks in the middle', async () => {
    const address = await serve(async () => {
      let pulls = 0;
      const body = new ReadableStream({
        pull(controller) {
          pulls += 1;
          if (pulls < 3) controller.enqueue(Buffer.from('some'));
          else controller.error(new Error('secret'));
        },
      });
      return new Response(body);
    });
    await expect(fetch(address).then((answer) => answer.text())).rejects.toThrow();
  });

  it('survives a body that breaks off in the middle', async () => {
    const failed: unknown[] = [];
    const telling = moment();
    const address = await serve(async (request) => {
      try {
        return textResponse(await request.text());
      } catch (error) {
        failed.push(error);
        telling.come();
        throw error;
      }
    });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc');
    await pause(50);
    socket.destroy();
    await telling.here;
    expect(failed).toHaveLength(1);
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(200);
  });

  describe('behind something that reads bodies', () => {
    /** What stands in front, and the handler behind it. */
    async function serveBehind(
      read: (incoming: IncomingMessage) => Promise<unknown>,
      handler: HttpHandler,
    ): Promise<string> {
      const listener = toNodeListener(handler);
      const server = createServer((incoming, outgoing) => {
        read(incoming).then(() => listener(incoming, outgoing));
      });
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }
    const readAll = async (incoming: IncomingMessage) => {
      for await (const _ of incoming);
    };
    const readSome = (incoming: IncomingMessage) =>
      new Promise<void>((resolve) => {
        incoming.once('data', () => {
          incoming.pause();
          resolve();
        });
      });

    it.each([
      ['all', readAll],
      ['a part', readSome],
    ])('answers 500 at once where %s of it was read, and says what to do', async (_, read) => {
      const failures: HttpFailure[] = [];
      const take = routerFor(
        [{ method: 'POST', path: '/', handle: async ({ request }) => bytesBack(request) }],
        { onError: (failure) => failures.push(failure) },
      );
      const address = await serveBehind(read, take);
      const answer = await fetch(address, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(500);
      const told = { code: 'BODY_ALREADY_READ', message: expect.stringMatching(/express\.json/) };
      expect(await answer.json()).toMatchObject(told);
      expect(failures).toMatchObject([{ error: told }]);
    });

    it('serves whoever needs no body, and one that has none', async () => {
      const deaf = await serveBehind(readAll, async () => new Response('hello'));
      const answer = await fetch(deaf, { method: 'POST', body: '{}' });
      expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
      const empty = await serveBehind(readAll, echo);
      for (const method of ['POST', 'GET']) {
        expect(await fetch(empty, { method }).then((it) => it.json())).toMatchObject({ body: '' });
      }
    });
  });
});
