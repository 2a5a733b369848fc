// A handler wherever it may be mounted, with and without a body parser in front of it.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookHandler } from '../../src/fireblocks/index.js';
import {
  type HttpHandler,
  netlinkServerHandler,
  toNodeListener,
  xrplHandler,
} from '../../src/handlers.js';
import { InvalidInputError, SignaturePendingError } from '../../src/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { answeringProvider, REGISTRATION } from '../netlink/support/netlink.js';
import { post, serve } from '../provider/server/support/caller.js';
import { BODIES, exchange } from '../provider/server/support/exchange.js';
import { RecordingSigner } from '../support/recording-signer.js';

interface App {
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<unknown>;
}

/** What the gateway was asked to do. */
let asked: unknown[] = [];
const gateway = Object.assign(
  new XrplGateway({ signer: new RecordingSigner(), network: 'testnet' }),
  {
    getAddress: async () => 'rAddress',
    accountSet: async (_vault: string, params: unknown, { idempotencyKey = '' }) => {
      asked.push(params);
      const about = { idempotencyKey, requestId: 'cg-1', custodyId: 'c-1' };
      if (idempotencyKey === 'later')
        throw new SignaturePendingError({ key: 'x' } as never).about(about);
      return { hash: 'AB' };
    },
    resume: async () => {
      throw new InvalidInputError('resume', 'was asked');
    },
  },
);

const handlerAt = (basePath?: string) =>
  xrplHandler(gateway, basePath === undefined ? {} : { basePath });
const listenerAt = (basePath?: string) => toNodeListener(handlerAt(basePath));

const apps: App[] = [];
beforeEach(() => {
  asked = [];
});
afterEach(async () => {
  for (const { stop } of apps.splice(0)) await stop();
});

async function listening(listener: Parameters<typeof createServer>[1]): Promise<App> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const app: App = {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  apps.push(app);
  return app;
}

function expressWith(build: (app: Express) => unknown): Promise<App> {
  const app = express();
  build(app);
  app.use((_, response) => void response.status(404).send('the rest'));
  return listening(app);
}

