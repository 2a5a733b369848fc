import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpHandler, toNodeListener, xrplHandler } from '../../src/http/index.js';
import { newWorld, type World } from '../support/world.js';

interface Mounted {
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<unknown>;
}

/** A handler below `/ledger`, in each of the ways that the examples show. */
const MOUNTS: Readonly<Record<string, (handler: HttpHandler) => Promise<Mounted>>> = {
  'node:http': async (handler) => listening(createServer(toNodeListener(handler))),
  'Express 5': async (handler) => {
    const listener = toNodeListener(handler);
    const app = express();
    app.use((request, response, next) => {
      if (/^\/ledger(?:\/|$)/.test(request.path)) listener(request, response);
      else next();
    });
    app.use(express.json());
    return listening(createServer(app));
  },
  'Fastify 5': async (handler) => {
    const listener = toNodeListener(handler);
    const app = Fastify();
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

describe.each(Object.entries(MOUNTS))('in %s', (_, mount) => {
  let world: World;
  let mounted: Mounted;
  beforeAll(async () => {
    world = await newWorld();
    mounted = await mount(xrplHandler(world.gateway, { basePath: '/ledger', bodyLimit: 1_000 }));
  });
  afterAll(async () => {
    await mounted?.stop();
    await world?.stop();
  });

  const post = (body: string) =>
    mounted.send('/ledger/api/token/accountSet/0', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'K' },
      body,
    });

  test('a transaction is made, once for its key', async () => {
    const body = JSON.stringify({ configs: { domain: 'example.com' } });
    const answers = [await post(body), await post(body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
    expect((one as Answer).result.hash).toBe((two as Answer).result.hash);
  });

  test.each([
    ['{', 400, 'INVALID_INPUT'],
    ['', 400, 'INVALID_INPUT'],
    [JSON.stringify({ text: 'x'.repeat(1_000) }), 413, 'BODY_TOO_LARGE'],
  ])('a body of %j is answered by the gateway itself', async (body, status, code) => {
    const answer = await post(body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ]);
  });

  test('the documents are below the same path', async () => {
    const page = await (await mounted.send('/ledger/api-docs')).text();
    expect(page).toContain('src="/ledger/api-docs/swagger-ui-bundle.js"');
    const document = await (await mounted.send('/ledger/api-docs.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/ledger' }] });
  });
});

interface Answer {
  readonly result: { readonly hash: string };
}
