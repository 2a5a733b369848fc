import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransactionUnconfirmedError, UnexpectedAnswerError } from '../../src/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { WrongNetworkError, type XrplGateway } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { stubNode } from '../support/stub-node.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';
import { transportTo } from '../support/xrpl-node.js';
import { Capture } from './support/capture.js';

const configs = { tickSize: 5 };

describe('a node that answers about something else', () => {
  let world: World;
  beforeEach(async () => {
    world = await newWorld();
  });
  afterEach(() => world.stop());

  it('confirms nothing by another transaction’s result', async () => {
    const { result } = await world.gateway.accountSet('1', { configs });
    const mixedUp = world.another({
      transport: stubNode(world.sandbox, {
        tx: async (_, ask) => {
          await ask().catch(() => undefined);
          return transportTo(world.sandbox.xrpl.url).request(
            'tx',
            { transaction: result.hash },
            {},
          );
        },
        submit: () => ({ engine_result: 'tesSUCCESS' }),
      }),
    });
    const destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const options = { native: false, idempotencyKey: 'k', confirmTimeoutMs: 200 } as const;
    const pay = (gateway: XrplGateway) =>
      gateway.xrpTransfer('0', { destination, amount: '5' }, options);
    const error = await rejectionOf(pay(mixedUp));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    expect(sequencesOf(world.sandbox, address)).toEqual([]);
    // With a node that answers what it is asked, the same key goes on.
    await world.another().resume('0', 'k');
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  it('confirms nothing by a result that has our hash but another transaction', async () => {
    const other = await world.gateway.accountSet('1', { configs });
    const liar = world.another({
      transport: stubNode(world.sandbox, {
        tx: async ({ transaction }) => ({
          ...(await transportTo(world.sandbox.xrpl.url).request(
            'tx',
            { transaction: other.result.hash },
            {},
          )),
          hash: transaction,
        }),
        submit: () => ({ engine_result: 'tesSUCCESS' }),
      }),
    });
    const error = await rejectionOf(liar.accountSet('0', { configs }, { confirmTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
  });

  it('has nothing signed for a sequence number that is another account’s', async () => {
    const other = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const mixedUp = world.another({
      transport: stubNode(world.sandbox, {
        account_info: (params) =>
          transportTo(world.sandbox.xrpl.url).request(
            'account_info',
            { ...params, account: other },
            {},
          ),
      }),
    });
    for (const call of [
      () => mixedUp.accountSet('0', { configs }),
      () => mixedUp.getAccount('0'),
      () => mixedUp.getBalances('0'),
    ]) {
      const error = await rejectionOf(call());
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ details: { peer: 'xrpl' } });
    }
    expect(world.sandbox.custody.transactions).toEqual([]);
  });
});

describe('a node that turns its pages for ever', () => {
  const LISTS = [
    ['getTrustLines', 'account_lines', 'lines'],
    ['getOffers', 'account_offers', 'offers'],
  ] as const;

  it.each(LISTS)('(the same one: %s) is left', async (method, command, list) => {
    const capture = await Capture.start();
    capture.node.on(command, () => ({ [list]: [], marker: { page: 'again' } }));
    const error = await rejectionOf(capture.gateway[method]('0'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(String(error)).toContain(command);
    expect(capture.node.paramsOf(command)).toHaveLength(2);
  });

  it.each(LISTS)('(in a circle: %s) is left', async (method, command, list) => {
    const capture = await Capture.start();
    const next: Record<string, string> = { first: 'second', second: 'third', third: 'first' };
    capture.node.on(command, ({ marker = 'first' }) => ({
      [list]: [],
      marker: next[String(marker)],
    }));
    expect(await rejectionOf(capture.gateway[method]('0'))).toBeInstanceOf(UnexpectedAnswerError);
    expect(capture.node.paramsOf(command).length).toBeLessThan(6);
  });

  it.each(LISTS)('(always another one: %s) is left', async (method, command, list) => {
    const capture = await Capture.start();
    let page = 0;
    capture.node.on(command, () => ({ [list]: [], marker: page++ }));
    expect(await rejectionOf(capture.gateway[method]('0'))).toBeInstanceOf(UnexpectedAnswerError);
    expect(page).toBeGreaterThan(100);
  });

  it('has no say in whether a transaction is sent again', async () => {
    const world = await newWorld();
    try {
      await world.gateway.accountSet('0', { configs }, { idempotencyKey: 'old' });
      let pages = 0;
      const lost = world.another({
        transport: stubNode(world.sandbox, {
          tx: () => Promise.reject(new UnexpectedAnswerError('xrpl', 'out of order')),
          account_tx: () => ({ transactions: [], marker: pages++ }),
        }),
      });
      const options = { idempotencyKey: 'old', confirmTimeoutMs: 100 };
      const error = await rejectionOf(lost.accountSet('0', { configs }, options));
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(world.sandbox.custody.transactions).toHaveLength(1);
    } finally {
      await world.stop();
    }
  });
});

describe('a node of another network', () => {
  let world: World;
  let other: Awaited<ReturnType<typeof startSandbox>>;
  beforeEach(async () => {
    world = await newWorld({ approvals: 'manual' });
    other = await startSandbox({ ledgerCloseMs: 40, networkId: 2 });
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    await other.xrpl.fund(address, 1_000_000_000n);
  });
  afterEach(async () => {
    await world.stop();
    await other.stop();
  });

  const sentThere = () => sequencesOf(other, world.sandbox.custody.addressOf('0', 'XRP_TEST'));

  it('gets nothing by resuming, by repeating or by cancelling', async () => {
    const settings = (gateway: XrplGateway, options: object) =>
      gateway.accountSet('0', { configs }, { idempotencyKey: 'r', ...options });
    await rejectionOf(settings(world.gateway, { signatureTimeoutMs: 50 }));
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    const astray = world.another({ network: { url: other.xrpl.url, networkId: 1 } });
    const soon = { confirmTimeoutMs: 200, signatureTimeoutMs: 5_000, laneTimeoutMs: 200 };
    for (const call of [
      () => astray.resume('0', 'r', soon),
      () => settings(astray, soon),
      () => settings(astray, { ...soon, newAttempt: 2 }),
    ]) {
      const error = await rejectionOf(call());
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(String(error)).toContain('The node is of network 2, not 1');
    }
    await rejectionOf(astray.cancel('0', 'r', soon));
    await rejectionOf(astray.accountSet('0', { configs }, soon));
    expect(sentThere()).toEqual([]);
    await expect(world.another().resume('0', 'r')).resolves.toHaveProperty('result.validated');
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  it('is not believed by any read', async () => {
    const astray = world.another({ network: { url: other.xrpl.url, networkId: 1 } });
    for (const read of [
      () => astray.getAccount('0'),
      () => astray.getBalances('0'),
      () => astray.getTrustLines('0'),
      () => astray.getOffers('0'),
    ]) {
      expect(await rejectionOf(read())).toBeInstanceOf(WrongNetworkError);
    }
  });
});

describe('a node that does not say which network it is of', () => {
  it.each([1, 2, 21_337])('is not one of network %i', async (networkId) => {
    const network = { url: 'https://xrpl.invalid', networkId };
    const capture = await Capture.start({ network });
    capture.node.networkId = undefined;
    const error = await rejectionOf(capture.gateway.submit('0', { TransactionType: 'AccountSet' }));
    expect(error).toBeInstanceOf(WrongNetworkError);
    expect(error).toMatchObject({ details: { expected: networkId, actual: 0 } });
    expect(capture.signer.requests).toEqual([]);
    expect(await rejectionOf(capture.gateway.getAccount('0'))).toBeInstanceOf(WrongNetworkError);
  });

  it('is one of the main network', async () => {
    const capture = await Capture.start({ network: 'mainnet' });
    capture.node.networkId = undefined;
    const { result } = await capture.gateway.submit('0', { TransactionType: 'AccountSet' });
    expect(result.validated).toBe(true);
  });
});