async function fastifyWith(prefix: string, basePath: string): Promise<App> {
  const listener = listenerAt(basePath);
  const app = Fastify();
  app.register(
    async (apart) => {
      apart.removeAllContentTypeParsers();
      apart.addContentTypeParser('*', (_request, _body, done) => done(null));
      apart.all('/*', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    },
    { prefix },
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const mounted: App = {
    send: (path, init) => fetch(`${url}${path}`, init),
    stop: () => app.close(),
  };
  apps.push(mounted);
  return mounted;
}

const honoWith = (build: (app: Hono) => unknown): App => {
  const app = new Hono();
  build(app);
  return { send: async (path, init) => app.request(path, init), stop: async () => undefined };
};

/** Where the handler is, and how it got there. */
const MOUNTS: Readonly<Record<string, readonly [at: string, () => App | Promise<App>]>> = {
  'node:http': ['', () => listening(listenerAt())],
  'node:http, below a path': ['/chain', () => listening(listenerAt('/chain'))],
  'Express, use': ['/chain', () => expressWith((app) => app.use('/chain', listenerAt()))],
  'Express, use, told of it': [
    '/chain',
    () => expressWith((app) => app.use('/chain', listenerAt('/chain/'))),
  ],
  'Express, use, and below another path there': [
    '/chain/xrpl',
    () => expressWith((app) => app.use('/chain', listenerAt('/xrpl'))),
  ],
  'Express, use, told of the whole path': [
    '/api/chain',
    () => expressWith((app) => app.use('/api', listenerAt('/api/chain'))),
  ],
  'Express, use of everything': [
    '/chain',
    () => expressWith((app) => app.use(listenerAt('/chain'))),
  ],
  'Express, a route of its own': [
    '/chain',
    () => expressWith((app) => app.all('/chain/*rest', listenerAt('/chain'))),
  ],
  'Express, routers in one another': [
    '/api/v1/chain',
    () =>
      expressWith((app) => {
        const [outer, inner] = [express.Router(), express.Router()];
        inner.use('/chain', listenerAt());
        outer.use('/v1', inner);
        app.use('/api', outer);
      }),
  ],
  'Express, an application in another': [
    '/tenants/a%20b/chain',
    () =>
      expressWith((app) => {
        const inner = express();
        inner.use('/chain', listenerAt());
        app.use('/tenants/:tenant', inner);
      }),
  ],
  'what cuts off paths as Connect does': [
    '/chain',
    () => {
      const listener = listenerAt();
      return listening((incoming: IncomingMessage & { originalUrl?: string }, outgoing) => {
        incoming.originalUrl = incoming.url ?? '';
        incoming.url = incoming.originalUrl.replace(/^\/chain\/?/, '/');
        listener(incoming, outgoing);
      });
    },
  ],
  'koa-mount, with what Koa keeps of the address': [
    '/chain',
    () => {
      const listener = listenerAt();
      return listening((req: IncomingMessage & { originalUrl?: string }, res) => {
        // Koa keeps the address in its context, where koa-mount cuts it off in the request.
        const ctx = { req, res, originalUrl: req.url ?? '' };
        req.url = ctx.originalUrl.replace(/^\/chain/, '') || '/';
        ctx.req.originalUrl = ctx.originalUrl;
        listener(ctx.req, ctx.res);
      });
    },
  ],
  'Fastify, with a prefix': ['/api/chain', () => fastifyWith('/api/chain', '/api/chain')],
  Hono: [
    '/chain',
    () => honoWith((app) => app.all('/chain/*', (c) => handlerAt('/chain')(c.req.raw))),
  ],
  'Hono, mounted': [
    '/api/chain',
    () =>
      honoWith((app) =>
        app.basePath('/api').mount('/chain', handlerAt('/api/chain'), { replaceRequest: false }),
      ),
  ],
};

const POST = '/api/token/accountSet/0';
const posting = (body: string, headers: object = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const DOMAIN = { configs: { domain: 'example.com' } };

describe.each(Object.entries(MOUNTS))('mounted by %s', (_, [at, mount]) => {
  let app: App;
  beforeEach(async () => {
    app = await mount();
  });

  it('is found below its path', async () => {
    const answer = await app.send(`${at}/api/account/address/0`);
    expect([answer.status, await answer.json()]).toEqual([200, { address: 'rAddress' }]);
    const made = await app.send(`${at}${POST}`, posting(JSON.stringify(DOMAIN)));
    expect([made.status, asked]).toEqual([200, [DOMAIN]]);
  });

  it('says where to ask later, below the same path', async () => {
    const headers = { 'idempotency-key': 'later' };
    const answer = await app.send(`${at}${POST}`, posting(JSON.stringify(DOMAIN), headers));
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, location]).toEqual([202, `${at}/api/requests/0/later`]);
    expect(await (await app.send(location)).json()).toMatchObject({ message: 'resume: was asked' });
  });

  it('has its documents there, and their links', async () => {
    for (const slash of ['', '/']) {
      const page = await app.send(`${at}/api-docs${slash}`);
      const links = [...(await page.text()).matchAll(/(?:src|href|data-document)="([^"]*)"/g)]
        .map(([, link = '']) => new URL(link, `http://host${at}/api-docs${slash}`))
        .filter(({ protocol }) => protocol === 'http:');
      expect(links.map(({ pathname }) => pathname)).toEqual(
        [
          '/api-docs/swagger-ui.css',
          '/api-docs/page.css',
          '/api-docs/swagger-ui-bundle.js',
          '/api-docs/start.js',
          '/api-docs.json',
        ].map((path) => `${at}${path}`),
      );
    }
    const styles = await app.send(`${at}/api-docs/page.css`);
    expect(styles.headers.get('content-type')).toContain('text/css');
    const document = await (await app.send(`${at}/api-docs.json`)).json();
    expect((document as { servers?: unknown }).servers).toEqual(
      at === '' ? undefined : [{ url: at }],
    );
    const reference = await app.send(`${at}/type-docs`, { redirect: 'manual' });
    const to = new URL(reference.headers.get('location') ?? '', `http://host${at}/type-docs`);
    expect([reference.status, to.pathname]).toEqual([302, `${at}/type-docs/index.html`]);
  });

  it('names the whole path in its errors', async () => {
    const answer = await app.send(`${at}/api/nothing?secret=1`);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { message: `Cannot GET ${at}/api/nothing` },
    ]);
  });
});

