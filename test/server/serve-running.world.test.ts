import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ProviderApiClient } from '../../src/provider/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { isCreation } from '../support/round-trips.js';
import {
  freePort,
  launch,
  type ServeProcess,
  type Servers,
  serversOn,
} from '../support/serve-process.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World;
let servers: Servers;
let decision: ApprovalDecision = 'approve';

beforeAll(async () => {
  world = await newWorld({ approvals: () => decision });
  servers = serversOn(world.sandbox);
});
afterEach(() => {
  decision = 'approve';
  return servers.end();
});
afterAll(async () => {
  servers?.remove();
  await world?.stop();
});

async function get(server: ServeProcess, path: string, headers: Record<string, string> = {}) {
  return fetch(`${await server.url}${path}`, { headers });
}

const ADDRESS = '/api/account/address/0';

/** Sets a domain of vault account 1, under a key. */
async function setDomain(server: ServeProcess, key: string): Promise<Response> {
  return fetch(`${await server.url}/api/token/accountSet/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ configs: { domain: `${key}.example` } }),
  });
}

/** What a server has logged of a request. */
function linesOf(server: ServeProcess, id: string) {
  return server.log().filter(({ requestId }) => requestId === id);
}

describe('a server that runs', () => {
  test('wants the token of API_TOKEN, but for the documents and its health', async () => {
    const server = servers.start(['xrpl'], { ...servers.xrpl, API_TOKEN: 'a-token-of-ours' });
    expect((await get(server, ADDRESS)).status).toBe(401);
    expect((await get(server, ADDRESS, { authorization: 'Bearer another' })).status).toBe(401);
    const right = { authorization: 'Bearer a-token-of-ours' };
    expect((await get(server, ADDRESS, right)).status).toBe(200);
    expect((await get(server, '/api/metrics')).status).toBe(401);
    for (const path of ['/healthz', '/readyz', '/api-docs', '/api-docs.json']) {
      expect((await get(server, path)).status).toBe(200);
    }
    expect(server.output()).not.toContain('a-token-of-ours');
  });

  test('counts what it does', async () => {
    const server = servers.start(['xrpl'], servers.xrpl);
    await get(server, ADDRESS);
    const metrics = await (await get(server, '/api/metrics')).text();
    expect(metrics).toMatch(/custody_gateways_calls_total\{peer="custody",status="200"\} [1-9]/);
    expect(metrics).toMatch(
      /http_requests_total\{chain="xrpl",operation="address",status="200"\} 1/,
    );
  });
});

describe('the log of a server', () => {
  test('has a line for each answer, with the id that its client knows', async () => {
    const server = servers.start(['xrpl'], servers.xrpl);
    const told = { 'x-request-id': 'seen-again' };
    await get(server, ADDRESS, told);
    const unnamed = await get(server, '/api/nothing');
    const id = unnamed.headers.get('x-request-id') ?? '';
    await expect.poll(() => linesOf(server, id)).toHaveLength(2);
    expect(linesOf(server, 'seen-again')).toEqual([
      {
        level: 30,
        time: expect.any(String),
        requestId: 'seen-again',
        method: 'GET',
        path: ADDRESS,
        status: 200,
        durationMs: expect.any(Number),
        msg: 'request answered',
      },
    ]);
    expect(linesOf(server, id)).toMatchObject([
      { msg: 'request failed', code: 'ROUTE_NOT_FOUND' },
      { msg: 'request answered', status: 404, path: '/api/nothing' },
    ]);
  });

  test('tells the steps of a transaction by the key of its request', async () => {
    const server = servers.start(['xrpl'], servers.xrpl);
    expect((await setDomain(server, 'logged')).status).toBe(200);
    const isOurs = ({ transaction }: Record<string, unknown>) =>
      (transaction as { idempotencyKey?: string } | undefined)?.idempotencyKey === 'logged';
    const answered = () => server.log().find(({ idempotencyKey }) => idempotencyKey === 'logged');
    await expect.poll(answered).toMatchObject({ msg: 'request answered', status: 200 });
    const steps = server.log().filter(isOurs);
    expect(steps.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['prepared', 'custody-status', 'signed', 'submitted', 'final']),
    );
    // The one line, and nothing else of the body.
    const summary = expect.stringMatching(/^Change settings, domain "logged.example"; /);
    const prepared = steps.find(({ msg }) => msg === 'prepared');
    expect(prepared).toMatchObject({ transaction: { summary } });
    expect(server.output().split('logged.example')).toHaveLength(2);
  });

  test('leaves out those who ask every few seconds, unless it is to say everything', async () => {
    const probed = ({ path }: Record<string, unknown>) => path === '/healthz';
    const [quiet, loud] = [{}, { SDK_LOG_LEVEL: 'DEBUG' }].map((more) =>
      servers.start(['xrpl'], { ...servers.xrpl, ...more }),
    );
    if (!quiet || !loud) throw new Error('There are two.');
    for (const server of [quiet, loud]) {
      await get(server, '/healthz');
      await get(server, '/api/nothing');
      await expect.poll(() => server.log().at(-1)).toMatchObject({ path: '/api/nothing' });
    }
    expect(quiet.log().filter(probed)).toEqual([]);
    expect(loud.log().filter(probed)).toMatchObject([{ level: 20, status: 200 }]);
  });

  test.each([
    ['debug', [20, 30, 40, 50]],
    ['info', [30, 40, 50]],
    ['warn', [40, 50]],
    ['error', [50]],
    ['fatal', []],
  ])('at %s has lines of %j', async (level, expected) => {
    const port = await freePort();
    const server = servers.start(['xrpl'], {
      ...servers.xrpl,
      PORT: port,
      SDK_LOG_LEVEL: level,
      CUSTODY_VAULT_ACCOUNT_ID: '7',
      XRPL_URL: 'http://127.0.0.1:9/a-node-key',
    });
    // Where it listens is not said at every level.
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await expect.poll(async () => (await at('/healthz').catch(() => undefined))?.status).toBe(200);
    const broken = await at('/api/account/balances/0');
    expect(broken.status).toBeGreaterThanOrEqual(500);
    expect(await broken.text()).not.toContain('a-node-key');
    await at('/healthz');
    const levels = () => [...new Set(server.log().map((line) => line.level))].sort();
    await expect.poll(levels).toEqual(expected);
    expect(server.output()).not.toContain('a-node-key');
  });

  test('repeats nothing that a request held', async () => {
    const server = servers.start(['xrpl'], { ...servers.xrpl, SDK_LOG_LEVEL: 'debug' });
    const response = await fetch(`${await server.url}/api/dex/offerCreate/0?note=a-secret`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'refused',
        authorization: 'Bearer a-secret',
        cookie: 'session=a-secret',
      },
      body: '{"sellAmount":"a-secret","a-secret":1}',
    });
    expect(response.status).toBe(400);
    await expect.poll(() => linesOf(server, 'refused')).toHaveLength(2);
    expect(server.output()).not.toContain('a-secret');
  });
});

describe('a server that stops', () => {
  test('hands a transaction over, waits for nobody for ever, and the next goes on', async () => {
    decision = 'wait';
    const known = creations();
    const address = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const spent = sequencesOf(world.sandbox, address).length;
    const first = servers.start(['xrpl'], servers.xrpl);
    const { hostname, port } = new URL(await first.url);
    const asked = setDomain(first, 'handed-over');
    // A client who never says all that it has to say.
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.write('POST /api/token/accountSet/1 HTTP/1.1\r\nhost: localhost\r\n');
    await expect.poll(() => creations()).toBe(known + 1);
    first.signal('SIGTERM');
    const answer = await asked;
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe('/api/requests/1/handed-over');
    expect(await first.ended).toBe(0);
    expect(first.log().at(-1)).toMatchObject({ msg: 'stopped' });
    slow.destroy();

    const second = servers.start(['xrpl'], servers.xrpl);
    const again = setDomain(second, 'handed-over');
    const waiting = world.sandbox.custody.transactions.at(-1);
    world.sandbox.custody.approve(waiting?.id ?? '');
    expect((await again).status).toBe(200);
    expect(creations()).toBe(known + 1);
    expect(sequencesOf(world.sandbox, address)).toHaveLength(spent + 1);
  });

  test('hands over at once when it is told twice', async () => {
    decision = 'wait';
    const server = servers.start(['xrpl'], servers.xrpl);
    await server.url;
    const known = creations();
    const asked = setDomain(server, 'told-twice');
    await expect.poll(() => creations()).toBe(known + 1);
    server.signal('SIGTERM');
    await expect.poll(() => server.log().map(({ msg }) => msg)).toContain('stopping');
    server.signal('SIGINT');
    expect((await asked).status).toBe(202);
    expect(await server.ended).toBe(0);
  });

  test('says that it is not ready, and tells its clients to leave, before it closes', async () => {
    const server = servers.start(['xrpl'], servers.xrpl);
    expect((await get(server, '/readyz')).headers.get('connection')).not.toBe('close');
    server.signal('SIGTERM');
    await expect.poll(async () => (await get(server, '/readyz')).status).toBe(503);
    const late = await get(server, ADDRESS);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
    await expect(get(server, ADDRESS)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('takes requests as long as there are some, but not of who never notices', async () => {
    const server = servers.start(['xrpl'], servers.xrpl);
    await server.url;
    server.signal('SIGTERM');
    for (let request = 0; request < 15; request++) {
      expect((await get(server, ADDRESS)).status).toBe(200);
      await sleep(100);
    }
    const goOn = async (): Promise<never> => {
      await get(server, ADDRESS);
      await sleep(100);
      return goOn();
    };
    await expect(goOn()).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^ECONN/) },
    });
    expect(await server.ended).toBe(0);
  });
});

/** Requests to make a transaction that the custody has had. */
function creations(): number {
  return world.sandbox.custody.messages.filter(isCreation).length;
}

describe('serve --sandbox', () => {
  test.each([
    [
      'xrpl',
      '/api/token/xrpTransfer/0',
      { destination: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', amount: '20' },
    ],
    ['aptos', '/api/0/transfer/move', { recipientAddress: `0x${'ab'.repeat(32)}`, amount: '1000' }],
    ['stacks', '/api/0/transfer', { recipientAddress: 'ST000000000000000000002AMW42H', amount: 1 }],
  ])('%s needs nothing, and moves funds of vault account 0', async (gateway, path, body) => {
    const server = servers.start([gateway, '--sandbox']);
    const response = await fetch(`${await server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
  });
});

