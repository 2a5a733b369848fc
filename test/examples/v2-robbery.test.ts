// Whatever a caller tries on the provider of `examples/be-a-v2-provider.ts`: it pays out what it debits, of
// what it offers, to whom it belongs, once. What it has is counted in its database, apart from its code.
import type { Server } from 'node:http';
import fc from 'fast-check';
import type { Database } from 'sql.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/handlers.js';
import { type Provider, ProviderRefusal } from '../../src/provider/index.js';
import { type Answered, type Customer, callerOf } from './support/caller.js';
import { sum, unitsIn } from './support/count.js';
import { served } from './support/example.js';

interface Example {
  readonly handler: HttpHandler;
  readonly server: Server;
  readonly database: Database;
  readonly keys: Readonly<Record<string, string>>;
  readonly exchange: Provider;
}

let example: Example;
let call: ReturnType<typeof callerOf>;
let owner: Customer;
let stranger: Customer;
beforeAll(async () => {
  example = (await served('be-a-v2-provider.ts', [
    'handler',
    'server',
    'database',
    'keys',
    'exchange',
  ])) as Example;
  call = callerOf(example.handler, 'base64');
  const customers = Object.entries(example.keys).map(([apiKey, secret]) => ({ apiKey, secret }));
  [owner = { apiKey: '', secret: '' }, stranger = { apiKey: '', secret: '' }] = customers;
  expect(customers).toHaveLength(2);
});
afterAll(() => {
  example?.server.close();
  example?.database.close();
});

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' };
const DOGE = { blockchain: 'Dogecoin', cryptocurrencySymbol: 'DOGE' };
const TEST_BTC = { ...BTC, testAsset: true };
const PATH = '/accounts/main/transfers/withdrawals/blockchain';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
let keys = 0;

/** A withdrawal as it should be, but for what is given. */
function withdrawal(amount: unknown, more: object = {}, destination: object = {}) {
  keys += 1;
  return {
    idempotencyKey: `key-${keys}`,
    balanceAsset: BTC,
    balanceAmount: amount,
    destination: {
      transferMethod: 'PublicBlockchain',
      asset: BTC,
      address: ADDRESS,
      amount,
      ...destination,
    },
    ...more,
  };
}

const ask = (body: unknown, path = PATH, customer = owner) => call(customer, 'POST', path, body);

function column(sql: string): string[] {
  return example.database.exec(sql).flatMap(({ values }) => values.map(([text]) => String(text)));
}

/** All that was paid out, of whatever it was paid in. */
const paidOut = () =>
  column('SELECT record FROM withdrawals')
    .map((record) => JSON.parse(record).destination)
    .map(({ asset, amount }) => [JSON.stringify(asset), amount] as const);

/** What accounts hold: the example counts in satoshis, and has nothing but bitcoins. */
const held = () =>
  column('SELECT CAST(units AS TEXT) FROM balances').map(
    (satoshis) => [JSON.stringify(BTC), decimal(satoshis)] as const,
  );

