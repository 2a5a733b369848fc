import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Servers, serversOn, warningsOf } from '../support/serve-process.js';
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

describe('serve aptos', () => {
  test.each([
    [undefined, 'aptos-mainnet'],
    ['movement-testnet', 'movement-testnet'],
    ['APTOS-TESTNET', 'aptos-testnet'],
  ])('told %s is for %s, and says so', async (name, network) => {
    const variables = name === undefined ? {} : { APTOS_NETWORK: name };
    const server = servers.start(['aptos'], { ...servers.custody, ...variables });
    await server.url;
    expect(server.log().at(-1)).toMatchObject({ network: `Aptos and Movement: ${network}` });
  });

  test('knows no other network by name', async () => {
    const said = await servers.refusal(['aptos'], { ...servers.custody, APTOS_NETWORK: 'solana' });
    expect(said).toContain('APTOS_NETWORK must be one of aptos-mainnet');
  });

  test('starts with a node alone, and says 503 where it takes an indexer of its chain', async () => {
    const { fullnodeUrl } = world.sandbox.aptos;
    const variables = { ...servers.custody, CHAIN_FULLNODE_URL: fullnodeUrl };
    const server = servers.start(['aptos'], variables);
    const url = await server.url;
    expect(warningsOf(server)).toHaveLength(1);
    expect((await fetch(`${url}/api/0/balance`)).status).toBe(200);
    expect((await fetch(`${url}/api/0/transactions`)).status).toBe(200);
    for (const path of ['balances', 'coins_data', 'transactions?direction=all']) {
      const answer = await fetch(`${url}/api/0/${path}`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        code: 'INDEXER_MISSING',
        message: expect.stringContaining('CHAIN_INDEXER_URL'),
      });
    }
  });

  test('uses the node and the indexer that it is given, by either name', async () => {
    const { fullnodeUrl, indexerUrl } = world.sandbox.aptos;
    const server = servers.start(['aptos'], {
      ...servers.custody,
      APTOS_FULLNODE_URL: fullnodeUrl,
      CHAIN_INDEXER_URL: indexerUrl,
    });
    const balance = await fetch(`${await server.url}/api/0/balance`);
    expect(balance.status).toBe(200);
    expect(warningsOf(server)).toEqual([]);
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
      const said = await servers.refusal(['aptos'], {
        ...servers.custody,
        CHAIN_FULLNODE_URL: fullnodeUrl,
        CHAIN_INDEXER_URL: `http://127.0.0.1:${port}/v1/graphql`,
      });
      expect(said).toContain(`chain ${chainId},`);
      expect(said).toContain(`chain ${chainId + 1}`);
    } finally {
      other.close();
    }
    const named = await servers.refusal(['aptos'], {
      ...servers.custody,
      APTOS_NETWORK: 'movement-mainnet',
      CHAIN_FULLNODE_URL: fullnodeUrl,
      CHAIN_INDEXER_URL: indexerUrl,
    });
    expect(named).toContain('APTOS_NETWORK is chain 126');
  });

  test('starts with nodes that don’t answer yet, and warns without their whole URLs', async () => {
    const server = servers.start(['aptos'], {
      ...servers.custody,
      CHAIN_FULLNODE_URL: 'http://127.0.0.1:9/a-node-key/v1',
      CHAIN_INDEXER_URL: 'http://127.0.0.1:9/a-node-key/graphql',
    });
    await server.url;
    expect(warningsOf(server)).toHaveLength(2);
    expect(server.log().at(-1)).toMatchObject({ network: 'Aptos and Movement: 127.0.0.1:9' });
    expect(server.output()).not.toContain('a-node-key');
  });
});

describe('serve stacks', () => {
  test.each([
    [{}, 'mainnet', 0],
    [{ NETWORK: 'TESTNET' }, 'testnet', 0],
    [{ NETWORK: 'testnet' }, 'testnet', 0],
    [{ STACKS_NETWORK: 'Testnet' }, 'testnet', 0],
    [{ STACKS_NETWORK: 'mainnet' }, 'mainnet', 0],
    [{ NETWORK: 'TESTNET', STACKS_NETWORK: 'testnet' }, 'testnet', 0],
    [{ NETWORK: 'devnet' }, 'mainnet', 1],
    [{ STACKS_NETWORK: 'test' }, 'mainnet', 1],
    [{ NETWORK: 'main', STACKS_NETWORK: 'MAINNET' }, 'mainnet', 1],
  ])('told %j is for the %s', async (variables, network, warnings) => {
    const server = servers.start(['stacks'], { ...servers.custody, ...variables });
    await server.url;
    expect(server.log().at(-1)).toMatchObject({ network: `Stacks: ${network}` });
    expect(warningsOf(server)).toHaveLength(warnings);
  });

  test.each([
    [{ NETWORK: 'TESTNET', STACKS_NETWORK: 'MAINNET' }],
    [{ NETWORK: 'devnet', STACKS_NETWORK: 'testnet' }],
  ])('doesn’t start when told %j', async (variables) => {
    const said = await servers.refusal(['stacks'], { ...servers.custody, ...variables });
    expect(said).toContain('NETWORK and STACKS_NETWORK disagree');
  });
});

describe('several nodes', () => {
  const NODES = 'https://one.example, https://two.example/a-node-key';
  const INDEXER = { CHAIN_INDEXER_URL: 'http://127.0.0.1:9/graphql' };
  const ALL = [
    ['xrpl', 'XRPL_URL', 'XRP Ledger testnet, at one.example, two.example'],
    ['stacks', 'STACKS_URL', 'Stacks: mainnet, at one.example, two.example'],
  ] as const;

  test.each(ALL)('are given to serve %s by %s', async (chain, name, network) => {
    const server = servers.start([chain], { ...servers.custody, [name]: NODES });
    await server.url;
    expect(server.log().at(-1)).toMatchObject({ network });
    expect(server.output()).not.toContain('a-node-key');
  });

  test('of Aptos are each asked which chain they are of', async () => {
    const { fullnodeUrl } = world.sandbox.aptos;
    const nodes = `${fullnodeUrl}, http://127.0.0.1:9/a-node-key`;
    const variables = { ...servers.custody, ...INDEXER, CHAIN_FULLNODE_URL: nodes };
    const server = servers.start(['aptos'], variables);
    await server.url;
    expect(warningsOf(server)).toHaveLength(2);
    expect(server.output()).not.toContain('a-node-key');
  });

  test.each(ALL)('of which one is none keep serve %s from starting', async (chain, name) => {
    const variables = { ...servers.custody, [name]: `${NODES}, ftp://a-node-key.example` };
    expect(await servers.refusal([chain], variables)).toBe(`${name} must be an https URL.\n`);
  });
});
