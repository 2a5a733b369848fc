import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpHandler, toNodeListener, xrplHandler } from '../../src/handlers.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { newWorld, type World } from '../support/world.js';

interface Mounted {
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<unknown>;
}

/** What an application has beside the gateway. */
const REST = 'the rest of the application';

/** More than Express and Fastify would take by themselves. */
const BODY_LIMIT = 3_000_000;

/** A handler below `/ledger`, in each of the ways that the examples show. */
const MOUNTS: Readonly<Record<string, (handler: HttpHandler) => Promise<Mounted>>> = {
  'node:http': async (handler) => listening(createServer(toNodeListener(handler))),
  'Express 5': async (handler) => {
    const app = express();
    app.use('/ledger', toNodeListener(handler));
    app.use(express.json());
    app.get('/ledgers', (_, response) => void response.send(REST));
    return listening(createServer(app));
  },
  'Fastify 5': async (handler) => {
    const listener = toNodeListener(handler);
    const app = Fastify();
    app.get('/ledgers', async () => REST);
    app.register(async (apart) => {
      apart.removeAllContentTypeParsers();
      apart.addContentTypeParser('*', (_request, _body, done) => done(null));
      apart.all('/ledger/*', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { send: (path, init) => fetch(`${url}${path}`, init), stop: () => app.close() };
  },
  Hono: async (handler) => {
    const app = new Hono();
    app.get('/ledgers', (context) => context.text(REST));
    app.all('/ledger/*', (context) => handler(context.req.raw));
    return { send: async (path, init) => app.request(path, init), stop: async () => undefined };
  },
  'Next.js': async (handler) => ({
    send: (path, init) => handler(new Request(`http://localhost${path}`, init)),
    stop: async () => undefined,
  }),
};

async function listening(server: ReturnType<typeof createServer>): Promise<Mounted> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe.each(Object.entries(MOUNTS))('in %s', (name, mount) => {
  let world: World;
  let mounted: Mounted;
  let decision: ApprovalDecision = 'approve';
  beforeAll(async () => {
    world = await newWorld({ approvals: () => decision });
    const options = { basePath: '/ledger', maxBodyBytes: BODY_LIMIT };
    mounted = await mount(xrplHandler(world.gateway, options));
  });
  afterAll(async () => {
    await mounted?.stop();
    await world?.stop();
  });

  const post = (body: string, key = 'K', signal: AbortSignal | null = null) =>
    mounted.send('/ledger/api/token/accountSet/0', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal,
    });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

  test('a transaction is made, once for its key', async () => {
    const body = JSON.stringify({ configs: { domain: 'example.com' } });
    const answers = [await post(body), await post(body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
    expect((one as Answer).result.hash).toBe((two as Answer).result.hash);
  });

  test.each([
    ['half of JSON', '{', 400, 'INVALID_INPUT'],
    ['nothing', '', 400, 'INVALID_INPUT'],
    ['as much as it may have', large(BODY_LIMIT - 1_000), 400, 'INVALID_INPUT'],
    ['more than that', large(BODY_LIMIT), 413, 'BODY_TOO_LARGE'],
    ['three times as much', large(3 * BODY_LIMIT), 413, 'BODY_TOO_LARGE'],
  ])('a body of %s is answered by the gateway itself', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
  });

  test.each([
    ['GET', '/ledger/api/nothing', 404],
    ['PUT', '/ledger/api/token/accountSet/0', 404],
    ['GET', '/ledger/api/account/address/', 400],
    ['GET', '/ledger/api/account/address/5.0', 400],
    ['GET', `/ledger/api/requests/0/${'k'.repeat(120)}`, 404],
  ])('%s %s is an error of the gateway, in JSON', async (method, path, status) => {
    const answer = await mounted.send(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    expect(await answer.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    });
  });

  test('a client that goes away takes no transaction with it', async () => {
    decision = 'wait';
    const { custody } = world.sandbox;
    const made = custody.transactions.length;
    const gone = new AbortController();
    const body = JSON.stringify({ configs: { domain: 'abort.example' } });
    const first = post(body, 'aborted', gone.signal).catch((error: Error) => error.name);
    await expect.poll(() => custody.transactions.length).toBe(made + 1);
    gone.abort();
    if (isServer(name)) expect(await first).toBe('AbortError');
    custody.approve(custody.transactions.at(-1)?.id ?? '');
    decision = 'approve';
    const again = await post(body, 'aborted');
    expect([again.status, await again.json()]).toEqual([200, expect.anything()]);
    expect(custody.transactions.length).toBe(made + 1);
  });

  test.runIf(hasMore(name))('what only begins like its path is not the gateway’s', async () => {
    const answer = await mounted.send('/ledgers');
    expect([answer.status, await answer.text()]).toEqual([200, REST]);
  });

  test('the documents are below the same path', async () => {
    const page = await (await mounted.send('/ledger/api-docs')).text();
    expect(page).toContain('src="api-docs/swagger-ui-bundle.js"');
    const document = await (await mounted.send('/ledger/api-docs.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/ledger' }] });
  });
});

/** JSON of so many characters, and a few. */
function large(length: number): string {
  return JSON.stringify({ text: 'x'.repeat(length) });
}

/** Whether there is a connection that can break. */
function isServer(name: string): boolean {
  return name !== 'Hono' && name !== 'Next.js';
}

/** Whether there is an application around the gateway. */
function hasMore(name: string): boolean {
  return name !== 'node:http' && name !== 'Next.js';
}

interface Answer {
  readonly result: { readonly hash: string };
}
