import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { AbortedError, UnexpectedAnswerError, UnreachableError } from '../../src/core/errors.js';
import { exchange, type HttpRequest, parseJsonAnswer } from '../../src/core/http.js';
import { type RawServer, startRawServer, writeApart } from '../support/raw-server.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';

let server: RawServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function serve(...args: Parameters<typeof startRawServer>): Promise<RawServer> {
  server = await startRawServer(...args);
  return server;
}

function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { peer: 'custody', method: 'GET', url, timeoutMs: 30_000, clock: systemClock, ...more };
}

const SECRET_HEADERS = { authorization: 'Bearer the-token', 'x-api-key': 'the-key' };

function expectNoSecret(error: unknown): void {
  const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`;
  expect(shown).not.toContain('the-token');
  expect(shown).not.toContain('the-key');
  expect(shown).not.toMatch(/authorization/i);
}

const plain = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;

describe('exchange', () => {
  it('sends what it is given and reads the whole answer', async () => {
    const { url, requests } = await serve((socket) => void socket.end(plain('{"a":1}')));
    const answer = await exchange(
      get(`${url}/v1/x?y=%5B1%2C2%5D`, {
        method: 'POST',
        headers: { 'x-any': 'thing' },
        body: '{"ü":1}',
      }),
    );
    expect(answer).toMatchObject({ status: 200, text: '{"a":1}' });
    expect(requests[0]).toMatch(/^POST \/v1\/x\?y=%5B1%2C2%5D HTTP\/1\.1\r\n/);
    expect(requests[0]).toMatch(/x-any: thing/i);
    expect(Buffer.from(requests[0] ?? '', 'latin1').toString('utf8')).toContain('{"ü":1}');
  });

  it.each([204, 301, 302, 307, 308, 400, 404, 500])(
    'takes HTTP %s for an answer',
    async (status) => {
      const { url, requests } = await serve((socket) => {
        const target = `location: /elsewhere\r\ncontent-length: 0\r\nconnection: close`;
        socket.end(`HTTP/1.1 ${status} Any\r\n${target}\r\n\r\n`);
      });
      expect((await exchange(get(url))).status).toBe(status);
      // A redirect is an answer too: what was signed for one address is sent to no other.
      expect(requests).toHaveLength(1);
    },
  );

  it('reads characters that are split over packets, and drops a byte order mark', async () => {
    const text = '{"note":"Grüße, 世界 🪙"}';
    const bytes = [...Buffer.from(`\ufeff${text}`)];
    const { url } = await serve(async (socket) => {
      const chunks = bytes.map((byte) =>
        Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
      );
      await writeApart(socket, [
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
        ...chunks,
        '0\r\n\r\n',
      ]);
    });
    expect((await exchange(get(url))).text).toBe(text);
  });

  it('reads an answer as long as allowed, and no longer', async () => {
    const { url } = await serve((socket) => void socket.end(plain('ü'.repeat(50))));
    expect((await exchange(get(url, { maxBytes: 100 }))).text).toHaveLength(50);
    const error = await rejectionOf(exchange(get(url, { maxBytes: 99 })));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ peer: 'custody', retryable: false });
  });

  it('stops reading an answer that never ends', async () => {
    let closed: Promise<void> | undefined;
    const { url } = await serve((socket) => {
      closed = new Promise((resolve) => socket.once('close', () => resolve()));
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const pour = () => {
        if (!socket.destroyed) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`, pour);
      };
      pour();
    });
    expect(await rejectionOf(exchange(get(url, { maxBytes: 100_000 })))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
    await closed;
  });

  it('gives up when no answer comes, and says after how long', async () => {
    const { url } = await serve(() => undefined);
    const error = await rejectionOf(exchange(get(url, { timeoutMs: 20, headers: SECRET_HEADERS })));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ retryable: true, peer: 'custody' });
    expect(String(error)).toContain('20 ms');
    expectNoSecret(error);
  });

  it('gives up in the middle of an answer', async () => {
    const { url } = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"half":');
    });
    expect(await rejectionOf(exchange(get(url, { timeoutMs: 20 })))).toBeInstanceOf(
      UnreachableError,
    );
  });

  it('waits for a slow answer however long the caller allows', async () => {
    const { url } = await serve(async (socket) => {
      await writeApart(socket, [...plain('late')]);
      socket.end();
    });
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      expect((await exchange(get(url, { timeoutMs }))).text).toBe('late');
    }
  });

  it('calls a refused connection unreachable, by its system code', async () => {
    const { url } = await serve(() => undefined);
    await server?.stop();
    server = undefined;
    const error = await rejectionOf(exchange(get(url, { headers: SECRET_HEADERS })));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(String(error)).toContain('ECONNREFUSED');
    expectNoSecret(error);
  });

  it.each([
    ['before the answer', ''],
    ['in the middle of the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"half":'],
    ['by something that is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ])('calls a connection that breaks %s unreachable', async (_, sent) => {
    const { url } = await serve((socket) => {
      if (sent === '') socket.resetAndDestroy();
      else socket.write(sent, () => socket.destroy());
    });
    const request = get(url, { headers: SECRET_HEADERS, method: 'POST', body: 'the-token' });
    const error = await rejectionOf(exchange(request));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ retryable: true });
    expectNoSecret(error);
  });

  it('sends nothing when the caller aborted before', async () => {
    const { url, requests } = await serve((socket) => void socket.end(plain('{}')));
    const error = await rejectionOf(exchange(get(url, { signal: AbortSignal.abort() })));
    expect(error).toBeInstanceOf(AbortedError);
    expect(requests).toEqual([]);
  });

  it.each([
    ['no answer', ''],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"half":'],
  ])('ends at once when the caller aborts while there is %s', async (_, sent) => {
    const controller = new AbortController();
    const { url } = await serve((socket) => {
      if (sent !== '') socket.write(sent);
      setImmediate(() => controller.abort('enough'));
    });
    const request = get(url, { signal: controller.signal, headers: SECRET_HEADERS });
    const error = await rejectionOf(exchange(request));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: 'enough' });
    expectNoSecret(error);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it("does not depend on the user's fetch to keep the time", async () => {
    const deaf = () => new Promise<Response>(() => undefined);
    const late = exchange(get('https://any.example', { timeoutMs: 10, fetch: deaf }));
    expect(await rejectionOf(late)).toBeInstanceOf(UnreachableError);
    const controller = new AbortController();
    const aborted = exchange(
      get('https://any.example', { fetch: deaf, signal: controller.signal }),
    );
    controller.abort();
    expect(await rejectionOf(aborted)).toBeInstanceOf(AbortedError);
  });

  it("hides what the user's fetch rejects with", async () => {
    const angry = () => {
      throw Object.assign(new TypeError('the-token is no header'), { config: SECRET_HEADERS });
    };
    const error = await rejectionOf(exchange(get('https://any.example', { fetch: angry })));
    expect(error).toBeInstanceOf(UnreachableError);
    expectNoSecret(error);
  });

  it('leaves no listener on the signal, so that a long-lived one does not collect them', async () => {
    const controller = new AbortController();
    const { url } = await serve((socket) => void socket.end(plain('{}')));
    await exchange(get(url, { signal: controller.signal }));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });
});

describe('parseJsonAnswer', () => {
  const answer = (status: number, text: string) => ({ status, text, headers: new Headers() });

  it('gives what the text says', () => {
    expect(parseJsonAnswer('xrpl', answer(200, '{"a":[1,null]}'))).toEqual({ a: [1, null] });
  });

  it.each([
    [200, '<html>', false],
    [200, '', false],
    [499, '<html>', false],
    [500, '<html>', true],
    [502, '<html>', true],
  ])('calls HTTP %s with %j unexpected', (status, text, again) => {
    const error = thrownBy(() => parseJsonAnswer('xrpl', answer(status, text)));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ retryable: again, details: { status } });
    expect(String(error)).not.toContain('<html>');
  });
});
