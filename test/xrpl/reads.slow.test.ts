import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountNotFundedError } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

describe.each(TRANSPORTS)('read over %s', (transport) => {
  let world: LedgerWorld;
  let holder: string;
  let issuer: string;

  beforeAll(async () => {
    world = await newLedgerWorld(transport);
    [holder, issuer] = [world.addressOf('0'), world.addressOf('1')];
    const usd = { currency: 'USD', issuer };
    await world.gateway.trustSet('0', { limitAmount: { ...usd, value: '1000' } });
    await world.gateway.trustSet('0', { limitAmount: { currency: 'EUR', issuer, value: '7' } });
    await world.gateway.tokenTransfer('1', {
      destination: holder,
      amount: { ...usd, value: '12.5' },
    });
    await world.gateway.offerCreate('0', {
      sellAmount: { ...usd, value: '5' },
      buyAmount: '9000000',
      flags: { tfPassiveOffer: true },
      expiration: 4_000_000_000,
    });
  });
  afterAll(() => world.stop());

  it('an account: balance, reserve and what is left of it', async () => {
    const account = await world.gateway.getAccount('0');
    const { account_data, ledger_index } = (await world.ask('account_info', {
      account: holder,
    })) as { account_data: Record<string, unknown>; ledger_index: number };
    expect(account).toEqual({
      address: holder,
      balance: world.sandbox.xrpl.balanceOf(holder).toString(),
      reserve: '1600000', // the base, and three entries
      available: (world.sandbox.xrpl.balanceOf(holder) - 1_600_000n).toString(),
      sequence: account_data.Sequence,
      ownerCount: 3,
      flags: 0,
      ledgerIndex: expect.any(Number),
    });
    expect(account.ledgerIndex).toBeLessThanOrEqual(ledger_index);
  });

  it('balances: XRP in drops, and tokens that there are any of', async () => {
    const { balance, reserve, available } = await world.gateway.getAccount('0');
    expect(await world.gateway.getBalances('0')).toEqual({
      xrp: { balance, reserve, available },
      tokens: [{ currency: 'USD', issuer, value: '12.5' }],
      mpts: [],
    });
    const { tokens } = await world.gateway.getBalances('1');
    expect(tokens).toEqual([{ currency: 'USD', issuer: holder, value: '-12.5' }]);
  });

  it('trust lines, with all that is to be known of them', async () => {
    const lines = await world.gateway.getTrustLines('0');
    expect(
      [...lines].sort((one, other) => one.currency.localeCompare(other.currency)),
    ).toMatchObject([
      { account: issuer, currency: 'EUR', balance: '0', limit: '7', limit_peer: '0' },
      { account: issuer, currency: 'USD', balance: '12.5', limit: '1000', limit_peer: '0' },
    ]);
    const { lines: asked } = await world.ask('account_lines', { account: holder });
    expect(lines).toEqual(asked);
  });

  it('offers', async () => {
    const offers = await world.gateway.getOffers('0');
    expect(offers).toMatchObject([
      {
        taker_gets: { currency: 'USD', issuer, value: '5' },
        taker_pays: '9000000',
        flags: 0x0001_0000,
        expiration: 4_000_000_000,
      },
    ]);
    expect(await world.gateway.getOffers('1')).toEqual([]);
  });

  it('a transaction by its hash: anybody’s, in letters of either case', async () => {
    const [funding] = world.sandbox.xrpl.transactionsOf(holder);
    const { hash } = funding as { hash: string };
    const found = await world.gateway.getTransaction(hash.toLowerCase());
    expect(found).toMatchObject({
      api_version: 2,
      type: 'response',
      result: { hash, validated: true, tx_json: { Destination: holder } },
    });
  });

  it('a transaction that failed is a result, not an error', async () => {
    const amount = { currency: 'GBP', issuer, value: '1' };
    const error = await rejectionOf(world.gateway.burnToken('0', { amount }));
    const { hash } = (error as { transaction: { hash: string } }).transaction;
    const found = await world.gateway.getTransaction(hash);
    expect(found).toHaveProperty('result.meta.TransactionResult', 'tecPATH_DRY');
  });

  it('a transaction that is not, or not yet, is undefined', async () => {
    expect(await world.gateway.getTransaction('AB'.repeat(32))).toBeUndefined();
    world.sandbox.xrpl.pauseClosing();
    const events = world.events.length;
    const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    const sent = () => world.events.slice(events).find(({ type }) => type === 'submitted');
    await expect.poll(sent).toBeDefined();
    expect(await world.gateway.getTransaction((sent() as { hash: string }).hash)).toBeUndefined();
    world.sandbox.xrpl.closeLedger();
    world.sandbox.xrpl.resumeClosing();
    const { result } = await call;
    expect(await world.gateway.getTransaction(result.hash)).toHaveProperty('result', result);
  });

  it.each(['getAccount', 'getBalances', 'getTrustLines', 'getOffers'] as const)(
    '%s of an account that nobody funded is that error',
    async (method) => {
      const error = await rejectionOf(world.gateway[method]('9'));
      expect(error).toBeInstanceOf(AccountNotFundedError);
      expect(error).toMatchObject({
        code: 'ACCOUNT_NOT_FUNDED',
        details: { address: world.addressOf('9') },
      });
    },
  );

  it('freezing a line of an account that nobody funded is that error, whichever is answered first', async () => {
    const gateway = world.another({
      fetch: async (url, init) => {
        const isLate = String(init?.body).includes('account_info');
        if (isLate) await new Promise((resolve) => setTimeout(resolve, 300));
        return fetch(url, init);
      },
    });
    const holder = world.addressOf('1');
    const error = await rejectionOf(
      gateway.freezeToken('9', { holder, currency: 'USD', freeze: true }),
    );
    expect(error).toMatchObject({ code: 'ACCOUNT_NOT_FUNDED' });
  });

  it('what the reserve doesn’t leave is nothing, not less', async () => {
    world.sandbox.xrpl.setReserves({ base: 2_000_000_000n });
    world.sandbox.xrpl.closeLedger();
    const { available, reserve } = await world.gateway.getAccount('0');
    expect({ available, reserve }).toEqual({ available: '0', reserve: '2000600000' });
    world.sandbox.xrpl.setReserves({ base: 1_000_000n });
    world.sandbox.xrpl.closeLedger();
  });
});

