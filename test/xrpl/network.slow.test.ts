import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigurationError, InvalidInputError } from '../../src/index.js';
import {
  DestinationTagRequiredError,
  WrongNetworkError,
  XrplGateway,
  type XrplGatewayOptions,
} from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';
import { Capture } from './support/capture.js';

const url = 'https://xrpl.invalid';

function gatewayWith(options: object): XrplGateway {
  const all: object = { signer: new RecordingSigner(), ...options };
  return new XrplGateway(all as XrplGatewayOptions);
}

describe('a network', () => {
  it.each<readonly [unknown, string | undefined, string]>([
    ['mainnet', undefined, 'XRP'],
    ['mainnet', 'XRP', 'XRP'],
    ['testnet', undefined, 'XRP_TEST'],
    ['testnet', 'XRP_TEST', 'XRP_TEST'],
    [{ url, networkId: 0 }, undefined, 'XRP'],
    [{ url, networkId: 1 }, 'XRP_TEST', 'XRP_TEST'],
    [{ url, networkId: 21_337 }, undefined, 'XRP_TEST'],
  ])('%j with the asset %s signs with keys of %s', async (network, assetId, expected) => {
    const signer = new RecordingSigner();
    const asked: unknown[] = [];
    const getPublicKey = signer.getPublicKey.bind(signer);
    signer.getPublicKey = (key) => {
      asked.push(key.assetId);
      return getPublicKey(key);
    };
    await gatewayWith({ signer, network, assetId }).getAddress('0');
    expect(asked).toEqual([expected]);
  });

  it.each<readonly [unknown, unknown, string]>([
    ['mainnet', 'XRP_TEST', 'assetId'],
    ['testnet', 'XRP', 'assetId'],
    ['testnet', 'xrp_test', 'assetId'],
    ['testnet', '', 'assetId'],
    ['testnet', null, 'assetId'],
    ['mainnet', 'BTC', 'assetId'],
    [{ url, networkId: 0 }, 'XRP_TEST', 'assetId'],
    [{ url, networkId: 21_337 }, 'XRP', 'assetId'],
    [undefined, undefined, 'network'],
    [null, undefined, 'network'],
    ['devnet', undefined, 'network'],
    ['Mainnet', undefined, 'network'],
    ['constructor', undefined, 'network'],
    [[], undefined, 'network'],
    [{ url }, undefined, 'network.networkId'],
    [{ url, networkId: -1 }, undefined, 'network.networkId'],
    [{ url, networkId: 1.5 }, undefined, 'network.networkId'],
    [{ url, networkId: Number.NaN }, undefined, 'network.networkId'],
    [{ url, networkId: '1' }, undefined, 'network.networkId'],
    [{ url, networkId: 2 ** 32 }, undefined, 'network.networkId'],
    [{ networkId: 1 }, undefined, 'network.url'],
    [{ url: 'xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'wss://xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'http://xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'http://127.0.0.1.xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'file:///etc/passwd', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'https://user@xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'https://user:hunter2@xrpl.invalid', networkId: 1 }, undefined, 'network.url'],
    [{ url: 'http://user:hunter2@127.0.0.1:5005', networkId: 1 }, undefined, 'network.url'],
  ])('%j with the asset %s is refused', (network, assetId, setting) => {
    const error = thrownBy(() => gatewayWith({ network, assetId }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2');
  });

  it.each([
    'http://127.0.0.1:5005',
    'http://localhost:5005',
    'http://[::1]:5005',
    'https://a.b/c',
    'https://a.b/c?key=of-a-provider',
  ])('can be reached at %s', async (at) => {
    const called: string[] = [];
    const fetch = async (url: string) => {
      called.push(url);
      return Response.json({ result: { error: 'txnNotFound', state: { network_id: 1 } } });
    };
    const gateway = gatewayWith({ network: { url: at, networkId: 1 }, fetch });
    await gateway.getTransaction('0'.repeat(64)).catch(() => undefined);
    expect(new Set(called)).toEqual(new Set([at]));
  });
});

describe('NetworkID', () => {
  const settings = { TransactionType: 'AccountSet' };
  const on = async (networkId: number) => {
    const capture = await Capture.start({ network: { url, networkId } });
    capture.node.networkId = networkId;
    return capture;
  };

  it.each([0, 1, 2, 1_024])('is not written on network %i', async (networkId) => {
    const capture = await on(networkId);
    await capture.gateway.submit('0', settings);
    expect(capture.take().signed).not.toHaveProperty('NetworkID');
    const error = await rejectionOf(
      capture.gateway.submit('0', { ...settings, NetworkID: networkId }),
    );
    expect(error).toMatchObject({ field: 'transaction.NetworkID' });
  });

  it.each([1_025, 21_337, 2 ** 32 - 1])('is written on network %i', async (networkId) => {
    const capture = await on(networkId);
    await capture.gateway.offerCancel('0', { offerSequence: 5 });
    expect(capture.take().signed).toHaveProperty('NetworkID', networkId);
    await capture.gateway.submit('0', { ...settings, NetworkID: networkId });
    expect(capture.take().signed).toHaveProperty('NetworkID', networkId);
    const other = capture.gateway.submit('0', { ...settings, NetworkID: 1_026 });
    expect(await rejectionOf(other)).toBeInstanceOf(InvalidInputError);
    expect(capture.signer.requests).toEqual([]);
  });

  it('is what a sidechain wants of every transaction', async () => {
    const world = await newWorld({ networkId: 21_337 });
    const { result } = await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    expect(result.tx_json.NetworkID).toBe(21_337);
    expect(result.ctid?.slice(-4)).toBe((21_337).toString(16).toUpperCase());
    await world.stop();
  });
});

describe('a node of another network', () => {
  it('is found out before anything is signed, and forgiven once it is put right', async () => {
    const capture = await Capture.start();
    capture.node.networkId = 0;
    const pay = () => capture.gateway.offerCancel('0', { offerSequence: 5 });
    const error = await rejectionOf(pay());
    expect(error).toBeInstanceOf(WrongNetworkError);
    expect(error).toMatchObject({ code: 'WRONG_NETWORK', details: { expected: 1, actual: 0 } });
    expect(capture.signer.requests).toEqual([]);
    capture.node.networkId = 1;
    await expect(pay()).resolves.toHaveProperty('result.hash');
  });

  it('is looked for once', async () => {
    const capture = await Capture.start();
    await capture.gateway.offerCancel('0', { offerSequence: 5 });
    await capture.gateway.offerCancel('0', { offerSequence: 6 });
    expect(capture.node.paramsOf('server_state')).toHaveLength(1);
  });
});

describe('a destination that asks for a tag', () => {
  const usd = (issuer: string) => ({ currency: 'USD', issuer, value: '1' });
  const LISTED = 0x0002_0000;
  let world: World | undefined;
  afterEach(() => world?.stop());

  type Pay = (gateway: XrplGateway, to: string, tag: object) => Promise<unknown>;
  const payments: readonly (readonly [string, Pay])[] = [
    [
      'tokenTransfer',
      (g, to, tag) => g.tokenTransfer('0', { destination: to, amount: usd(to), ...tag }),
    ],
    [
      'crossCurrencyPayment',
      (g, to, tag) =>
        g.crossCurrencyPayment('0', { destination: to, amount: usd(to), sendMax: '5', ...tag }),
    ],
    ['burnToken', (g, to, tag) => g.burnToken('0', { amount: usd(to), ...tag })],
    ['xrpTransfer', (g, to, tag) => g.xrpTransfer('0', { destination: to, amount: '1', ...tag })],
    [
      'submit',
      (g, to, { destinationTag: DestinationTag }: { destinationTag?: number }) =>
        g.submit('0', {
          TransactionType: 'Payment',
          Destination: to,
          Amount: '5',
          ...(DestinationTag === undefined ? {} : { DestinationTag }),
        }),
    ],
  ];

  it.each(payments)('gets nothing by %s without one', async (_, pay) => {
    const capture = await Capture.start();
    const to = await capture.gateway.getAddress('1');
    capture.node.on('account_info', (params) => {
      const answer = capture.node.plainAnswer('account_info', params);
      const isListed = params.account === to;
      return isListed
        ? { ...answer, account_data: { ...Object(answer.account_data), Flags: LISTED } }
        : answer;
    });
    const error = await rejectionOf(pay(capture.gateway, to, {}));
    expect(error).toBeInstanceOf(DestinationTagRequiredError);
    expect(error).toMatchObject({ details: { destination: to, field: 'destinationTag' } });
    expect(capture.signer.requests).toEqual([]);
    await expect(pay(capture.gateway, to, { destinationTag: 0 })).resolves.toHaveProperty('result');
  });

  it('gets nothing by the custody’s own transfer either', async () => {
    world = await newWorld();
    await world.gateway.accountSet('1', { configs: { setFlag: { asfRequireDestTag: true } } });
    const destination = await world.gateway.getAddress('1');
    const requests = world.sandbox.custody.transactions.length;
    const error = await rejectionOf(world.gateway.xrpTransfer('0', { destination, amount: '1' }));
    expect(error).toBeInstanceOf(DestinationTagRequiredError);
    expect(world.sandbox.custody.transactions).toHaveLength(requests);
    const params = { destination, destinationTag: 7, amount: '1' };
    await expect(world.gateway.xrpTransfer('0', params)).resolves.toHaveProperty('hash');
  });

  it('need not exist yet', async () => {
    world = await newWorld();
    const destination = world.sandbox.custody.addressOf('9', 'XRP_TEST');
    const paid = await world.gateway.xrpTransfer('0', { destination, amount: '5' });
    expect(paid).toHaveProperty('hash');
    expect(world.sandbox.xrpl.balanceOf(destination)).toBe(5_000_000n);
  });
});
