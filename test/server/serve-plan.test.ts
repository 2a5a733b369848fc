import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { variablesOf } from '../../src/cli/env-file.js';
import { Mistakes } from '../../src/cli/mistakes.js';
import { servedAptos } from '../../src/cli/serve/aptos.js';
import { Environment } from '../../src/cli/serve/environment.js';
import { planOf } from '../../src/cli/serve/plan.js';
import { ConfigurationError } from '../../src/core/errors.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

let folder: string;
let custody: Readonly<Record<string, string>>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-plan-'));
  const keyPath = join(folder, 'secret.key');
  const { privateKey } = rsaKeys('serve-plan');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(keyPath, pem, { mode: 0o600 });
  custody = { CUSTODY_API_KEY: 'an-api-user', CUSTODY_API_PATH_TO_SECRET: keyPath };
});
afterAll(() => rmSync(folder, { recursive: true }));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers everything with this. */
async function saying(body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const plan = (more: Readonly<Record<string, string>>) =>
  planOf(servedAptos, new Environment({ ...custody, ...more }));

const node = (chainId: number) => saying({ chain_id: chainId });
const indexer = (chainId: number) => saying({ data: { ledger_infos: [{ chain_id: chainId }] } });

describe('a server of Aptos with a node and an indexer of its own', () => {
  test('starts where both are of the chain that is named, or agree where none is', async () => {
    const places = { CHAIN_FULLNODE_URL: await node(1), CHAIN_INDEXER_URL: await indexer(1) };
    for (const named of [{}, { APTOS_NETWORK: 'aptos-mainnet' }]) {
      expect((await plan({ ...places, ...named })).warnings).toEqual([]);
    }
  });

  test.each([
    ['the indexer is of another chain', 1, 2, {}],
    ['both are of another than is named', 2, 2, { APTOS_NETWORK: 'aptos-mainnet' }],
  ])('does not start where %s, and says which is of which', async (_, one, other, named) => {
    const places = {
      CHAIN_FULLNODE_URL: await node(one),
      CHAIN_INDEXER_URL: await indexer(other),
    };
    const error = await rejectionOf(plan({ ...places, ...named }));
    expect(error).toBeInstanceOf(Mistakes);
    expect(String(error)).toContain(`CHAIN_FULLNODE_URL is chain ${one}`);
    expect(String(error)).toContain(`CHAIN_INDEXER_URL is chain ${other}`);
  });

  test('warns where one does not tell, and shows no path, which may have a key in it', async () => {
    const url = `${await saying({ data: { ledger_infos: [] } })}/v1/key-in-path`;
    const { warnings } = await plan({ CHAIN_FULLNODE_URL: await node(1), CHAIN_INDEXER_URL: url });
    expect(warnings).toEqual([expect.stringContaining(new URL(url).host)]);
    expect(String(warnings)).not.toContain('key-in-path');
  });

  test.each([
    ['CHAIN_FULLNODE_URL', 'APTOS_FULLNODE_URL'],
    ['CHAIN_INDEXER_URL', 'APTOS_INDEXER_URL'],
    ['CHAIN_ARCHIVE_URL', 'APTOS_ARCHIVE_URL'],
  ])('starts with %s alone, or %s', async (...names) => {
    const [name] = names;
    const url = name === 'CHAIN_INDEXER_URL' ? await indexer(1) : await node(1);
    const isNode = name === 'CHAIN_FULLNODE_URL';
    const network = isNode ? new URL(url).host : 'aptos-mainnet';
    for (const each of names) {
      const { warnings, settled } = await plan({ [each]: url });
      expect(warnings).toEqual([]);
      expect(settled.description).toBe(`Aptos and Movement: ${network}`);
    }
  });

  test('warns of nodes for whose chain there is no indexer', async () => {
    const { warnings } = await plan({ CHAIN_FULLNODE_URL: await node(4) });
    expect(warnings).toEqual([expect.stringContaining('CHAIN_INDEXER_URL')]);
    expect(String(warnings)).toContain('503');
    const named = { CHAIN_FULLNODE_URL: await node(126), APTOS_NETWORK: 'movement-mainnet' };
    expect((await plan(named)).warnings).toEqual([]);
  });

  test('does not start with an indexer of another chain than its network', async () => {
    const error = await rejectionOf(plan({ CHAIN_INDEXER_URL: await indexer(2) }));
    expect(error).toBeInstanceOf(Mistakes);
    expect(String(error)).toContain('APTOS_NETWORK is chain 1');
  });
});

describe('the variables of a server', () => {
  test('are refused all at once, by name and never by value', async () => {
    const wrong = {
      CUSTODY_API_KEY: '-----BEGIN what-is-secret',
      CUSTODY_API_SECRET: '-----BEGIN what-is-secret',
      CUSTODY_BASE_PATH: 'http://what-is-secret.example',
      FIREBLOCKS_VAULT_ACCOUNT_ID: '1',
      API_TOKEN: 'what is secret',
      PORT: 'what-is-secret',
      SDK_LOG_LEVEL: 'what-is-secret',
      APTOS_NETWORK: 'what-is-secret',
      REDIS_URL: 'http://user:what-is-secret@cache',
    };
    const error = await rejectionOf(plan(wrong));
    expect(error).toBeInstanceOf(Mistakes);
    const names = String(error instanceof Error && error.message)
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names.sort()).toEqual([
      'API_TOKEN',
      'APTOS_NETWORK',
      'CUSTODY_API_KEY',
      'CUSTODY_API_SECRET',
      'CUSTODY_BASE_PATH',
      'PORT',
      'REDIS_URL',
      'SDK_LOG_LEVEL',
    ]);
    expect(String(error)).not.toContain('what-is-secret');
  });

  test('that are missing are named, with what they are for', async () => {
    const error = await rejectionOf(planOf(servedAptos, new Environment({})));
    expect(String(error)).toMatch(/CUSTODY_API_KEY is missing: .*\n.*CUSTODY_API_PATH_TO_SECRET/);
  });

  test('warn of a server that everybody may use, and of what it ignores', async () => {
    const { warnings, settings } = await plan({
      HOST: '0.0.0.0',
      ALLOW_UNAUTHENTICATED: '1',
      FIREBLOCKS_VAULT_ACCOUNT_ID: '1',
    });
    expect(settings).toMatchObject({ host: '0.0.0.0', port: 3_000, apiToken: undefined });
    expect(warnings).toEqual([
      expect.stringContaining('ALLOW_UNAUTHENTICATED'),
      expect.stringContaining('HOSTS is not set'),
      expect.stringContaining('FIREBLOCKS_VAULT_ACCOUNT_ID'),
    ]);
  });

  test('of a file that can’t be read are a mistake', () => {
    const error = thrownBy(() => variablesOf(join(folder, 'no-such.env')));
    expect(error).toBeInstanceOf(Mistakes);
  });

  test('name a Redis that lets nobody in without its password', async () => {
    const url = await saying({});
    servers.pop()?.close();
    const redis = url.replace('http://', 'redis://user:what-is-secret@');
    const error = await rejectionOf(plan({ REDIS_URL: redis }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'REDIS_URL' });
    expect(String(error)).toContain('ECONNREFUSED');
    expect(String(error)).not.toContain('what-is-secret');
  });
});