describe('custody-gateways sandbox', () => {
  test('prints what a server needs to use it, and runs until it is told to stop', async () => {
    const sandbox = launch(['sandbox', '--ledger-close-ms', '40']);
    try {
      await expect.poll(() => sandbox.output()).toMatch(/^}$/m);
      const { custody, xrpl } = JSON.parse(sandbox.output()) as Printed;
      const server = servers.start(['xrpl'], {
        CUSTODY_API_KEY: custody.apiKey,
        CUSTODY_SECRET_KEY_PATH: servers.write('sandbox.pem', custody.apiSecret),
        CUSTODY_BASE_PATH: custody.url,
        XRPL_URL: xrpl.url,
      });
      const address = await (await get(server, ADDRESS)).json();
      expect(address).toEqual({ address: custody.vaults['0']?.XRP_TEST });
      expect((await setDomain(server, 'on-the-sandbox')).status).toBe(200);
    } finally {
      sandbox.signal('SIGTERM');
    }
    expect(await sandbox.ended).toBe(0);
  });

  interface Printed {
    readonly custody: {
      readonly url: string;
      readonly apiKey: string;
      readonly apiSecret: string;
      readonly vaults: Readonly<Record<string, { readonly XRP_TEST: string }>>;
    };
    readonly xrpl: { readonly url: string };
  }

  test.each([
    ['hmac-sha3-256', 'hexstr', 'base58'],
    ['rsa-sha256', 'url-encoded', 'base64'],
    ['ecdsa-secp256k1-sha256', 'plain', 'hexstr'],
  ] as const)('prints for the validator what signs: %s/%s/%s', async (...scheme) => {
    const [algorithm, preEncoding, postEncoding] = scheme;
    const chosen = `--provider-scheme=${scheme.join('/')}`;
    const sandbox = launch(['sandbox', '--provider-for-validation', chosen]);
    try {
      await expect.poll(() => sandbox.output()).toMatch(/^COLLATERAL_DEPOSIT_ASSET_TEST=/m);
      // One line each, as whoever reads a file of variables wants them.
      const variables = parseEnv(sandbox.output());
      const signer = new RequestSigner({
        algorithm,
        preEncoding,
        postEncoding,
        apiKey: variables.API_KEY ?? '',
        secret: variables.SIGNING_PRIVATE_KEY ?? '',
      });
      const client = new ProviderApiClient({ baseUrl: variables.SERVER ?? '', signer });
      expect((await client.accounts.list()).items.length).toBeGreaterThan(0);
    } finally {
      sandbox.signal('SIGTERM');
    }
    expect(await sandbox.ended).toBe(0);
  });

  test.each([
    ['--xrpl-port'],
    ['--provider-scheme=hmac-sha512/base64'],
    ['--provider-scheme=hmac-md5/base64/base64'],
    ['--xrpl-port=none'],
    ['--approvals=never'],
    ['--port=1'],
    ['--aptos-port=70000'],
  ])('doesn’t start with %s', async (option) => {
    const sandbox = launch(['sandbox', option]);
    expect(await sandbox.ended).toBe(2);
    expect(sandbox.output()).not.toContain('    at ');
  });

  test.each(['aptos', 'aptos-indexer', 'platform'])(
    'ends when the port for %s is taken, and leaves none of its servers running',
    async (name) => {
      const { port } = new URL(world.sandbox.xrpl.url);
      const sandbox = launch(['sandbox', `--${name}-port=${port}`]);
      expect(await sandbox.ended).toBe(2);
      expect(sandbox.output()).toMatch(new RegExp(`^--${name}-port: listen EADDRINUSE.*\\n$`));
    },
  );

  test.each([
    [['--help'], '<command>'],
    [['sandbox', '-h'], 'sandbox '],
    [['demo', '--help'], 'demo '],
  ])('is described by %j', async (args, command) => {
    const help = launch(args);
    expect(await help.ended).toBe(0);
    expect(help.output()).toMatch(new RegExp(`^Usage: custody-gateways ${command}`));
  });
});
