// Path finding: what a node finds is passed on, in the form in which a payment takes it.

import { classicAddressToXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xrplHandler } from '../../src/handlers.js';
import type { XrplPathQuery } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { transportTo } from '../support/xrpl-node.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

/** Vault accounts. */
const PAYER = '0';
const ISSUER = '1';
const OTHER = '2';
const UNFUNDED = '9';

let world: LedgerWorld;
let usd: (value: string) => { currency: string; issuer: string; value: string };
let eur: typeof usd;

/** One issues USD and EUR, and sells either for XRP: USD at 2 XRP, EUR at 3. */
beforeAll(async () => {
  world = await newLedgerWorld(TRANSPORTS[0], { funded: [PAYER, ISSUER, OTHER] });
  const { gateway, addressOf } = world;
  const of = (currency: string) => (value: string) => {
    return { currency, issuer: addressOf(ISSUER), value };
  };
  [usd, eur] = [of('USD'), of('EUR')];
  const DEFAULT_RIPPLE = 8;
  await gateway.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: DEFAULT_RIPPLE });
  await gateway.trustSet(PAYER, { limitAmount: usd('1000') });
  await gateway.trustSet(OTHER, { limitAmount: eur('1000') });
  await gateway.tokenTransfer(ISSUER, { destination: addressOf(PAYER), amount: usd('100') });
  await gateway.offerCreate(ISSUER, { sellAmount: eur('100'), buyAmount: '300000000' });
  await gateway.offerCreate(ISSUER, { sellAmount: '200000000', buyAmount: usd('100') });
});
afterAll(() => world.stop());

const find = (query: Partial<XrplPathQuery>, vault = PAYER) =>
  world.gateway.findPaths(vault, {
    destination: world.addressOf(OTHER),
    amount: eur('10'),
    ...query,
  });

describe('the ways of a payment', () => {
  it('are the cheapest from each currency that the vault has', async () => {
    const issuer = world.addressOf(ISSUER);
    const book = { currency: 'EUR', issuer };
    expect(await find({})).toEqual([
      { sourceAmount: '30000000', paths: [[book]] },
      {
        sourceAmount: { ...usd('15'), issuer: world.addressOf(PAYER) },
        paths: [[{ account: issuer }, { currency: 'XRP' }, book]],
      },
    ]);
  });

  it('are those of the currencies that are asked for', async () => {
    const issuer = world.addressOf(ISSUER);
    const ways = await find({ sourceCurrencies: [{ currency: 'USD', issuer }] });
    expect(ways).toMatchObject([{ sourceAmount: usd('15') }]);
  });

  it('need no paths where what is sent is what arrives', async () => {
    const { gateway, addressOf } = world;
    const query = { destination: addressOf(ISSUER), amount: usd('1') };
    const ways = await gateway.forVault(PAYER).findPaths({
      ...query,
      sourceCurrencies: [{ currency: 'USD' }],
    });
    expect(ways).toEqual([{ sourceAmount: { ...usd('1'), issuer: addressOf(PAYER) } }]);
    expect(await gateway.findPaths(PAYER, { ...query, amount: '5' })).toContainEqual({
      sourceAmount: '5',
    });
  });

  it('may lead to an X-address, as a payment may', async () => {
    const destination = classicAddressToXAddress(world.addressOf(OTHER), 7, true);
    expect(await find({ destination })).toEqual(await find({}));
  });

  it('are none where nothing leads there', async () => {
    expect(await find({ amount: eur('101') })).toEqual([]);
    expect(await find({ domainId: 'AB'.repeat(32) })).toEqual([]);
  });

  it('are paid as they were found', async () => {
    const { gateway, addressOf } = world;
    const destination = addressOf(OTHER);
    for (const { sourceAmount: sendMax, paths } of await find({ amount: eur('1') })) {
      const payment = { destination, amount: eur('1'), sendMax, paths };
      const { result } = await gateway.crossCurrencyPayment(PAYER, payment);
      expect(result.meta.delivered_amount).toEqual(eur('1'));
    }
  });

  it('are told over HTTP', async () => {
    const handler = xrplHandler(world.gateway);
    const ask = async (query: Record<string, string>) => {
      const text = new URLSearchParams({ destination: world.addressOf(OTHER), ...query });
      const url = `http://localhost/api/account/paths/${PAYER}?${text}`;
      const answer = await handler(new Request(url));
      return { status: answer.status, json: await answer.json() };
    };
    const { value: amount, ...token } = eur('10');
    expect(await ask({ amount, ...token })).toEqual({ status: 200, json: await find({}) });
    const fromXrp = await ask({ amount, ...token, source: 'XRP' });
    expect(fromXrp.json).toMatchObject([{ sourceAmount: '30000000' }]);
    const { issuer } = token;
    const both = await ask({ amount, ...token, source: `XRP,USD:${issuer}` });
    const sourceCurrencies = [{ currency: 'XRP' }, { currency: 'USD', issuer }];
    expect(both).toEqual({ status: 200, json: await find({ sourceCurrencies }) });
    expect(both.json).toMatchObject([{ sourceAmount: '30000000' }, { sourceAmount: usd('15') }]);
    const domainId = 'AB'.repeat(32);
    expect(await ask({ amount, ...token, domainId })).toEqual({ status: 200, json: [] });
    expect(await ask({ amount, issuer })).toMatchObject({ status: 400 });
    const bad = ['XR', '', 'XRP,', `XRP:${issuer}`, 'USD:nobody', Array(19).fill('XRP').join()];
    for (const source of bad)
      expect(await ask({ amount, ...token, source })).toMatchObject({ status: 400 });
    expect(await ask({ amount, ...token, domainId: 'AB' })).toMatchObject({ status: 400 });
  });
});

describe('path finding', () => {
  it.each([
    ['destination', { destination: 'nobody' }],
    ['amount', { amount: '-1' }],
    ['amount.currency', { amount: { mptIssuanceId: '0'.repeat(48), value: '1' } }],
    ['sourceCurrencies', { sourceCurrencies: [] }],
    ['sourceCurrencies[0].issuer', { sourceCurrencies: [{ currency: 'XRP', issuer: 'r' }] }],
    ['domainId', { domainId: 'AB' }],
    ['sendMax', { sendMax: '1' }],
  ])('refuses what is no query: %s', async (field, query) => {
    const error = await rejectionOf(find(query as Partial<XrplPathQuery>));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('says that the vault has no account, and tells of others as the node does', async () => {
    const error = await rejectionOf(find({}, UNFUNDED));
    expect(error).toMatchObject({ code: 'ACCOUNT_NOT_FUNDED' });
    const destination = world.addressOf(UNFUNDED);
    expect(await rejectionOf(find({ destination }))).toMatchObject({ error: 'actNotFound' });
  });

  it.each([
    { alternatives: [{ paths_computed: [], source_amount: '-5' }] },
    { alternatives: [{ paths_computed: [], source_amount: { currency: 'USD', value: '1' } }] },
    { alternatives: [{ source_amount: '5' }] },
    {},
  ])('takes no answer in another form: %j', async (result) => {
    const { sandbox, another } = world;
    const transport = transportTo(sandbox.xrpl.url);
    const altered = another({
      transport: {
        request: async (command, ...call) =>
          command === 'ripple_path_find' ? result : transport.request(command, ...call),
      },
    });
    const query = { destination: world.addressOf(OTHER), amount: '1' };
    expect(await rejectionOf(altered.findPaths(PAYER, query))).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
    });
  });
});
