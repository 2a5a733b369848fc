import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type GatewayHandlerOptions,
  gatewayMetrics,
  type HttpHandler,
  xrplHandler,
} from '../../src/http/index.js';
import { jsonRpcTransport } from '../../src/xrpl/index.js';
import { newWorld, type World } from '../support/world.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, 'utf8');

let world: World;
let handler: HttpHandler;
const newHandler = (options?: GatewayHandlerOptions) => xrplHandler(world.gateway, options);

beforeEach(async () => {
  world = await newWorld();
  handler = newHandler();
});
afterEach(() => world.stop());

async function send(path: string, init: RequestInit = {}, to = handler) {
  const response = await to(new Request(`http://localhost:3000${path}`, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const SETTING = { configs: { domain: 'example.com' } };
const codeOf = ({ status, text }: { status: number; text: string }) => [
  status,
  JSON.parse(text).code,
];

describe('X1: any web page that an operator has open can move funds', () => {
  const evil = { origin: 'https://evil.example' };

  test('a page of another site is refused, before anything is done', async () => {
    const answer = await post('/api/token/accountSet/0', SETTING, evil);
    expect(codeOf(answer)).toEqual([403, 'CROSS_ORIGIN']);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(world.sandbox.custody.transactions).toEqual([]);
  });

  test('so is what a form of such a page could send without asking', async () => {
    const headers = { ...evil, 'content-type': 'text/plain' };
    expect((await post('/api/token/accountSet/0', SETTING, headers)).status).toBe(403);
    const blind = await post('/api/token/accountSet/0', SETTING, { 'content-type': 'text/plain' });
    expect(blind.status).toBe(415);
    expect(world.sandbox.custody.transactions).toEqual([]);
  });

  test('asking first changes nothing', async () => {
    const headers = { ...evil, 'access-control-request-method': 'POST' };
    const answer = await send('/api/token/accountSet/0', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('a name that was made to point here is none of this server’s', async () => {
    const listed = newHandler({ hosts: ['localhost', '127.0.0.1'] });
    const rebound = new Request('http://evil.example:3000/api/account/address/0');
    expect((await listed(rebound)).status).toBe(421);
    expect((await send('/api/account/address/0', {}, listed)).status).toBe(200);
  });

  test('only an origin on the list is let in', async () => {
    const open = newHandler({ cors: { origins: ['https://app.example'] } });
    const from = (origin: string) => send('/api/account/address/0', { headers: { origin } }, open);
    const allowed = await from('https://app.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect((await from('https://evil.example')).status).toBe(403);
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

test('X11: metrics are what Prometheus reads, are guarded, and name no vault account', async () => {
  const metrics = await gatewayMetrics();
  const counted = newHandler({ metrics, authorize: ({ headers }) => headers.has('x-operator') });
  const operator = { headers: { 'x-operator': 'yes' } };
  await send('/api/account/address/1', operator, counted);
  expect((await send('/api/metrics', {}, counted)).status).toBe(401);
  const answer = await send('/api/metrics', operator, counted);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.length).toBeGreaterThan(50);
  for (const line of lines)
    expect(line).toMatch(/^[a-z_\d]+(?:\{[^{}]*\})? -?(?:[\d.e+-]+|Nan|\+Inf)$/i);
  expect(answer.text).not.toMatch(/vault/i);
  expect((await send('/api/metrics')).status).toBe(404);
});

describe('X12: whatever a chain does, the server waits for it or fails', () => {
  test('a node that has too much to do is asked again', async () => {
    const effect = { kind: 'answer', status: 429, headers: { 'retry-after': '0' } } as const;
    world.sandbox.inject({ server: 'xrpl', times: 2, effect });
    expect((await post('/api/token/accountSet/0', SETTING)).status).toBe(200);
  });

  test('a node that never answers is given up', async () => {
    world.sandbox.inject({ server: 'xrpl', times: 1e6, effect: { kind: 'delay', ms: 600_000 } });
    const gateway = world.another({
      transport: jsonRpcTransport(world.sandbox.xrpl.url, { timeoutMs: 50 }),
      retry: { attempts: 2, baseMs: 1, maxMs: 1 },
    });
    const answer = await send('/api/account/balances/0', {}, xrplHandler(gateway));
    expect(codeOf(answer)).toEqual([503, 'UNREACHABLE']);
  });

  test('health and readiness can be asked for, and a server that stops is not ready', async () => {
    const stop = new AbortController();
    const stopping = newHandler({ signal: stop.signal });
    expect((await send('/readyz', {}, stopping)).status).toBe(200);
    stop.abort();
    expect((await send('/readyz', {}, stopping)).status).toBe(503);
    expect((await send('/healthz', {}, stopping)).status).toBe(200);
    const unsure = newHandler({ ready: () => Promise.reject(new Error('no node')) });
    expect((await send('/readyz', {}, unsure)).status).toBe(503);
  });
});

describe('X13: the documents are there wherever the package is installed', () => {
  const program = (load: string) => `
    ${load}
    const gateway = {};
    const handler = xrplHandler(gateway, { basePath: '/x' });
    const paths = ['/x/api-docs', '/x/api-docs.json', '/x/api-docs/swagger-ui.css', '/x/api-docs/swagger-ui-bundle.js'];
    (async () => {
      for (const path of paths) {
        const answer = await handler(new Request('http://localhost' + path));
        const text = await answer.text();
        console.log(answer.status, answer.headers.get('content-type'), text.length > 1000 ? 'whole' : text.length);
      }
    })();`;
  const TYPES = ['text/html', 'application/json', 'text/css', 'text/javascript'];

  test.each([
    [
      'ESM',
      'module',
      `import { xrplHandler } from ${JSON.stringify(`${ROOT}dist/http/index.js`)};`,
    ],
    [
      'CommonJS',
      'commonjs',
      `const { xrplHandler } = require(${JSON.stringify(`${ROOT}dist/http/index.cjs`)});`,
    ],
  ])('from %s, in any folder', async (_, type, load) => {
    const args = [`--input-type=${type}`, '-e', program(load)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tmpdir() });
    const lines = stdout.trim().split('\n');
    expect(lines).toEqual(
      TYPES.map((each) => expect.stringMatching(new RegExp(`^200 ${each}; charset=utf-8 `))),
    );
    expect(lines.slice(1).every((line) => line.endsWith(' whole'))).toBe(true);
  });

  test('amounts are no floats: those beyond what JSON’s numbers hold come back digit by digit', async () => {
    const body = { destination: world.sandbox.custody.addressOf('1', 'XRP_TEST'), amount: 15.5 };
    expect(codeOf(await post('/api/token/xrpTransfer/0', body))).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('A-D18: the wrong status', () => {
  test('what the caller got wrong is 4xx', async () => {
    expect(codeOf(await post('/api/token/accountSet/0', '{'))).toEqual([400, 'INVALID_INPUT']);
    const large = JSON.stringify({ configs: { domain: 'x'.repeat(2 ** 20) } });
    expect(codeOf(await post('/api/token/accountSet/0', large))).toEqual([413, 'BODY_TOO_LARGE']);
    for (const operation of ['trustSet', 'accountSet', 'tokenTransfer']) {
      const answer = await post(`/api/token/${operation}/0`, {});
      expect(codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
      expect(JSON.parse(answer.text).details.field).toMatch(/limitAmount|configs|destination/);
    }
  });

  test.each([
    [401, 502, 'CUSTODY_AUTHENTICATION'],
    [403, 502, 'CUSTODY_PERMISSION'],
    [404, 404, 'CUSTODY_NOT_FOUND'],
    [503, 503, 'CUSTODY_UNAVAILABLE'],
  ])('the custody’s %i is %i, and never the caller’s fault', async (status, expected, code) => {
    const effect = { kind: 'answer', status, body: { message: 'no', code: 0 } } as const;
    world.sandbox.inject({ server: 'custody', times: 1e6, effect });
    const answer = await send('/api/account/publicKey/0');
    expect(codeOf(answer)).toEqual([expected, code]);
    expect(answer.text).not.toContain(world.sandbox.custody.apiKey);
  });

  test('an account that nobody has funded is 422, at once', async () => {
    const answer = await post('/api/token/accountSet/9', SETTING);
    expect(codeOf(answer)).toEqual([422, 'ACCOUNT_NOT_FUNDED']);
  });
});
