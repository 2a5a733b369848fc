import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import type { Fetch } from '../../src/core/http.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { leaksIn, shown } from '../support/leaks.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';

const KEY = 'a-key-for-one-operator';
const OWN = 'a-key-of-its-own';
const HASH = '0'.repeat(64);

interface Settings {
  readonly url: unknown;
  readonly [option: string]: unknown;
}

interface Kind {
  /** The header in which a key is sent. */
  readonly header: string;
  readonly prefix: string;
  /** A gateway, and a question that it asks one node. */
  readonly ask: (settings: Settings, fetch?: Fetch) => () => Promise<unknown>;
}

const signer = new LocalRawSigner({ seed: 'nodes', quiet: true });

/** What is given as plain JavaScript would. */
function built<Gateway>(made: new (...given: never) => Gateway, options: object): Gateway {
  return Reflect.construct(made, [{ signer, retry: { attempts: 1 }, ...options }]);
}

const KINDS: Readonly<Record<string, Kind>> = {
  XrplGateway: {
    header: 'authorization',
    prefix: 'Bearer ',
    ask: ({ url, ...options }, fetch) => {
      const gateway = built(XrplGateway, { network: { url, networkId: 1 }, fetch, ...options });
      return () => gateway.getTransaction(HASH);
    },
  },
  AptosGateway: {
    header: 'authorization',
    prefix: 'Bearer ',
    ask: ({ url, ...options }, fetch) => {
      const gateway = built(AptosGateway, { network: { url, chainId: 2 }, fetch, ...options });
      return () => gateway.getTransaction(`0x${HASH}`);
    },
  },
  StacksGateway: {
    header: 'x-api-key',
    prefix: '',
    ask: ({ url, ...options }, fetch) => {
      const network = { network: 'testnet', url };
      const gateway = built(StacksGateway, { network, fetch, ...options });
      return () => gateway.getTransaction(HASH);
    },
  },
};

/** Nodes that fail, so that each is asked in turn, and the keys that reach them. */
function failingNodes(header: string) {
  const seen = new Set<string>();
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    seen.add(`${new URL(url).hostname} ${headers.get(header)} ${headers.get('x-own')}`);
    return Response.json({ error: 'busy' }, { status: 500 });
  };
  return { seen, fetch };
}

describe.each(Object.entries(KINDS))('%s', (_name, { header, prefix, ask }) => {
  test('sends a key, and headers, to the nodes that it is for, and to no other', async () => {
    const { seen, fetch } = failingNodes(header);
    const url = [
      'https://plain.example',
      { url: 'https://keyed.example', apiKey: OWN },
      { url: 'https://bare.example' },
    ];
    await rejectionOf(ask({ url, apiKey: KEY, headers: { 'x-own': 'ours' } }, fetch)());
    expect(seen).toEqual(
      new Set([
        `plain.example ${prefix}${KEY} ours`,
        `keyed.example ${prefix}${OWN} null`,
        'bare.example null null',
      ]),
    );
  });

  test('shows no key, whatever a node repeats', async () => {
    const fetch: Fetch = async (_, init) => {
      const said = JSON.stringify([...new Headers(init.headers)]);
      return new Response(said, { status: 403 });
    };
    const headers = { 'x-own': 'a-header-of-ours' };
    const asked = ask({ url: 'https://node.example', apiKey: KEY, headers }, fetch);
    const error = await rejectionOf(asked());
    expect(leaksIn(shown(error), [KEY, 'a-header-of-ours'])).toEqual([]);
  });

  test('waits for a node as long as it is given', async () => {
    const fetch: Fetch = () => new Promise(() => undefined);
    const error = await rejectionOf(ask({ url: 'https://node.example', timeoutMs: 20 }, fetch)());
    expect(error).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('no answer in 20 ms'),
    });
  });

  test.each([
    ['apiKey', { url: 'https://a.example', apiKey: 'two words' }],
    ['headers', { url: 'https://a.example', headers: { 'x-own': 'two\nlines' } }],
    ['headers', { url: 'https://a.example', headers: { 'Content-Length': '0' } }],
    ['headers', { url: 'https://a.example', headers: { 'transfer-encoding': 'chunked' } }],
    ['headers', { url: 'https://a.example', headers: new Map([['x-own', 'ours']]) }],
    ['network.url.apiKey', { url: { url: 'https://a.example', apiKey: 'two words' } }],
    ['network.url.headers', { url: { url: 'https://a.example', headers: { 'not a name': 'x' } } }],
    ['network.url.operator', { url: { url: 'https://a.example', operator: '' } }],
    ['network.url.key', { url: { url: 'https://a.example', key: 'x' } }],
    ['network.url', { url: [] }],
    ['timeoutMs', { url: 'https://a.example', timeoutMs: 0 }],
    ['derivation.coinType', { url: 'https://a.example', derivation: { coinType: -1 } }],
    ['derivation.vault', { url: 'https://a.example', derivation: { vault: 1 } }],
  ])('refuses a wrong %s by its name', (setting, settings) => {
    expect(thrownBy(() => ask(settings))).toMatchObject({ code: 'CONFIGURATION', setting });
  });
});
