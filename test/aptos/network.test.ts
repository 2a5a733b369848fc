import { describe, expect, test } from 'vitest';
import { AptosGateway, type AptosGatewayOptions } from '../../src/aptos/index.js';
import { ConfigurationError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { rejectionOf } from '../support/world.js';

const signer = new LocalRawSigner({ seed: 'networks', quiet: true, allowMainnet: true });
const URLS = {
  fullnodeUrl: 'https://node.example/v1',
  indexerUrl: 'https://indexer.example/v1/graphql',
};

function settingOf(options: Partial<AptosGatewayOptions> | Record<string, unknown>): string {
  try {
    new AptosGateway({ signer, network: 'aptos-mainnet', ...options } as AptosGatewayOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    const { setting, message } = error as ConfigurationError;
    expect(message).not.toContain('SECRET');
    return setting === 'options' ? message : setting;
  }
  return 'none';
}

describe('a network by name', () => {
  test.each([
    ['aptos-mainnet', 1, 'api.mainnet.aptoslabs.com'],
    ['aptos-testnet', 2, 'api.testnet.aptoslabs.com'],
    ['movement-mainnet', 126, 'mainnet.movementnetwork.xyz'],
    ['movement-testnet', 250, 'testnet.movementnetwork.xyz'],
  ] as const)('%s has chain id %i, at %s', async (network, chainId, host) => {
    const asked: string[] = [];
    const fetchIt = async (url: string) => {
      asked.push(new URL(url).hostname);
      const headers = {
        'x-aptos-chain-id': '77',
        'x-aptos-ledger-version': '1',
        'x-aptos-ledger-timestampusec': '1',
      };
      return Response.json(['0'], { headers });
    };
    const gateway = new AptosGateway({ signer, network, fetch: fetchIt });
    expect(await rejectionOf(gateway.getBalance('0'))).toMatchObject({
      code: 'WRONG_NETWORK',
      details: { expected: chainId, actual: 77 },
    });
    expect(asked).toEqual([host]);
    const history = await rejectionOf(gateway.getTransactions('0', { direction: 'all' }));
    expect(history).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    // The indexer of the very same network.
    expect(asked[1]).toContain(network.split('-')[1]);
    expect(asked[1]).toContain(network.startsWith('aptos') ? 'aptoslabs' : 'movementnetwork');
  });
});

describe('the archive of a network', () => {
  const hash = `0x${'ab'.repeat(32)}`;

  async function hostsAsked(network: AptosGatewayOptions['network'], named?: string) {
    const asked: string[] = [];
    const fetchIt = async (url: string, init: RequestInit) => {
      const { hostname, pathname } = new URL(url);
      asked.push(`${hostname} ${new Headers(init.headers).get('authorization') ?? 'no key'}`);
      const [code, status] = pathname.includes('by_hash')
        ? (['transaction_not_found', 404] as const)
        : (['version_pruned', 410] as const);
      const headers = {
        'x-aptos-chain-id': '1',
        'x-aptos-ledger-version': '1',
        'x-aptos-ledger-timestampusec': '1',
        'x-aptos-oldest-block-height': '7',
        ...(named && status === 410 ? { 'x-aptos-archival-endpoint': named } : {}),
      };
      return Response.json({ error_code: code, message: 'no' }, { status, headers });
    };
    const gateway = new AptosGateway({ signer, network, apiKey: 'KEY', fetch: fetchIt });
    expect(await gateway.getTransaction(hash)).toBeUndefined();
    return [...new Set(asked)];
  }

  const PUBLIC = 'https://archive.mainnet.aptoslabs.com/v1';

  test('is known by the network’s name, and gets no key', async () => {
    expect(await hostsAsked('aptos-mainnet')).toEqual([
      'api.mainnet.aptoslabs.com Bearer KEY',
      'archive.mainnet.aptoslabs.com no key',
    ]);
  });

  test('is the public one of the chain where the nodes are given and name it', async () => {
    const network = { ...URLS, chainId: 1 };
    expect(await hostsAsked(network)).toEqual(['node.example Bearer KEY']);
    expect(await hostsAsked(network, 'https://evil.example/v1')).toEqual([
      'node.example Bearer KEY',
    ]);
    expect(await hostsAsked(network, PUBLIC)).toEqual([
      'node.example Bearer KEY',
      'archive.mainnet.aptoslabs.com no key',
    ]);
  });

  test('is the user’s, with a key of its own or none', async () => {
    const network = {
      ...URLS,
      chainId: 1,
      archiveUrl: ['https://one.example/v1', { url: 'https://two.example/v1', apiKey: 'OWN' }],
    };
    expect(await hostsAsked(network, PUBLIC)).toEqual([
      'node.example Bearer KEY',
      'one.example no key',
      'two.example Bearer OWN',
    ]);
  });
});

describe('a setting that can’t work', () => {
  test.each([
    ['network.archiveUrl', { network: { ...URLS, archiveUrl: 'http://archive.example/v1' } }],
    ['network.archiveUrl', { network: { ...URLS, archiveUrl: '' } }],
    ['network', { network: 'mainnet' }],
    ['network', { network: 'toString' }],
    ['network', { network: undefined }],
    ['network.fullnodeUrl', { network: { ...URLS, fullnodeUrl: 'http://node.example/v1' } }],
    ['network.fullnodeUrl', { network: { ...URLS, fullnodeUrl: 'https://a:SECRET@node.example' } }],
    ['network.fullnodeUrl', { network: { ...URLS, fullnodeUrl: [] } }],
    [
      'network.fullnodeUrl.opreator',
      { network: { ...URLS, fullnodeUrl: { url: URLS.fullnodeUrl, opreator: 'one' } } },
    ],
    ['network.fullnodeUrl', { network: { ...URLS, fullnodeUrl: [URLS.fullnodeUrl, 5] } }],
    [
      'network.fullnodeUrl.apiKey',
      { network: { ...URLS, fullnodeUrl: { url: URLS.fullnodeUrl, apiKey: 'SECRET\n' } } },
    ],
    ['network.indexerUrl', { network: { ...URLS, indexerUrl: 'http://indexer.example' } }],
    ['network.chainId', { network: { ...URLS, chainId: 256 } }],
    ['network.chainId', { network: { ...URLS, chainId: 0 } }],
    ['network.chainId', { network: { ...URLS, chainId: '1' } }],
    ['apiKey', { apiKey: 'SECRET SECRET' }],
    ['headers', { headers: { 'x-own': 'SECRET\n2' } }],
    ['headers', { headers: { 'x own': 'SECRET' } }],
    ['maxFee', { maxFee: 0n }],
    ['derivation.coinType', { derivation: { coinType: -1 } }],
    ['derivation.vault', { derivation: { vault: 1 } }],
    ['lanes.mode', { lanes: { mode: 'tickets' } }],
    ['lanes.depth', { lanes: { mode: 'pipeline', depth: 0 } }],
    ['polling.firstMs', { polling: { firstMs: 0, factor: 1, maxMs: 1 } }],
    ['timeoutMs', { timeoutMs: 0 }],
  ])('%s is named', (setting, options) => {
    expect(settingOf(options)).toContain(setting);
  });

  test('is none where all is well', () => {
    expect(settingOf({ network: URLS })).toBe('none');
    expect(settingOf({ network: { ...URLS, chainId: 126 }, derivation: { coinType: 1 } })).toBe(
      'none',
    );
  });
});

describe('a network without an indexer', () => {
  const fullnodeUrl = 'https://node.example/v1';

  /** A node of a chain, and indexers that know nothing; gives what was asked of whom. */
  function gatewayOn(chainId: number, more: Partial<AptosGatewayOptions> = {}) {
    const asked: string[] = [];
    const gateway = new AptosGateway({
      signer,
      network: { fullnodeUrl },
      apiKey: 'KEY',
      ...more,
      fetch: async (url, init) => {
        const { hostname, pathname } = new URL(url);
        asked.push(`${hostname} ${new Headers(init.headers).get('authorization') ?? 'no key'}`);
        const headers = {
          'x-aptos-chain-id': `${chainId}`,
          'x-aptos-ledger-version': '1',
          'x-aptos-ledger-timestampusec': '1',
        };
        if (!pathname.endsWith('/graphql')) return Response.json(['7'], { headers });
        const data = { current_fungible_asset_balances: [], account_transactions: [] };
        return Response.json({ data });
      },
    });
    return { gateway, asked };
  }

  test('has the public one where its nodes are of that chain, without their key', async () => {
    const { gateway, asked } = gatewayOn(1);
    expect(await gateway.getBalances('0')).toEqual([]);
    expect(asked).toContain('node.example Bearer KEY');
    expect(asked.at(-1)).toBe('api.mainnet.aptoslabs.com no key');
  });

  test.each([
    ['as the node says', 4, { network: { fullnodeUrl } }],
    ['as the user says', 126, { network: { fullnodeUrl, chainId: 126 } }],
  ])('refuses what only an indexer knows, by its name, %s', async (_, chainId, more) => {
    const { gateway, asked } = gatewayOn(chainId, more);
    for (const question of [
      () => gateway.getBalances('0'),
      () => gateway.getCoinsData('0'),
      () => gateway.getTransactions('0', { direction: 'all' }),
    ]) {
      expect(await rejectionOf(question())).toMatchObject({
        code: 'INDEXER_MISSING',
        retryable: false,
        details: { chainId, setting: 'network.indexerUrl' },
      });
    }
    expect(await gateway.getBalance('0')).toMatchObject({ amount: '7' });
    expect(new Set(asked)).toEqual(new Set(['node.example Bearer KEY']));
  });
});
