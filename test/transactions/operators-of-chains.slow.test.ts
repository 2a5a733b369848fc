import { afterAll, describe, expect, test } from 'vitest';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld } from '../support/world.js';

type Told = { readonly hash: string | undefined };
type Pay = (hosts: readonly string[], idempotencyKey: string) => Promise<Told>;

interface ShownChain {
  readonly pay: Pay;
  /** How many requests each host was sent. */
  readonly asked: Map<string, number>;
  stop(): Promise<void>;
}

const ONE = 'https://one.example';
const TWO = 'https://two.example';
/** A host where nobody answers. */
const DOWN = 'https://down.example';

const HASH = expect.stringMatching(/^(?:0x)?[0-9a-f]{64}$/i);
const CALL = { confirmTimeoutMs: 3_000 };

/** Every host leads to the sandbox's node, but for the one where nobody answers. */
function hostsOf(base: string) {
  const asked = new Map<string, number>();
  const { origin, pathname } = new URL(base);
  const routed: typeof fetch = (url, init) => {
    const { origin: host, pathname: path, search } = new URL(String(url));
    asked.set(host, (asked.get(host) ?? 0) + 1);
    if (host === DOWN) return Promise.reject(new TypeError('nobody answers'));
    return fetch(`${origin}${path}${search}`, init);
  };
  const urlAt = (host: string) => `${host}${pathname}`.replace(/\/$/, '');
  return { asked, fetch: routed, urlAt };
}

async function xrpl(): Promise<ShownChain> {
  const { sandbox, another, stop } = await newWorld();
  const { asked, fetch, urlAt } = hostsOf(sandbox.xrpl.url);
  const { networkId } = sandbox.xrpl;
  const configs = { domain: 'example.com' };
  const pay: Pay = async (hosts, idempotencyKey) => {
    const gateway = another({ fetch, network: { url: hosts.map(urlAt), networkId } });
    const { receipt } = await gateway.accountSet('0', { configs }, { ...CALL, idempotencyKey });
    return { hash: receipt.hash };
  };
  return { pay, asked, stop };
}

async function aptos(): Promise<ShownChain> {
  const { sandbox, another, addresses, stop } = await newAptosWorld();
  const { fullnodeUrl, indexerUrl, chainId } = sandbox.aptos;
  const { asked, fetch, urlAt } = hostsOf(fullnodeUrl);
  const recipientAddress = addresses[1];
  const pay: Pay = (hosts, idempotencyKey) => {
    const network = { fullnodeUrl: hosts.map(urlAt), indexerUrl, chainId };
    const gateway = another({ fetch, network });
    return gateway.transferMove('0', { recipientAddress, amount: 5 }, { ...CALL, idempotencyKey });
  };
  return { pay, asked, stop };
}

async function stacks(): Promise<ShownChain> {
  const { sandbox, another, addresses, stop } = await newStacksWorld();
  const { url, network, chainId } = sandbox.stacks;
  const { asked, fetch, urlAt } = hostsOf(url);
  const recipient = addresses[1];
  const pay: Pay = async (hosts, idempotencyKey) => {
    const gateway = another({ fetch, network: { url: hosts.map(urlAt), network, chainId } });
    const { txHash } = await gateway.createNativeTransaction('0', recipient, '5', {
      ...CALL,
      idempotencyKey,
    });
    return { hash: txHash };
  };
  return { pay, asked, stop };
}

describe.each([
  ['the XRP Ledger', xrpl],
  ['Aptos', aptos],
  ['Stacks', stacks],
])('%s, as several operators show it', async (_, start) => {
  const { pay, asked, stop } = await start();
  afterAll(stop);

  test('tells a payment that two of them show', async () => {
    asked.clear();
    expect((await pay([ONE, TWO], 'two')).hash).toEqual(HASH);
    expect([...asked.keys()].sort()).toEqual([ONE, TWO]);
  });

  test('tells it while the third can’t be asked', async () => {
    expect((await pay([DOWN, ONE, TWO], 'three')).hash).toEqual(HASH);
  });

  test('tells nothing final on the word of one of two, and the rest once both speak', async () => {
    const error = await rejectionOf(pay([ONE, DOWN], 'half'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { idempotencyKey: 'half', hash: expect.any(String) },
    });
    const { hash } = await pay([ONE, TWO], 'half');
    expect(error).toMatchObject({ transaction: { hash } });
  });

  test('takes nodes of one domain for one operator’s, of which the next is asked when one fails', async () => {
    expect((await pay([DOWN, 'https://other.down.example'], 'same')).hash).toEqual(HASH);
  });
});
