import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalDecision, SandboxMessage } from '../../src/sandbox/index.js';
import { secretsOf } from '../support/leaks.js';
import { type ServeProcess, serve, type Variables } from '../support/serve-process.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World;
let decision: ApprovalDecision = 'approve';
let folder: string;
let keyPath: string;
let needed: Variables;
const running: ServeProcess[] = [];

beforeAll(async () => {
  world = await newWorld({ approvals: () => decision });
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  keyPath = join(folder, 'key.pem');
  writeFileSync(keyPath, world.sandbox.custody.apiSecret, { mode: 0o600 });
  const { apiKey, url } = world.sandbox.custody;
  needed = {
    CUSTODY_API_KEY: apiKey,
    CUSTODY_API_PATH_TO_SECRET: keyPath,
    CUSTODY_BASE_PATH: url,
    XRPL_URL: world.sandbox.xrpl.url,
  };
});
afterEach(async () => {
  decision = 'approve';
  for (const server of running.splice(0)) {
    server.signal('SIGKILL');
    await server.ended;
    // Whatever a test did: nothing secret is ever written.
    for (const secret of secretsOf(world.sandbox)) {
      if (secret instanceof RegExp) expect(server.output()).not.toMatch(secret);
      else expect(server.output()).not.toContain(secret);
    }
  }
});
afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], variables: Variables = {}): ServeProcess {
  const server = serve(args, variables);
  running.push(server);
  return server;
}

/** What a server says that can't start, and with which code it ends. */
async function refusal(args: readonly string[], variables: Variables = {}): Promise<string> {
  const server = start(args, variables);
  expect(await server.ended).toBe(2);
  return server.output();
}

/** The address of vault account 0, as a server tells it. */
async function addressAt(server: ServeProcess, headers: Record<string, string> = {}) {
  return fetch(`${await server.url}/api/account/address/0`, { headers });
}