it('is known by its path where nothing comes behind that', async () => {
  const app = await expressWith((each) => each.use('/chain', listenerAt()));
  for (const path of ['/chain', '/chain/', '/chain?a=b']) {
    const answer = await app.send(path);
    expect(await answer.json()).toMatchObject({ message: 'Cannot GET /chain/' });
  }
});

it('leaves to Hono what it cuts off without a word, and is still found, with its page', async () => {
  const app = honoWith((hono) => hono.mount('/chain', handlerAt()));
  expect((await app.send('/chain/api/account/address/0')).status).toBe(200);
  expect(await (await app.send('/chain/api-docs')).text()).toContain('"api-docs/start.js"');
});

it('is mounted nowhere by an address that was rewritten, or that would be another host', async () => {
  const listener = listenerAt();
  for (const [original, url] of [
    ['/old/address', '/api/token/accountSet/0'],
    ['//evil.example/api/token/accountSet/0', '/api/token/accountSet/0'],
    ['/\\evil.example/api/token/accountSet/0', '/api/token/accountSet/0'],
    ['/chain/api/token/accountSet/0?a=b', '/api/token/accountSet/0'],
  ]) {
    const app = await listening(
      (incoming: IncomingMessage & { originalUrl?: unknown }, outgoing) => {
        Object.assign(incoming, { originalUrl: original, url });
        listener(incoming, outgoing);
      },
    );
    const headers = { 'idempotency-key': 'later' };
    const answer = await app.send('/', posting(JSON.stringify(DOMAIN), headers));
    expect(answer.headers.get('location')).toBe('/api/requests/0/later');
  }
});

/** As the documents of `toNodeListener` have it. */
const keeping = {
  verify: (request: IncomingMessage & { rawBody?: Uint8Array }, _: unknown, bytes: Uint8Array) => {
    request.rawBody = bytes;
  },
};

const PARSERS: Readonly<Record<string, readonly [keeps: boolean, RequestHandler[]]>> = {
  nothing: [true, []],
  'express.json() that keeps the bytes': [true, [express.json(keeping)]],
  'express.raw()': [true, [express.raw({ type: '*/*' })]],
  'express.text()': [true, [express.text({ type: '*/*' })]],
  'express.json()': [false, [express.json()]],
  'express.json() and express.urlencoded()': [
    false,
    [express.json(), express.urlencoded({ extended: true })],
  ],
  'a parser that keeps nothing': [
    false,
    [
      async (request, _response, next) => {
        for await (const _ of request);
        next();
      },
    ],
  ],
};

const readBefore = {
  code: 'BODY_ALREADY_READ',
  message: expect.stringMatching(/Mount the handler before.*rawBody/),
};

