import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../support/cli.js';
import {
  type ServeProcess,
  type Servers,
  serversOn,
  warningsOf,
} from '../support/serve-process.js';
import { newWorld, type World } from '../support/world.js';

let world: World;
let servers: Servers;

beforeAll(async () => {
  world = await newWorld();
  servers = serversOn(world.sandbox);
});
afterEach(() => servers.end());
afterAll(async () => {
  servers?.remove();
  await world?.stop();
});

/** The address of vault account 0, as a server tells it. */
async function addressAt(server: ServeProcess): Promise<Response> {
  return fetch(`${await server.url}/api/account/address/0`);
}

test('the front page says what is served, how it does, and where to go on', async () => {
  const server = servers.start(['xrpl'], servers.xrpl);
  const url = await server.url;
  const page = await (await fetch(url)).json();
  expect(page).toMatchObject({
    serves: expect.stringContaining('XRP Ledger'),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    status: 'ready',
  });
  const { documents, reference, health, readiness, metrics } = page as Record<string, string>;
  for (const path of [documents, reference, health, readiness, metrics]) {
    expect([path, (await fetch(new URL(path ?? '', url))).status]).toEqual([path, 200]);
  }
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('a server answers though nobody reads its log any more', async () => {
  const server = servers.start(['xrpl'], servers.xrpl);
  expect((await addressAt(server)).status).toBe(200);
  server.leaveUnread();
  for (let times = 0; times < 5; times++) expect((await addressAt(server)).status).toBe(200);
});

test.each(['xrpl', 'aptos', 'stacks'])('readiness of %s asks custody and node', async (name) => {
  const server = servers.start([name, '--sandbox'], { PORT: '0' });
  const url = `${await server.url}/readyz`;
  const ok = { status: 'ok', httpStatus: 200 };
  const asked = async () => (await fetch(url)).json();
  await expect
    .poll(asked)
    .toMatchObject({ status: 'ready', dependencies: { custody: ok, nodes: [ok] } });
});

describe('the command line of serve', () => {
  test.each([[['bitcoin']], [[]], [['xrpl', 'aptos']]])('serves no %j', async (args) => {
    const { code, err } = await run(['serve', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(/^serve takes one of: xrpl, aptos, stacks, provider-proxy, .*\n$/);
  });

  test('knows no option that there isn’t', async () => {
    const { code, err } = await run(['serve', 'xrpl', '--port', '1']);
    expect(code).toBe(2);
    expect(err).toContain('There is no --port');
  });

  test('lists every variable that a refusal can name', async () => {
    const { code, out } = await run(['serve', '--help']);
    expect(code).toBe(0);
    for (const name of [
      'CUSTODY_API_KEY',
      'CUSTODY_API_PATH_TO_SECRET',
      'CUSTODY_SECRET_KEY_PATH',
      'CUSTODY_API_SECRET',
      'CUSTODY_BASE_PATH',
      'CUSTODY_ASSET_ID',
      'XRPL_URL',
      'APTOS_NETWORK',
      'CHAIN_FULLNODE_URL',
      'CHAIN_INDEXER_URL',
      'STACKS_NETWORK',
      'STACKS_URL',
      'STACKS_API_KEY',
      'PORT',
      'HOST',
      'HOSTS',
      'API_TOKEN',
      'ALLOW_UNAUTHENTICATED',
      'REDIS_URL',
      'SDK_LOG_LEVEL',
    ]) {
      expect(out).toContain(name);
    }
  });

  test('takes variables from a file, and those of the process before them', async () => {
    const file = join(servers.folder, 'env');
    const lines = Object.entries({ ...servers.xrpl, XRPL_URL: 'not a url' });
    writeFileSync(file, lines.map(([name, value]) => `${name}="${value}"`).join('\n'));
    const { XRPL_URL = '' } = servers.xrpl;
    const server = servers.start(['xrpl', '--env-file', file], { XRPL_URL });
    expect((await addressAt(server)).status).toBe(200);
    const said = await servers.refusal(['xrpl', '--env-file', file]);
    expect(said).toBe('XRPL_URL must be a URL.\n');
  });

  test('takes from the file what the process has, but empty', async () => {
    const said = Object.entries(servers.xrpl).map(([name, value]) => `${name}="${value}"`);
    const file = servers.write('under-empty', said.join('\n'));
    const empty = Object.fromEntries(Object.keys(servers.xrpl).map((name) => [name, ' ']));
    const server = servers.start(['xrpl', '--env-file', file], empty);
    expect((await addressAt(server)).status).toBe(200);
  });

  test.each([
    ['isn’t there', () => join(servers.folder, 'no-such-file')],
    ['is a folder', () => servers.folder],
  ])('takes none from a file that %s', async (_, pathOf) => {
    const path = pathOf();
    const server = servers.start(['xrpl', `--env-file=${path}`], servers.xrpl);
    // Node 20 itself looks for this option among a program's own, and ends with 9.
    expect([2, 9]).toContain(await server.ended);
    expect(server.output()).toContain(path);
  });

  test('refuses a file of something else', async () => {
    const file = join(servers.folder, 'not-env');
    writeFileSync(file, '{ "CUSTODY_API_KEY": "in JSON" }\nno assignment\n=\n');
    const said = await servers.refusal(['xrpl', '--env-file', file]);
    expect(said).toMatch(/^--env-file: line 1 of .* can't be read/);
  });
});

describe('the variables of every server', () => {
  test('are refused all at once, with everything that is missing or wrong', async () => {
    const said = await servers.refusal(['xrpl'], {
      CUSTODY_BASE_PATH: 'ASIA',
      PORT: '70000',
      SDK_LOG_LEVEL: 'loud',
      API_TOKEN: 'two words',
      REDIS_URL: 'http://cache',
      CUSTODY_ASSET_ID: 'BTC',
      XRPL_URL: 'ftp://node.example',
    });
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^CUSTODY_API_KEY is missing/),
      expect.stringMatching(/^CUSTODY_API_PATH_TO_SECRET .*is missing/),
      'CUSTODY_BASE_PATH must be US, EU, EU2, sandbox or a URL.',
      'API_TOKEN must be visible ASCII characters, without blanks.',
      'PORT must be a whole number from 0 to 65535.',
      'SDK_LOG_LEVEL must be one of debug, info, warn, error, fatal.',
      expect.stringMatching(/^REDIS_URL must be a redis:\/\/ or rediss:\/\/ URL, such as /),
      'CUSTODY_ASSET_ID must be XRP (mainnet) or XRP_TEST (testnet).',
      'XRPL_URL must be an https URL.',
    ]);
  });

  test('may have either spelling, and no two that disagree', async () => {
    const { CUSTODY_API_KEY = '', CUSTODY_BASE_PATH = '', XRPL_URL = '' } = servers.xrpl;
    const server = servers.start(['xrpl'], {
      FIREBLOCKS_API_KEY: CUSTODY_API_KEY,
      FIREBLOCKS_SECRET_KEY_PATH: servers.keyPath,
      FIREBLOCKS_BASE_PATH: CUSTODY_BASE_PATH,
      FIREBLOCKS_ASSET_ID: 'XRP_TEST',
      XRPL_URL,
    });
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    expect(await (await addressAt(server)).json()).toEqual({ address });
  });

  test.each(['127.0.0.2', 'LOCALHOST'])(
    'HOST %s is loopback, by its own name too',
    async (HOST) => {
      const server = servers.start(['xrpl'], { ...servers.xrpl, HOST });
      expect((await addressAt(server)).status).toBe(200);
      expect(warningsOf(server)).toEqual([]);
      const { port } = new URL(await server.url);
      const [rebound]: IncomingMessage[] = await once(
        get({
          host: HOST,
          port,
          path: '/api/account/address/0',
          headers: { host: 'evil.example' },
        }),
        'response',
      );
      expect(rebound?.resume().statusCode).toBe(421);
    },
  );

  test('tell a server of every problem that only starting shows', async () => {
    const taken = servers.start(['xrpl'], servers.xrpl);
    const { port } = new URL(await taken.url);
    const said = await servers.refusal(['xrpl'], { ...servers.xrpl, PORT: port });
    expect(said).toMatch(/^PORT or HOST: .*EADDRINUSE.*\n$/);
  });

  test('have a server that others reach start only with a token, or where it is insisted on', async () => {
    const said = await servers.refusal(['xrpl'], { ...servers.xrpl, HOST: '0.0.0.0' });
    expect(said).toMatch(
      /^API_TOKEN is missing: every client that reaches 0\.0\.0\.0 may move funds/,
    );
  });

  test('have it answer to the names of HOSTS, and of this machine', async () => {
    const variables = { ...servers.xrpl, HOSTS: 'api.example.com, Other.example' };
    const url = new URL(await servers.start(['xrpl'], variables).url);
    const statusAs = (host: string) =>
      new Promise((resolve) => {
        const { hostname, port } = url;
        get({ hostname, port, path: '/healthz', headers: { host } }, (answer) => {
          resolve(answer.resume().statusCode);
        });
      });
    expect(await statusAs('api.example.com')).toBe(200);
    expect(await statusAs(`other.example:${url.port}`)).toBe(200);
    expect(await statusAs(url.host)).toBe(200);
    expect(await statusAs('rebound.example')).toBe(421);
    const wrong = { ...servers.xrpl, HOSTS: 'api.example.com:443' };
    expect(await servers.refusal(['xrpl'], wrong)).toMatch(/^HOSTS must be host names/);
  });

  test('have a server listen on loopback alone, and warn of what it is told beside', async () => {
    const closed = servers.start(['xrpl'], { ...servers.xrpl, HOST: ' ' });
    expect(new URL(await closed.url).hostname).toBe('127.0.0.1');
    expect(warningsOf(closed)).toEqual([]);
    const open = servers.start(['xrpl'], {
      ...servers.xrpl,
      HOST: '0.0.0.0',
      ALLOW_UNAUTHENTICATED: '1',
      FIREBLOCKS_VAULT_ACCOUNT_ID: '7',
    });
    await open.url;
    expect(warningsOf(open)).toEqual([
      'ALLOW_UNAUTHENTICATED is set: every client that reaches 0.0.0.0 may move funds.',
      'HOSTS is not set: a page of another site can reach the server by a name of its own.',
      'FIREBLOCKS_VAULT_ACCOUNT_ID is for libraries; a server ignores it.',
    ]);
    const guarded = { ...servers.xrpl, HOST: '0.0.0.0', API_TOKEN: 'a-token-of-ours' };
    const known = servers.start(['xrpl'], guarded);
    await known.url;
    expect(warningsOf(known)).toEqual([]);
  });
});

describe('the key’s file', () => {
  test('is that of CUSTODY_API_SECRET before any other', async () => {
    const server = servers.start(['xrpl'], {
      ...servers.xrpl,
      CUSTODY_API_SECRET: servers.keyPath,
      CUSTODY_API_PATH_TO_SECRET: join(servers.folder, 'no-such-file'),
    });
    expect((await addressAt(server)).status).toBe(200);
  });

  test('is never the key itself', async () => {
    const said = await servers.refusal(['xrpl'], {
      ...servers.xrpl,
      CUSTODY_API_SECRET: world.sandbox.custody.apiSecret,
    });
    expect(said).toBe(
      'CUSTODY_API_SECRET holds the key itself; it must be the path of the key’s file.\n',
    );
  });

  test('should be for its owner alone', async () => {
    const open = servers.write('open.pem', world.sandbox.custody.apiSecret);
    chmodSync(open, 0o644);
    const server = servers.start(['xrpl'], { ...servers.xrpl, CUSTODY_API_SECRET: open });
    await server.url;
    expect(warningsOf(server)).toEqual([
      `Every user of this machine can read ${open}, the file of CUSTODY_API_SECRET: chmod 600 it.`,
    ]);
  });
});