describe('serve xrpl', () => {
  test('says everything that is missing at once, and ends with 2', async () => {
    const said = await refusal(['xrpl'], {
      PORT: '70000',
      SDK_LOG_LEVEL: 'loud',
      CUSTODY_ASSET_ID: 'BTC',
    });
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^CUSTODY_API_KEY is missing/),
      expect.stringMatching(/^CUSTODY_API_PATH_TO_SECRET .*is missing/),
      expect.stringMatching(/^PORT must be/),
      'SDK_LOG_LEVEL must be one of debug, info, warn, error, fatal.',
      expect.stringMatching(/^CUSTODY_ASSET_ID must be XRP/),
    ]);
  });

  test.each([[['bitcoin']], [[]], [['xrpl', 'aptos']]])('serves no %j', async (args) => {
    expect(await refusal(args, needed)).toContain('serve takes one of: xrpl, aptos');
  });

  test('knows no option that there isn’t', async () => {
    expect(await refusal(['xrpl', '--port', '1'], needed)).toContain("'--port'");
  });

  test('reads the variables in either spelling, and refuses two that disagree', async () => {
    const { CUSTODY_API_KEY = '', CUSTODY_BASE_PATH = '', XRPL_URL = '' } = needed;
    const server = start(['xrpl'], {
      FIREBLOCKS_API_KEY: CUSTODY_API_KEY,
      FIREBLOCKS_SECRET_KEY_PATH: keyPath,
      FIREBLOCKS_BASE_PATH: CUSTODY_BASE_PATH,
      XRPL_URL,
    });
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    expect(await (await addressAt(server)).json()).toEqual({ address });
    const said = await refusal(['xrpl'], { ...needed, FIREBLOCKS_BASE_PATH: 'EU' });
    expect(said).toBe('CUSTODY_BASE_PATH and FIREBLOCKS_BASE_PATH disagree; set one of them.\n');
  });

  test('takes CUSTODY_API_SECRET for a path that wins, and never for the key itself', async () => {
    const server = start(['xrpl'], {
      ...needed,
      CUSTODY_API_SECRET: keyPath,
      CUSTODY_API_PATH_TO_SECRET: join(folder, 'nothing'),
    });
    expect((await addressAt(server)).status).toBe(200);
    const { apiSecret } = world.sandbox.custody;
    const said = await refusal(['xrpl'], { ...needed, CUSTODY_API_SECRET: apiSecret });
    expect(said).toContain('it must be the path');
  });

  test('refuses a key file that isn’t there, or holds no key', async () => {
    const missing = { ...needed, CUSTODY_API_PATH_TO_SECRET: join(folder, 'nothing') };
    expect(await refusal(['xrpl'], missing)).toContain("can't be read");
    const other = join(folder, 'other');
    writeFileSync(other, 'nothing to see', { mode: 0o600 });
    const said = await refusal(['xrpl'], { ...needed, CUSTODY_API_PATH_TO_SECRET: other });
    expect(said).not.toBe('');
    expect(said).not.toContain('nothing to see');
  });

  test('warns of a key that everybody can read, of an open door, and of what it ignores', async () => {
    const open = join(folder, 'open.pem');
    writeFileSync(open, world.sandbox.custody.apiSecret);
    chmodSync(open, 0o644);
    const server = start(['xrpl'], {
      ...needed,
      CUSTODY_API_PATH_TO_SECRET: open,
      HOST: '0.0.0.0',
      CUSTODY_VAULT_ACCOUNT_ID: '7',
    });
    await server.url;
    const warnings = server.log().filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('chmod 600'),
      expect.stringContaining('set API_TOKEN'),
      expect.stringContaining('CUSTODY_VAULT_ACCOUNT_ID'),
    ]);
  });

  test('wants the token of API_TOKEN, but for the documents and its health', async () => {
    const server = start(['xrpl'], { ...needed, API_TOKEN: 'a-token-of-ours' });
    expect((await addressAt(server)).status).toBe(401);
    expect((await addressAt(server, { authorization: 'Bearer another' })).status).toBe(401);
    const right = { authorization: 'Bearer a-token-of-ours' };
    expect((await addressAt(server, right)).status).toBe(200);
    const statusOf = async (path: string) => (await fetch(`${await server.url}${path}`)).status;
    expect(await statusOf('/api/metrics')).toBe(401);
    for (const path of ['/healthz', '/readyz', '/api-docs', '/api-docs.json']) {
      expect(await statusOf(path)).toBe(200);
    }
    expect(server.output()).not.toContain('a-token-of-ours');
  });

  test('takes variables from a file, and those of the process before them', async () => {
    const file = join(folder, 'env');
    const lines = Object.entries({ ...needed, XRPL_URL: 'not a url' });
    writeFileSync(file, lines.map(([name, value]) => `${name}="${value}"`).join('\n'));
    const { XRPL_URL = '' } = needed;
    const server = start(['xrpl', '--env-file', file], { XRPL_URL });
    expect((await addressAt(server)).status).toBe(200);
    expect(await refusal(['xrpl', '--env-file', file])).toBe('XRPL_URL must be a URL.\n');
    // Node 20 itself looks for this option among a program's own, and ends with 9.
    const lost = start(['xrpl', '--env-file', join(folder, 'no-such-file')], needed);
    expect([2, 9]).toContain(await lost.ended);
    expect(lost.output()).toContain('no-such-file');
  });

  test('logs at the level that it is told', async () => {
    const server = start(['xrpl'], { ...needed, SDK_LOG_LEVEL: 'DEBUG' });
    const url = await server.url;
    const response = await fetch(`${url}/api/dex/offerCreate/0`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'seen-again' },
      body: '{"sellAmount":"secret-amount"}',
    });
    expect(response.status).toBe(400);
    await expect
      .poll(() => server.log().find(({ requestId }) => requestId === 'seen-again'))
      .toMatchObject({ code: 'INVALID_INPUT', path: '/api/dex/offerCreate/0' });
    expect(server.output()).not.toContain('secret-amount');
  });

  test('counts what it does', async () => {
    const server = start(['xrpl'], needed);
    await addressAt(server);
    const metrics = await (await fetch(`${await server.url}/api/metrics`)).text();
    expect(metrics).toMatch(/custody_gateways_calls_total\{peer="custody",status="200"\} [1-9]/);
    expect(metrics).toMatch(/http_requests_total\{operation="address",status="200"\} 1/);
  });

  test('hands a transaction over when it stops, and the next server goes on with its key', async () => {
    decision = 'wait';
    const first = start(['xrpl'], needed);
    const url = await first.url;
    const post = (base: string) =>
      fetch(`${base}/api/token/accountSet/1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'handed-over' },
        body: JSON.stringify({ configs: { domain: 'example.com' } }),
      });
    const asked = post(url);
    await expect
      .poll(() => world.sandbox.custody.messages.filter(isCreation).length)
      .toBeGreaterThan(0);
    const created = world.sandbox.custody.messages.filter(isCreation).length;
    first.signal('SIGTERM');
    const answer = await asked;
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe('/api/requests/1/handed-over');
    expect(await first.ended).toBe(0);
    expect(first.log().at(-1)).toMatchObject({ msg: 'stopped' });

    const second = start(['xrpl'], needed);
    const again = post(await second.url);
    const { custody } = world.sandbox;
    for (const { id } of custody.transactions) custody.approve(id);
    const done = await again;
    expect(done.status).toBe(200);
    expect(world.sandbox.custody.messages.filter(isCreation)).toHaveLength(created);
    expect(sequencesOf(world.sandbox, custody.addressOf('1', 'XRP_TEST'))).toHaveLength(1);
  });
});

function isCreation(message: SandboxMessage): boolean {
  return message.method === 'POST' && message.path === '/v1/transactions';
}

describe('serve aptos', () => {
  const custodyOnly = () => {
    const { XRPL_URL: _, ...rest } = needed;
    return rest;
  };

  test('is for the main network of Aptos unless told otherwise, and says so', async () => {
    const server = start(['aptos'], custodyOnly());
    await server.url;
    expect(server.log().at(-1)).toMatchObject({ network: 'Aptos and Movement: aptos-mainnet' });
    const other = start(['aptos'], { ...custodyOnly(), APTOS_NETWORK: 'movement-testnet' });
    await other.url;
    expect(other.log().at(-1)).toMatchObject({ network: 'Aptos and Movement: movement-testnet' });
    expect(await refusal(['aptos'], { ...custodyOnly(), APTOS_NETWORK: 'solana' })).toContain(
      'APTOS_NETWORK must be one of aptos-mainnet',
    );
  });

  test.each(['CHAIN_FULLNODE_URL', 'APTOS_FULLNODE_URL', 'CHAIN_INDEXER_URL', 'APTOS_INDEXER_URL'])(
    'doesn’t start with %s alone',
    async (name) => {
      const said = await refusal(['aptos'], { ...custodyOnly(), [name]: 'https://x.example/v1' });
      expect(said).toContain('set both, or neither');
    },
  );

  test('uses the node and the indexer that it is given, by either name', async () => {
    const { fullnodeUrl, indexerUrl } = world.sandbox.aptos;
    const server = start(['aptos'], {
      ...custodyOnly(),
      APTOS_FULLNODE_URL: fullnodeUrl,
      CHAIN_INDEXER_URL: indexerUrl,
    });
    const balance = await fetch(`${await server.url}/api/0/balance`);
    expect(balance.status).toBe(200);
    expect(server.log().filter(({ level }) => level === 40)).toEqual([]);
  });

  test('doesn’t start with a node of one chain and an indexer of another', async () => {
    const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
    const other = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ data: { ledger_infos: [{ chain_id: chainId + 1 }] } }));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const said = await refusal(['aptos'], {
        ...custodyOnly(),
        CHAIN_FULLNODE_URL: fullnodeUrl,
        CHAIN_INDEXER_URL: `http://127.0.0.1:${port}/v1/graphql`,
      });
      expect(said).toContain(`chain ${chainId},`);
      expect(said).toContain(`chain ${chainId + 1}`);
    } finally {
      other.close();
    }
    const named = await refusal(['aptos'], {
      ...custodyOnly(),
      APTOS_NETWORK: 'movement-mainnet',
      CHAIN_FULLNODE_URL: fullnodeUrl,
      CHAIN_INDEXER_URL: indexerUrl,
    });
    expect(named).toContain('APTOS_NETWORK is chain 126');
  });

  test('starts with nodes that don’t answer yet, and warns', async () => {
    const server = start(['aptos'], {
      ...custodyOnly(),
      CHAIN_FULLNODE_URL: 'http://127.0.0.1:9/v1',
      CHAIN_INDEXER_URL: 'http://127.0.0.1:9/v1/graphql',
    });
    await server.url;
    expect(server.log().filter(({ level }) => level === 40)).toHaveLength(2);
  });
});

describe('serve --sandbox', () => {
  test.each([
    [
      'xrpl',
      '/api/token/xrpTransfer/0',
      { destination: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', amount: '20' },
    ],
    ['aptos', '/api/0/transfer/move', { recipientAddress: `0x${'ab'.repeat(32)}`, amount: '1000' }],
  ])('%s needs nothing, and moves funds of vault account 0', async (gateway, path, body) => {
    const server = start([gateway, '--sandbox']);
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
