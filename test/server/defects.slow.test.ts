import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aptosHandler,
  type GatewayHandlerOptions,
  gatewayMetrics,
  type HttpHandler,
  stacksHandler,
  xrplHandler,
} from '../../src/handlers.js';
import type { ApprovalPolicy, Sandbox } from '../../src/sandbox/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { newWorld } from '../support/world.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, 'utf8');

interface Started {
  readonly sandbox: Sandbox;
  handler(options?: GatewayHandlerOptions): HttpHandler;
  /** One whose node has 50 milliseconds to answer in. */
  impatient(): HttpHandler;
  stop(): Promise<void>;
}

/** A gateway, and what the same defects are looked for with in each of them. */
interface Kind {
  readonly name: 'xrpl' | 'aptos' | 'stacks';
  start(approvals?: ApprovalPolicy): Promise<Started>;
  /** A POST by a vault account. */
  write(vault: string): string;
  readonly body: object;
  /** The same, with an amount that is no whole number of the smallest unit, or that no JSON number can hold. */
  readonly inexact: readonly object[];
  /** What each write can't do without. */
  readonly required: readonly (readonly [path: string, field: RegExp])[];
  read(vault: string, what: 'address' | 'publicKey' | 'balance'): string;
  /** What a vault account is answered with that has nothing. */
  readonly unfunded: string;
}

const RETRY = { attempts: 2, baseMs: 1, maxMs: 1 };
const OTHER = `0x${'ab'.repeat(32)}`;
const STACKS_OTHER = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
/** The first whole number that is none of JSON's. */
const BEYOND = 2 ** 53 + 2;