describe.each(Object.entries(PARSERS))('behind %s', (name, [keeps, parsers]) => {
  const isParsed = !keeps && !name.includes('nothing');
  let app: App;
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    app = await expressWith((each) =>
      each.use(...parsers, express.Router()).use('/chain', listenerAt()),
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const send = (body: string, headers: object = {}) =>
    app.send(`/chain${POST}`, posting(body, headers));

  it.each([
    JSON.stringify(DOMAIN),
    '{"configs":{"domain":"ümläut ✓ 𝄞 \\" \\\\ \\n"}}',
    '{"configs":{"tickSize":5,"transferRate":1005000001}}',
    '{"configs":{"transferRate":1005000000}}',
    '{}',
  ])('takes %s', async (body) => {
    const answer = await send(body);
    const told = (await answer.json()) as { code?: string };
    if (name.includes('nothing') && name !== 'nothing') {
      expect([answer.status, told]).toMatchObject([500, readBefore]);
      return;
    }
    // It was taken as it was sent: what the gateway's schema says of it is another matter.
    expect(told.code).not.toBe('BODY_ALREADY_READ');
    if (answer.status === 200) expect(asked).toEqual([JSON.parse(body)]);
    else expect(answer.status).toBe(400);
  });

  it.each([
    ['blanks', '{ "configs": { "domain": "example.com" } }'],
    ['lines', JSON.stringify(DOMAIN, null, 4)],
    ['an escape', '{"configs":{"domain":"\\u0065xample.com"}}'],
    ['blanks, and a number', '{"configs": {"tickSize": 5, "domain": "example.com"}}'],
  ])('takes what is sent with %s', async (_, body) => {
    const answer = await send(body);
    if (name === 'a parser that keeps nothing') {
      expect([answer.status, await answer.json()]).toMatchObject([500, readBefore]);
    } else expect([answer.status, asked]).toEqual([200, [JSON.parse(body)]]);
  });

  it('takes no field twice where the bytes are there', async () => {
    const answer = await send('{"configs":{"domain":"a"},"configs":{"domain":"b"}}');
    if (keeps) expect([answer.status, asked]).toEqual([400, []]);
    else if (isParsed)
      expect([answer.status, asked]).toEqual([200, [{ configs: { domain: 'b' } }]]);
  });

  it.each([
    ['a fraction that is exact', '{"configs":{"tickSize":0.5}}'],
    ['a number that is rounded', '{"configs":{"tickSize":5.0000000000000000001}}'],
    ['a number that is too long', '{"configs":{"tickSize":9007199254740993}}'],
    ['a number among many blanks', JSON.stringify({ configs: { tickSize: 5 } }, null, 9)],
  ])('rounds nothing: %s', async (what, body) => {
    const answer = await send(body);
    const told = await answer.json();
    if (keeps) expect(answer.status).toBe(what.includes('blanks') ? 200 : 400);
    else expect([answer.status, told]).toMatchObject([500, readBefore]);
    if (isParsed) expect(told).toMatchObject({ details: { field: 'tickSize' } });
    if (answer.status !== 200) expect(asked).toEqual([]);
  });

  it('takes no other type', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send('configs=1', form);
    const isRead = !keeps && !isParsed;
    expect(answer.status).toBe(isRead ? 500 : 415);
    expect(asked).toEqual([]);
  });

  it('needs no body where there is none to be read', async () => {
    const answer = await app.send('/chain/api/account/address/0');
    expect(answer.status).toBe(200);
    const empty = await app.send('/chain/api/requests/0/k/cancel', { method: 'POST' });
    expect(((await empty.json()) as { code?: string }).code).not.toBe('BODY_ALREADY_READ');
  });
});