function decimal(satoshis: string): string {
  const digits = satoshis.padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

const everything = () => sum([...held(), ...paidOut()]);
const state = () => column('SELECT account || units FROM balances').concat(column(RECORDS));
const RECORDS = 'SELECT id || account || record FROM withdrawals';

let before: object;
beforeEach(() => {
  before = everything();
});

/** A 4xx, after which all is as it was. */
async function expectRefused(asking: Promise<Answered> | (() => Promise<Answered>)) {
  const was = state();
  const { status, body } = await (typeof asking === 'function' ? asking() : asking);
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(state()).toEqual(was);
}

describe('a robber of the v2 example', () => {
  it('could get what is rightly asked for', async () => {
    const { status } = await ask(withdrawal('0.01'));
    expect(status).toBe(201);
    expect(everything()).toEqual(before);
    expect(paidOut()).toHaveLength(1);
  });

  it.each<[wanted: string, more: object, destination?: object]>([
    ['of an asset that is not there', { balanceAsset: DOGE }, { amount: '1000' }],
    ['of another asset, arriving as it', { balanceAsset: DOGE }, { asset: DOGE }],
    ['that arrives as another asset', {}, { asset: DOGE }],
    ['of play money', { balanceAsset: TEST_BTC }],
    ['that arrives as play money', {}, { asset: TEST_BTC }],
    ['of play money, arriving as it', { balanceAsset: TEST_BTC }, { asset: TEST_BTC }],
    ['of another chain’s', { balanceAsset: { ...BTC, blockchain: 'Ethereum' } }],
    ['of small letters', { balanceAsset: { blockchain: 'bitcoin', cryptocurrencySymbol: 'btc' } }],
    ['of a currency', { balanceAsset: { nationalCurrencyCode: 'USD' } }],
    ['of a currency with a coin’s name', { balanceAsset: { nationalCurrencyCode: 'BTC' } }],
    ['of a listed asset', { balanceAsset: { assetId: 'BTC' } }],
    ['of two assets in one', { balanceAsset: { ...BTC, assetId: 'points' } }],
    ['of no asset', { balanceAsset: null }],
    ['of an empty asset', { balanceAsset: {} }],
    ['of a list of assets', { balanceAsset: [BTC, DOGE] }],
    ['of a name', { balanceAsset: 'BTC' }],
    ['of a prototype', { balanceAsset: { __proto__: BTC } }],
    ['by another chain', {}, { blockchain: 'Ethereum' }],
    ['by another method', {}, { transferMethod: 'InternalTransfer', accountId: 'main' }],
    ['to no address', {}, { address: '' }],
  ])('gets no withdrawal %s', async (_, more, destination) => {
    for (const amount of ['0.00000001', '1']) {
      await expectRefused(ask(withdrawal(amount, more, { amount, ...destination })));
    }
    expect(everything()).toEqual(before);
  });

  it.each([
    ['0.00000001', '1000'],
    ['0.1', '0.10000001'],
    ['0.1', '0.09999999'],
    ['1', '0.00000001'],
    ['0', '1'],
    ['1', '0'],
    ['0.1', '1e1'],
    ['0.1', '0.1000000000000000000001'],
    ['0.1', 0.1],
  ])('gets not %s for %s', async (balanceAmount, amount) => {
    await expectRefused(ask(withdrawal(balanceAmount, {}, { amount })));
  });

  it.each<readonly [unknown]>([
    ['0'],
    ['0.0'],
    ['00000000000000'],
    ['0.00000000000000000000'],
    ['-1'],
    ['-0.00000001'],
    ['+1'],
    ['1e3'],
    ['1E-3'],
    ['0x10'],
    ['0b1'],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['1,5'],
    ['1_000'],
    ['.5'],
    ['5.'],
    ['1.2.3'],
    ['١'],
    ['１'],
    ['Infinity'],
    ['NaN'],
    [''],
    ['0.000000001'],
    ['0.000000009999999999'],
    ['1.000000001'],
    ['5.00000001'],
    ['99999999.99999999'],
    ['100000000'],
    ['92233720368.54775808'],
    ['184467440737.09551617'],
    ['9'.repeat(400)],
    [`0.${'0'.repeat(20_000)}1`],
    [1],
    [0.1],
    [-1],
    [1e3],
    [null],
    [true],
    [['1']],
    [{ amount: '1' }],
  ])('withdraws no %j', async (amount) => {
    await expectRefused(ask(withdrawal(amount)));
  });

  it('says nothing twice', async () => {
    const text = JSON.stringify(withdrawal('0.00000001'));
    for (const twice of [
      text.replace('"balanceAmount"', '"balanceAmount":"1","balanceAmount"'),
      text.replace('"amount"', '"amount":"1","amount"'),
      text.replace('"balanceAsset"', `"balanceAsset":${JSON.stringify(DOGE)},"balanceAsset"`),
      text.replace('"0.00000001"', '0.10000000000000000555'),
      text.replace('"0.00000001"', '1e999'),
      `${text}${text}`,
    ]) {
      await expectRefused(ask(twice));
    }
  });

  it.each([
    [
      'fiat',
      { transferMethod: 'Iban', iban: 'GB82WEST12345698765432', accountHolder: { name: 'A' } },
    ],
    ['peeraccount', { transferMethod: 'PeerAccountTransfer', accountId: 'theirs' }],
    ['subaccount', { transferMethod: 'InternalTransfer', accountId: 'theirs' }],
    ['blockchain', { transferMethod: 'PeerAccountTransfer', accountId: 'theirs' }],
  ])('gets nothing by %s', async (kind, destination) => {
    const path = `/accounts/main/transfers/withdrawals/${kind}`;
    for (const asset of [BTC, DOGE, { nationalCurrencyCode: 'USD' }, { assetId: 'BTC' }]) {
      const body = withdrawal('1', { balanceAsset: asset }, { asset, ...destination });
      await expectRefused(ask(body, path));
    }
  });

  it.each([
    ['POST', '/accounts/main/liquidity/quotes', { fromAsset: DOGE, toAsset: BTC, fromAmount: '1' }],
    ['POST', '/accounts/main/liquidity/quotes/q-1/execute', undefined],
    ['POST', '/accounts/main/transfers/deposits/addresses', { transferMethod: { asset: BTC } }],
    ['DELETE', '/accounts/main/transfers/deposits/addresses/a-1', undefined],
    ['POST', '/accounts/main/ramps', { type: 'Bridge', amount: '1' }],
    ['POST', '/accounts/main/collateral/link', { collateralId: 'c' }],
    ['POST', '/accounts/main/collateral/c/withdrawals', { collateralTxId: 't' }],
    ['POST', '/accounts/main/collateral/c/settlements/force', {}],
    ['POST', '/accounts/main/balances', { availableAmount: '1000' }],
  ] as const)('finds nothing at %s %s', async (method, path, body) => {
    await expectRefused(call(owner, method, path, body));
  });

  it('reaches no account but its own', async () => {
    for (const account of [
      'theirs',
      'MAIN',
      'nobody',
      'main%20',
      '%2e%2e',
      '*',
      "'%20OR%201=1--",
    ]) {
      const path = `/accounts/${account}/transfers/withdrawals/blockchain`;
      await expectRefused(ask(withdrawal('0.1'), path));
      await expectRefused(call(owner, 'GET', path));
      await expectRefused(call(owner, 'GET', `/accounts/${account}/balances`));
      await expectRefused(call(owner, 'GET', `/accounts/${account}`));
    }
    await expectRefused(ask(withdrawal('0.1'), PATH, stranger));
    await expectRefused(ask(withdrawal('0.1'), PATH, { ...owner, secret: 'a guess' }));
    await expectRefused(ask(withdrawal('0.1'), PATH, { ...stranger, apiKey: owner.apiKey }));
    await expectRefused(ask(withdrawal('0.1'), PATH, { ...owner, apiKey: 'key-of-nobody' }));
  });

  it('is paid once for its key, however often and wherever it is used', async () => {
    const body = withdrawal('0.02');
    const paid = paidOut().length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(body)));
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(paidOut()).toHaveLength(paid + 1);
    await expectRefused(ask({ ...body, ...withdrawal('4'), idempotencyKey: body.idempotencyKey }));
    // Spelt otherwise, it is the same account: whatever is answered, nothing more is paid.
    await ask(body, PATH.replace('main', '%6dain'));
    await ask(body, `${PATH}/`);
    expect(paidOut()).toHaveLength(paid + 1);
    expect(everything()).toEqual(before);
  });

  it('spends nobody’s money with another’s key', async () => {
    const body = withdrawal('0.02');
    const theirs = PATH.replace('main', 'theirs');
    expect((await ask(body)).status).toBe(201);
    await expectRefused(ask(body, theirs));
    const { status, body: made } = await ask(body, theirs, stranger);
    expect([status, made.balanceAmount]).toEqual([201, '0.02']);
    const own = await call(owner, 'GET', `${PATH.replace('/blockchain', '')}?limit=200`);
    expect(own.body.withdrawals?.map(({ id }) => id)).not.toContain(made.id);
    // Another's withdrawal is nothing to be read, and no place to begin.
    await expectRefused(call(owner, 'GET', `${PATH.replace('blockchain', String(made.id))}`));
    for (const cursor of ['startingAfter', 'endingBefore']) {
      const { body: page } = await call(owner, 'GET', `${PATH}?${cursor}=${made.id}`);
      expect(page.withdrawals ?? []).toEqual([]);
    }
    expect(everything()).toEqual(before);
  });

  it('can not overdraw with many at once', async () => {
    const [has = '0'] = column("SELECT CAST(units AS TEXT) FROM balances WHERE account = 'main'");
    const each = decimal(String((BigInt(has) * 2n) / 5n));
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(withdrawal(each))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(everything()).toEqual(before);
    for (const [, amount] of held()) expect(unitsIn(amount)).toBeGreaterThanOrEqual(0n);
  });

  it('keeps nothing but what is its own, whatever it combines', async () => {
    const amount = fc.oneof(
      fc.constantFrom('0', '0.0001', '0.00100', '00.002', '0.00000001', '6', '-1', '1e-4'),
      fc.bigInt({ min: 0n, max: 100_000n }).map((units) => decimal(String(units))),
      fc.string(),
    );
    const asset = fc.oneof(
      { weight: 6, arbitrary: fc.constant(BTC) },
      fc.constantFrom(
        DOGE,
        TEST_BTC,
        { assetId: 'BTC' },
        { nationalCurrencyCode: 'USD' },
        {},
        null,
      ),
    );
    const attempt = fc.record({
      customer: fc.constantFrom('owner', 'stranger'),
      account: fc.constantFrom('main', 'theirs', 'MAIN'),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      balanceAsset: asset,
      asset,
      balanceAmount: amount,
      amount,
      equal: fc.boolean(),
    });
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 12 }), async (attempts) => {
        const was = paidOut().length;
        await Promise.all(
          attempts.map(({ customer, account, key, equal, ...asked }) =>
            ask(
              withdrawal(
                asked.balanceAmount,
                { balanceAsset: asked.balanceAsset, idempotencyKey: `${keys}-${key}` },
                { asset: asked.asset, amount: equal ? asked.balanceAmount : asked.amount },
              ),
              PATH.replace('main', account),
              customer === 'owner' ? owner : stranger,
            ),
          ),
        );
        expect(everything()).toEqual(before);
        paid += paidOut().length - was;
      }),
      { numRuns: 60 },
    );
    // Refusals alone would keep it too.
    expect(paid).toBeGreaterThan(0);
  });

  it('gets past the example no more than past the kit', async () => {
    const withdraw = example.exchange.transfersBlockchain?.withdraw;
    const was = state();
    for (const wrong of [
      withdrawal('0.00000001', { balanceAsset: DOGE }, { amount: '1000' }),
      withdrawal('0.00000001', {}, { amount: '1000' }),
      withdrawal('1', { balanceAsset: DOGE }, { asset: DOGE }),
      withdrawal('1', {}, { asset: DOGE }),
      withdrawal('0.000000001'),
      withdrawal('6'),
    ]) {
      const request = wrong as Parameters<NonNullable<typeof withdraw>>[1];
      await expect(withdraw?.('main', request, {} as never)).rejects.toThrow(ProviderRefusal);
    }
    expect(state()).toEqual(was);
  });

  it('reads of its balance what is in the database', async () => {
    const { body } = await call(owner, 'GET', '/accounts/main/balances');
    const [units = ''] = column("SELECT CAST(units AS TEXT) FROM balances WHERE account = 'main'");
    expect(body.balances).toMatchObject([{ asset: BTC, availableAmount: decimal(units) }]);
  });
});