const KINDS: readonly Kind[] = [
  {
    name: 'xrpl',
    start: async (approvals = 'auto') => {
      const { gateway, another, sandbox, stop } = await newWorld({ approvals });
      const impatient = () => xrplHandler(another({ timeoutMs: 50, retry: RETRY }));
      return { sandbox, handler: (options) => xrplHandler(gateway, options), impatient, stop };
    },
    write: (vault) => `/api/token/xrpTransfer/${vault}?native=false`,
    body: { destination: 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf', amount: '15.5' },
    inexact: [{ amount: 15.5 }, { amount: '0.0000001' }],
    required: [
      ['/api/token/trustSet/0', /limitAmount/],
      ['/api/token/accountSet/0', /configs/],
      ['/api/token/tokenTransfer/0', /destination/],
    ],
    read: (vault, what) => `/api/account/${what === 'balance' ? 'balances' : what}/${vault}`,
    unfunded: 'ACCOUNT_NOT_FUNDED',
  },
  {
    name: 'aptos',
    start: async (approvals = 'auto') => {
      const { gateway, another, sandbox, stop } = await newAptosWorld({ approvals });
      const impatient = () => aptosHandler(another({ timeoutMs: 50, retry: RETRY }));
      return { sandbox, handler: (options) => aptosHandler(gateway, options), impatient, stop };
    },
    write: (vault) => `/api/${vault}/transfer/move`,
    body: { recipientAddress: OTHER, amount: '1000' },
    inexact: [
      { amount: 1.5 },
      { amount: '1.5' },
      { amount: BEYOND },
      { amount: 1.5, unit: 'coins' },
    ],
    required: [
      ['/api/0/transfer/move', /recipientAddress|body/],
      ['/api/0/transfer/token', /recipientAddress/],
    ],
    read: (vault, what) => `/api/${vault}/${what}`,
    // A node has tried it.
    unfunded: 'SIMULATION_FAILED',
  },
  {
    name: 'stacks',
    start: async (approvals = 'auto') => {
      const { gateway, another, sandbox, stop } = await newStacksWorld({ approvals });
      const impatient = () => stacksHandler(another({ timeoutMs: 50, retry: RETRY }));
      return { sandbox, handler: (options) => stacksHandler(gateway, options), impatient, stop };
    },
    write: (vault) => `/api/${vault}/transfer`,
    body: { recipientAddress: STACKS_OTHER, amount: '1.5' },
    inexact: [{ amount: 0.1 + 0.2 }, { amount: '1.0000009' }, { amount: 1e21 }],
    required: [
      ['/api/0/transfer', /recipientAddress|body/],
      ['/api/0/stacking/pool/delegate', /amount/],
    ],
    read: (vault, what) => `/api/${vault}/${what}`,
    unfunded: 'INSUFFICIENT_FUNDS',
  },
];

const codeOf = ({ status, text }: { status: number; text: string }) => [
  status,
  JSON.parse(text).code,
];

describe.each(KINDS)('$name', ({ name, start, write, body, ...kind }) => {
  let world: Started;
  let handler: HttpHandler;
  let approvals: ApprovalPolicy;
  beforeEach(async () => {
    approvals = () => 'approve';
    world = await start((request) =>
      typeof approvals === 'function' ? approvals(request) : 'approve',
    );
    handler = world.handler();
  });
  afterEach(() => world.stop());

  async function send(path: string, init: RequestInit = {}, to = handler) {
    const response = await to(new Request(`http://localhost:3000${path}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  }
  const post = (path: string, sent: unknown, headers: Record<string, string> = {}, to = handler) =>
    send(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof sent === 'string' ? sent : JSON.stringify(sent),
      },
      to,
    );

  describe('X1: any web page that an operator has open can move funds', () => {
    const evil = { origin: 'https://evil.example' };
    afterEach(() => expect(world.sandbox.custody.transactions).toEqual([]));

    test('a page of another site is refused, before anything is done', async () => {
      const answer = await post(write('0'), body, evil);
      expect(codeOf(answer)).toEqual([403, 'CROSS_ORIGIN']);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    });

    test('so is what such a page asks for without an origin, but not the link that it shows', async () => {
      const from = (site: string, mode: string) =>
        send(kind.read('0', 'address'), {
          headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode },
        });
      for (const site of ['cross-site', 'same-site'])
        expect(codeOf(await from(site, 'no-cors'))).toEqual([403, 'CROSS_ORIGIN']);
      expect((await from('cross-site', 'navigate')).status).toBe(200);
      for (const site of ['same-origin', 'none'])
        expect((await from(site, 'no-cors')).status).toBe(200);
    });

    test('so is what a form of such a page could send without asking', async () => {
      const headers = { ...evil, 'content-type': 'text/plain' };
      expect((await post(write('0'), body, headers)).status).toBe(403);
      expect((await post(write('0'), body, { 'content-type': 'text/plain' })).status).toBe(415);
    });

    test('asking first changes nothing', async () => {
      const headers = { ...evil, 'access-control-request-method': 'POST' };
      const answer = await send(write('0'), { method: 'OPTIONS', headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    });

    test('a name that was made to point here is none of this server’s', async () => {
      const listed = world.handler({ hosts: ['localhost', '127.0.0.1'] });
      const rebound = new Request(`http://evil.example:3000${kind.read('0', 'address')}`);
      expect((await listed(rebound)).status).toBe(421);
      expect((await send(kind.read('0', 'address'), {}, listed)).status).toBe(200);
    });

    test('only an origin on the list is let in', async () => {
      const open = world.handler({ cors: { origins: ['https://app.example'] } });
      const from = (origin: string) =>
        send(kind.read('0', 'address'), { headers: { origin } }, open);
      const allowed = await from('https://app.example');
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect((await from('https://evil.example')).status).toBe(403);
    });

    test('whoever may not call moves nothing', async () => {
      const guarded = world.handler({
        authorize: ({ headers }) => headers.get('authorization') === 'Bearer right',
      });
      for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
        expect(codeOf(await post(write('0'), body, headers, guarded))).toEqual([
          401,
          'UNAUTHORIZED',
        ]);
      }
      const right = { headers: { authorization: 'Bearer right' } };
      expect((await send(kind.read('0', 'address'), right, guarded)).status).toBe(200);
    });
  });

  test('X11: metrics are what Prometheus reads, are guarded, and name no vault account', async () => {
    const metrics = await gatewayMetrics();
    const counted = world.handler({
      metrics,
      authorize: ({ headers }) => headers.has('x-operator'),
    });
    const operator = { headers: { 'x-operator': 'yes' } };
    await send(kind.read('7', 'address'), operator, counted);
    expect((await send('/api/metrics', {}, counted)).status).toBe(401);
    const answer = await send('/api/metrics', operator, counted);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    // The process's metrics, and those of one request.
    expect(lines.length).toBeGreaterThanOrEqual(26);
    for (const name of ['process_cpu_seconds_total', 'nodejs_heap_size_used_bytes'])
      expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
    for (const line of lines)
      expect(line).toMatch(/^[a-z_\d]+(?:\{[^{}]*\})? -?(?:[\d.e+-]+|Nan|\+Inf)$/i);
    expect(answer.text).toMatch(
      /custody_gateways_http_requests_total\{chain="\w+",operation="\w+",status="200"\} 1$/m,
    );
    expect(answer.text).not.toMatch(/vault|="7"/i);
    expect((await send('/api/metrics')).status).toBe(404);
  });

  describe('X12: whatever a chain does, the server waits for it or fails', () => {
    test('a node that has too much to do is asked again', async () => {
      const effect = { kind: 'answer', status: 429, headers: { 'retry-after': '0' } } as const;
      world.sandbox.inject({ server: name, times: 2, effect });
      expect((await post(write('0'), body)).status).toBe(200);
    });

    test('a node that wants to be left alone for longer is, and says for how long', async () => {
      const effect = { kind: 'answer', status: 429, headers: { 'retry-after': '120' } } as const;
      world.sandbox.inject({ server: name, times: 1e6, effect });
      const answer = await send(kind.read('0', 'balance'));
      expect(codeOf(answer)).toEqual([429, 'RATE_LIMITED']);
      expect(answer.headers.get('retry-after')).toBe('120');
    });

    test('a node that never answers is given up', async () => {
      world.sandbox.inject({ server: name, times: 1e6, effect: { kind: 'hang' } });
      const answer = await send(kind.read('0', 'balance'), {}, world.impatient());
      expect(codeOf(answer)).toEqual([503, 'UNREACHABLE']);
    });

    test('health and readiness can be asked for, and a server that stops is not ready', async () => {
      const stop = new AbortController();
      const stopping = world.handler({ signal: stop.signal });
      expect((await send('/readyz', {}, stopping)).status).toBe(200);
      stop.abort();
      expect((await send('/readyz', {}, stopping)).status).toBe(503);
      expect((await send('/healthz', {}, stopping)).status).toBe(200);
      const unsure = world.handler({ ready: () => Promise.reject(new Error('no node')) });
      expect((await send('/readyz', {}, unsure)).status).toBe(503);
    });

    test('a server that stops leaves nobody waiting, and the next goes on', async () => {
      approvals = () => 'wait';
      const stop = new AbortController();
      const stopping = world.handler({ signal: stop.signal });
      const key = { 'idempotency-key': 'K' };
      const waiting = post(write('0'), body, key, stopping);
      await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
      stop.abort();
      const answer = await waiting;
      expect([answer.status, answer.headers.get('location')]).toEqual([202, '/api/requests/0/K']);
      const [request] = world.sandbox.custody.transactions;
      world.sandbox.custody.approve(request?.id ?? '');
      expect((await post(write('0'), body, key)).status).toBe(200);
      expect(world.sandbox.custody.transactions).toHaveLength(1);
    });
  });

  describe('X13: amounts are floats', () => {
    test('one that is none of the smallest unit is refused, rather than rounded', async () => {
      for (const inexact of kind.inexact) {
        const answer = await post(write('0'), { ...body, ...inexact });
        expect(codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
      }
      expect(world.sandbox.custody.transactions).toEqual([]);
    });

    test('one beyond what JSON’s numbers hold comes back digit by digit', async () => {
      const { address } = JSON.parse((await send(kind.read('8', 'address'))).text);
      await world.sandbox[name].fund(address, 9_007_199_254_740_993n);
      const { text } = await send(kind.read('8', 'balance'));
      expect(text).toMatch(/"(?:9007199254740993|9007199254\.740993)"/);
      expect(text).not.toMatch(/\d\.?\d*e\+?\d/i);
    });
  });

  describe('A-D18: the wrong status', () => {
    test('what the caller got wrong is 4xx', async () => {
      expect(codeOf(await post(write('0'), '{'))).toEqual([400, 'INVALID_INPUT']);
      const large = JSON.stringify({ ...body, note: 'x'.repeat(2 ** 20) });
      expect(codeOf(await post(write('0'), large))).toEqual([413, 'BODY_TOO_LARGE']);
      for (const [path, field] of kind.required) {
        const answer = await post(path, {});
        expect(codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
        expect(JSON.parse(answer.text).details.field).toMatch(field);
      }
    });

    test.each([
      [401, 502, 'CUSTODY_AUTHENTICATION'],
      [403, 502, 'CUSTODY_PERMISSION'],
      [404, 404, 'CUSTODY_NOT_FOUND'],
      [503, 503, 'CUSTODY_UNAVAILABLE'],
    ])('the custody’s %i is %i, and never the caller’s fault', async (status, expected, code) => {
      const refusal = { message: 'no', code: 0 };
      const effect = { kind: 'answer', status, body: refusal } as const;
      world.sandbox.inject({ server: 'custody', times: 1e6, effect });
      const answer = await send(kind.read('9', 'publicKey'));
      expect(codeOf(answer)).toEqual([expected, code]);
      expect(answer.text).not.toContain(world.sandbox.custody.apiKey);
    });

    test('an account that nobody has funded is 422, and nobody is asked to sign for it', async () => {
      expect(codeOf(await post(write('9'), body))).toEqual([422, kind.unfunded]);
      expect(world.sandbox.custody.transactions).toEqual([]);
    });
  });
});

describe('X9: keys end up in image layers, variables and root’s hands', () => {
  test('the image is built from a list, runs as nobody special, and knows the key by its path', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    for (const pattern of ['**/.env*', '**/*.key', '**/*.pem', '**/secrets']) {
      expect(ignored.lastIndexOf(pattern)).toBeGreaterThan(ignored.indexOf('!src'));
    }
    const image =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(image).toMatch(/^USER node$/m);
    expect(image.indexOf('USER node')).toBeLessThan(image.indexOf('ENTRYPOINT'));
    expect(image).not.toMatch(/^(?:COPY|ADD) (?!--from=build )/m);
    expect(image).toMatch(/^node:(?:2[2-9]|[3-9]\d)-/);
  });

  test('the key is mounted as a secret, and is in no variable', () => {
    const compose = read('compose.yaml');
    expect(compose).toMatch(/secrets: \[custody-key\]/);
    expect(compose).toMatch(/read_only: true/);
    expect(compose).not.toMatch(/BEGIN|API_SECRET:|SECRET_KEY:/);
  });
});