describe('reading from a node', () => {
  let capture: Capture;

  beforeEach(async () => {
    capture = await Capture.start();
  });

  it.each([
    ['getTrustLines', 'account_lines', 'lines'],
    ['getOffers', 'account_offers', 'offers'],
  ] as const)('%s goes on to the last page', async (method, command, list) => {
    const entry = (seq: number) => ({
      ...{ account: 'r', balance: `${seq}`, currency: 'USD', limit: '0', limit_peer: '0' },
      ...{ seq, flags: 0, taker_gets: '1', taker_pays: '1' },
    });
    const pages: Readonly<Record<string, object>> = {
      first: { [list]: [entry(1), entry(2)], marker: 'second' },
      second: { [list]: [], marker: { any: ['thing'] } },
      third: { [list]: [entry(3)] },
    };
    capture.node.on(command, ({ marker = 'first' }) =>
      typeof marker === 'string' ? pages[marker] : pages.third,
    );
    expect(await capture.gateway[method]('0')).toEqual([entry(1), entry(2), entry(3)]);
    expect(capture.node.paramsOf(command).map(({ marker }) => marker)).toEqual([
      undefined,
      'second',
      { any: ['thing'] },
    ]);
  });

  it.each<readonly [string, unknown]>([
    ['account_info', {}],
    ['account_info', { account_data: { Balance: 5 } }],
    [
      'account_info',
      { account_data: { Account: 'r', Balance: '-5', Flags: 0, OwnerCount: 0, Sequence: 1 } },
    ],
    ['server_state', { state: [] }],
    ['account_lines', { lines: {} }],
    ['account_lines', { lines: [{ currency: 'USD' }] }],
  ])('%s that answers %j is no answer', async (command, answer) => {
    capture.node.on(command, () => answer);
    const error = await rejectionOf(capture.gateway.getBalances('0'));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', details: { peer: 'xrpl' } });
    expect(String(error)).toContain(command);
  });
});