describe('a body of a length that was not told', () => {
  const chunked = (body: string): RequestInit => ({
    ...posting(body),
    body: new Blob([body]).stream(),
    duplex: 'half',
  });
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const behind = async (parser: RequestHandler, init: RequestInit) => {
    const app = await expressWith((each) => each.use(parser).use('/chain', listenerAt()));
    return app.send(`/chain${POST}`, init);
  };

  it('is taken of express.text() as it was sent, its numbers included', async () => {
    const text = express.text({ type: '*/*' });
    for (const body of [
      '{"configs":{"tickSize":5,"domain":"number.example"}}',
      JSON.stringify({ configs: { domain: 'example.com' } }, null, 4),
    ]) {
      asked = [];
      const answer = await behind(text, chunked(body));
      expect([answer.status, asked]).toEqual([200, [JSON.parse(body)]]);
    }
    asked = [];
    const twice = '{"configs":{"domain":"a"},"configs":{"domain":"b"}}';
    expect((await behind(text, chunked(twice))).status).toBe(400);
    const rounded = '{"configs":{"tickSize":5.0000000000000000001}}';
    expect((await behind(text, chunked(rounded))).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('is not taken of express.text() where characters were lost, or another length was told', async () => {
    const text = express.text({ type: '*/*' });
    const broken = Buffer.concat([Buffer.from('{"configs":{"domain":"'), Buffer.of(0xff)]);
    const init = { ...posting(''), duplex: 'half' as const };
    const lost = await behind(text, { ...init, body: new Blob([broken]).stream() });
    expect([lost.status, await lost.json()]).toMatchObject([500, readBefore]);
    const marked = `\uFEFF${JSON.stringify(DOMAIN)}`;
    const shorter = await behind(text, posting(marked));
    expect([shorter.status, await shorter.json()]).toMatchObject([500, readBefore]);
    expect(asked).toEqual([]);
  });

  it('is taken of express.json() where there is no number in it', async () => {
    const answer = await behind(express.json(), chunked(JSON.stringify(DOMAIN)));
    expect([answer.status, asked]).toEqual([200, [DOMAIN]]);
    asked = [];
    const numbers = await behind(express.json(), chunked('{"configs":{"tickSize":5}}'));
    expect([numbers.status, await numbers.json()]).toMatchObject([500, readBefore]);
    expect(asked).toEqual([]);
  });
});

describe('what is signed', () => {
  const provider = serve(exchange().provider);
  const netlink = netlinkServerHandler(answeringProvider(), {
    verifier: { verify: async () => ({ ok: true, apiKey: 'key' }) as never },
    registration: REGISTRATION,
    basePath: '',
  });
  const webhook = webhookHandler({ verify: async () => ({ id: 'e' }) as never });
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each<[string, HttpHandler, string, string]>([
    ['the provider kit', provider, '/v2/accounts/main/liquidity/quotes', 'internal-error'],
    ['network link v1', netlink, '/v1/withdraw', ''],
    ['webhooks', webhook, '/', 'BODY_ALREADY_READ'],
  ])('%s says how it is to be mounted', async (_, handler, path, code) => {
    const app = await expressWith((each) =>
      each.use(express.json()).use('/mounted', toNodeListener(handler)),
    );
    const answer = await app.send(`/mounted${path}`, posting('{"a":"b"}'));
    const told = await answer.text();
    expect([answer.status, told]).toEqual([500, expect.stringContaining(code)]);
    expect(told).toMatch(/Mount the handler before express\.json\(\) and the like/);
  });

  it.each([
    ['first', []],
    ['behind a parser that keeps the bytes', [express.json(keeping)]],
  ])('is verified where the handler is mounted %s', async (_, parsers: RequestHandler[]) => {
    const { provider: offered, state } = exchange();
    const handler = serve(offered, { basePath: '' });
    const app = await expressWith((each) =>
      each.use(...parsers, express.Router()).use('/mounted', toNodeListener(handler)),
    );
    // The client signs what comes behind the path of its base address.
    const through: HttpHandler = async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const init = { method, headers, body: await request.text() };
      return app.send(`/mounted${pathname.replace(/^\/v2/, '')}${search}`, init);
    };
    const path = '/accounts/main/transfers/withdrawals/fiat';
    const answer = await post(through, path, JSON.stringify(BODIES.createFiatWithdrawal, null, 2));
    expect([answer.status, state.usd], answer.text).toEqual([201, 990n]);
  });

  it('is nothing that somebody else has read of a Request', async () => {
    const handler = handlerAt();
    const request = new Request(`http://host${POST}`, posting(JSON.stringify(DOMAIN)));
    await request.json();
    expect(await (await handler(request)).json()).toMatchObject(readBefore);
    const locked = new Request(`http://host${POST}`, posting(JSON.stringify(DOMAIN)));
    locked.body?.getReader();
    expect(await (await handler(locked)).json()).toMatchObject(readBefore);
    expect(asked).toEqual([]);
  });

  it('is told of in Fastify, whose parsers come first unless they are taken out', async () => {
    const app = Fastify();
    const listener = listenerAt('/chain');
    app.all('/chain/*', (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/chain${POST}`, posting(JSON.stringify(DOMAIN)));
    expect([answer.status, await answer.json()]).toMatchObject([500, readBefore]);
    await app.close();
  });
});
