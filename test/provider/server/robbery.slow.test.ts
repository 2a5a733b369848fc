// A provider that believes whatever reaches it: it debits the only pot that it has by the amount that it is
// told, to eight places, and pays what it is told of whatever it is told. All that keeps it from being
// robbed is the kit. What it holds and what it paid is counted apart from both.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AssetReference,
  assetKey,
  type Provider,
  ProviderRefusal,
  type Quote,
} from '../../../src/provider/index.js';
import { sum, unitsIn } from '../../examples/support/count.js';
import { post, send, serve } from './support/caller.js';

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;
const ETH = { blockchain: 'Ethereum', cryptocurrencySymbol: 'ETH' } as const;
const USD = { nationalCurrencyCode: 'USD' } as const;
const EUR = { nationalCurrencyCode: 'EUR' } as const;
const TOKEN = { assetId: 'token' } as const;
const OTHER = { assetId: 'other' } as const;

/** Every kind of withdrawal, and the asset that the pot of its provider is made of. */
const KINDS = [
  {
    kind: 'blockchain',
    part: 'transfersBlockchain',
    pot: BTC,
    to: { transferMethod: 'PublicBlockchain', address: 'bc1q' },
  },
  {
    kind: 'fiat',
    part: 'transfersFiat',
    pot: USD,
    to: {
      transferMethod: 'Iban',
      iban: 'GB82WEST12345698765432',
      accountHolder: { name: 'Ada Lovelace' },
    },
  },
  {
    kind: 'peeraccount',
    part: 'transfersPeerAccounts',
    pot: TOKEN,
    to: { transferMethod: 'PeerAccountTransfer', accountId: 'peer' },
  },
  {
    kind: 'subaccount',
    part: 'transfersInternal',
    pot: TOKEN,
    to: { transferMethod: 'InternalTransfer', accountId: 'sub' },
  },
] as const;
type Kind = (typeof KINDS)[number];

const ASSETS = new Map<string, AssetReference>(
  [BTC, ETH, USD, EUR, TOKEN, OTHER].map((asset) => [assetKey(asset), asset]),
);

function lookalikes(asset: Kind['pot']): object[] {
  const spelt = (spell: (value: string) => string) =>
    Object.fromEntries(Object.entries(asset).map(([name, value]) => [name, spell(value)]));
  const isListed = 'assetId' in asset;
  return [
    spelt((value) => (isListed ? value.toUpperCase() : value.toLowerCase())),
    spelt((value) => `${value} `),
    { ...asset, ...(isListed ? USD : TOKEN) },
    ...(isListed ? [] : [{ ...asset, testAsset: true }]),
  ];
}

/** Rounds, as whoever counts in whole units may. */
function believed(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`);
}

interface Payment {
  readonly key: string;
  readonly asset: AssetReference;
  readonly amount: string;
}

/** `declares`: whether it lists its methods, or has only balances to show. */
function gullible({ pot, part, to }: Kind, declares: boolean) {
  const pots = new Map([
    ['main', 500_000_000n],
    ['sub', 0n],
    ['peer', 0n],
  ]);
  const paid: Payment[] = [];
  const withdraw = async (accountId: string, request: Request) => {
    const { balanceAsset, balanceAmount, destination, idempotencyKey } = request;
    const debit = believed(balanceAmount);
    const credit = believed(destination.amount);
    const from = pots.get(accountId) ?? 0n;
    const other = pots.get(destination.accountId ?? '');
    if (debit > from) throw new ProviderRefusal('bad-request');
    pots.set(accountId, from - debit);
    if (other === undefined) paid.push({ key: idempotencyKey, ...destination });
    // What both had was read before, so that one account on both sides is credited only.
    else pots.set(destination.accountId ?? '', other + credit);
    const record = { balanceAsset, balanceAmount, destination };
    return { ...record, id: crypto.randomUUID(), status: 'pending', createdAt: AT } as never;
  };
  const served = { listWithdrawals: async () => [], findWithdrawal: async () => undefined };
  const provider: Provider = {
    capabilities: {
      getAsset: async (id) =>
        // A database may not tell upper from lower case.
        ['token', 'other'].includes(id.toLowerCase())
          ? { id: id.toLowerCase(), name: id, symbol: id, decimalPlaces: 2, type: 'BucketAsset' }
          : undefined,
      ...(declares && {
        listWithdrawalMethods: async () => [
          {
            id: 'declared',
            balanceAsset: pot,
            withdrawal: {
              transferMethod: to.transferMethod,
              asset: pot,
              destinationPolicy: 'AnyAccount',
            } as never,
          },
        ],
      }),
    },
    accounts: {
      list: async () => [],
      get: async (id) =>
        ['main', 'sub'].includes(id.toLowerCase())
          ? { id: id.toLowerCase(), title: id, status: 'active' }
          : undefined,
    },
    balances: {
      list: async () => [{ id: 'pot', asset: pot, availableAmount: '5' }],
    },
    [part]: { ...served, withdraw },
  };
  const everything = () =>
    sum([
      ...[...pots.values()].map((units) => [assetKey(pot), decimal(units)] as const),
      ...paid.map(({ asset, amount }) => [assetKey(asset), amount] as const),
    ]);
  return { provider, pots, paid, everything };
}

const AT = '2026-01-01T00:00:00Z';

interface Request {
  readonly idempotencyKey: string;
  readonly balanceAsset: AssetReference;
  readonly balanceAmount: string;
  readonly destination: {
    readonly asset: AssetReference;
    readonly amount: string;
    readonly accountId?: string;
  };
}

const decimal = (units: bigint) => {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};

const robbed = KINDS.flatMap((each) => [
  { ...each, declares: true },
  { ...each, declares: false },
]);

describe.each(robbed)('by $kind, methods declared: $declares', (given) => {
  const { kind, pot, to, declares } = given;
  let world: ReturnType<typeof gullible>;
  let handler: ReturnType<typeof serve>;
  let before: object;
  let count = 0;
  beforeEach(() => {
    world = gullible(given, declares);
    handler = serve(world.provider);
    before = world.everything();
  });

  const path = (account = 'main') => `/accounts/${account}/transfers/withdrawals/${kind}`;
  const asking = (amount: unknown, more: object = {}, destination: object = {}) => {
    count += 1;
    return {
      idempotencyKey: `k-${count}`,
      balanceAsset: pot,
      balanceAmount: amount,
      destination: { ...to, asset: pot, amount, ...destination },
      ...more,
    };
  };
  const state = () => JSON.stringify([[...world.pots].map(String), world.paid]);
  async function expectRefused(body: object, where = path()) {
    const was = state();
    const { status, text } = await post(handler, where, body);
    expect([400, 404], text).toContain(status);
    expect(state()).toBe(was);
  }

  it('goes what is rightly asked for', async () => {
    const { status, text } = await post(handler, path(), asking('1.25'));
    expect(status, text).toBe(201);
    expect(world.pots.get('main')).toBe(375_000_000n);
    expect(world.everything()).toEqual(before);
  });

  const others = [...ASSETS.values()].filter((asset) => assetKey(asset) !== assetKey(pot));
  it.each(others)('goes nothing of %j', async (asset) => {
    for (const amount of ['1', '0.01']) {
      await expectRefused(asking(amount, { balanceAsset: asset }));
      await expectRefused(asking(amount, {}, { asset }));
      await expectRefused(asking(amount, { balanceAsset: asset }, { asset }));
    }
    await expectRefused(asking('0.01', { balanceAsset: asset }, { amount: '1000' }));
  });

  it.each(lookalikes(pot))('goes nothing of %j, which only looks like it', async (asset) => {
    await expectRefused(asking('1', { balanceAsset: asset }, { asset }));
    await expectRefused(asking('1', { balanceAsset: asset }));
    await expectRefused(asking('1', {}, { asset }));
  });

  it.each([
    ['0.01', '1000'],
    ['1', '1.01'],
    ['1', '0.99'],
    ['1', '0.01'],
    ['0', '1'],
    ['1', '0'],
    ['0', '0'],
    ['0.00', '0.0'],
    ['1', '1.000000000000000000001'],
    ['0.000000001', '0.000000001000000000000000000000001'],
  ])('goes not %s for %s', async (balanceAmount, amount) => {
    await expectRefused(asking(balanceAmount, {}, { amount }));
  });

  it.each<[unknown]>([
    ['-1'],
    ['+1'],
    ['1e2'],
    ['0x1'],
    [' 1'],
    ['1\n'],
    ['1,0'],
    ['.1'],
    ['1.'],
    ['１'],
    ['Infinity'],
    [''],
    ['5.01'],
    ['9'.repeat(300)],
    [1],
    [null],
    [['1']],
  ])('goes no %j', async (amount) => {
    await expectRefused(asking(amount));
  });

  it('goes to no account that it comes from, however it is spelt', async () => {
    for (const account of ['main', 'MAIN', 'Main', '%6Dain', 'nobody']) {
      if (account !== 'main' && account !== '%6Dain')
        await expectRefused(asking('1'), path(account));
      if ('accountId' in to)
        await expectRefused(asking('1', {}, { accountId: 'main' }), path(account));
    }
    if (kind !== 'subaccount') return;
    for (const accountId of ['MAIN', 'Sub', 'peer', 'nobody', '', ' sub']) {
      await expectRefused(asking('1', {}, { accountId }));
    }
  });

  it('goes once for a key', async () => {
    const body = asking('1');
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(handler, path(), body)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await post(handler, path('sub'), body);
    await post(handler, `${path()}/`, body);
    await post(handler, path('%6dain'), body);
    await expectRefused({ ...asking('2'), idempotencyKey: body.idempotencyKey });
    expect(world.pots.get('main')).toBe(400_000_000n);
    expect(world.everything()).toEqual(before);
  });

  it('keeps what it has, whatever is combined', async () => {
    const amount = fc.oneof(
      fc.constantFrom('1', '0.5', '0.50', '01', '0', '0.001', '0.000000001', '6', '-1', '1e1'),
      fc.nat(600).map((cents) => `${cents / 100}`),
      fc.string(),
    );
    const asset = fc.oneof(
      { weight: 4, arbitrary: fc.constant<object>(pot) },
      fc.constantFrom<object[]>(...others, { ...pot, testAsset: true }, {}),
    );
    const attempt = fc.record({
      account: fc.constantFrom('main', 'sub', 'MAIN', 'peer'),
      accountId: fc.constantFrom('main', 'sub', 'SUB', 'peer', 'nobody'),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      balanceAsset: asset,
      asset,
      balanceAmount: amount,
      amount,
      isEqual: fc.boolean(),
    });
    const honest = {
      balanceAsset: pot,
      asset: pot,
      balanceAmount: '1',
      amount: '1',
      isEqual: true,
    };
    const names = { account: 'main', accountId: 'sub', key: 'a' } as const;
    const first = [{ ...names, ...honest }];
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 8 }), async (attempts) => {
        world = gullible(given, declares);
        handler = serve(world.provider);
        await Promise.all(
          attempts.map(({ account, key, isEqual, accountId, ...asked }) =>
            post(
              handler,
              path(account),
              asking(
                asked.balanceAmount,
                { balanceAsset: asked.balanceAsset, idempotencyKey: key },
                {
                  asset: isEqual ? asked.balanceAsset : asked.asset,
                  amount: isEqual ? asked.balanceAmount : asked.amount,
                  ...('accountId' in to && { accountId }),
                },
              ),
            ),
          ),
        );
        const { pots, paid, everything } = world;
        // What it rounds off is its own affair: nobody gets more than leaves.
        const [has = 0n] = Object.values(everything());
        expect(Object.keys(everything())).toEqual(Object.keys(before));
        expect(has - unitsIn(decimal(500_000_000n))).toBeLessThan(unitsIn('0.00000001') * 8n);
        for (const units of pots.values()) expect(units).toBeGreaterThanOrEqual(0n);
        if (pots.get('main') !== 500_000_000n || paid.length > 0) moved += 1;
      }),
      { numRuns: 60, examples: [[first]] },
    );
    expect(moved).toBeGreaterThan(0);
  });
});

describe('by another blockchain than the asset is on', () => {
  it('goes nothing', async () => {
    const [blockchain] = KINDS;
    for (const declares of [true, false]) {
      const { provider, paid } = gullible(blockchain, declares);
      const destination = { ...blockchain.to, asset: BTC, amount: '1', blockchain: 'Ethereum' };
      const body = { balanceAsset: BTC, balanceAmount: '1', destination };
      const path = '/accounts/main/transfers/withdrawals/blockchain';
      const refused = await post(serve(provider), path, { ...body, idempotencyKey: 'a' });
      expect([refused.status, refused.body.propertyName]).toEqual([400, '/destination/blockchain']);
      const right = { ...body, destination: { ...destination, blockchain: 'Bitcoin' } };
      const made = await post(serve(provider), path, { ...right, idempotencyKey: 'b' });
      expect([made.status, paid.length]).toEqual([201, 1]);
    }
  });
});

describe('quotes of a provider that prices and executes whatever it is asked', () => {
  const pair = { fromAsset: USD, toAsset: BTC };
  function market(declares: boolean) {
    const executed: string[] = [];
    const quotes = new Map<string, Quote>();
    const provider: Provider = {
      capabilities: {
        ...(declares && { listConversions: async () => [{ id: 'c', ...pair }] }),
      },
      accounts: {
        list: async () => [],
        get: async (id) =>
          id.toLowerCase() === 'main' ? { id: 'main', title: 'Main', status: 'active' } : undefined,
      },
      liquidity: {
        listQuotes: async () => [...quotes.values()],
        createQuote: async (_, { fromAsset, toAsset }) => {
          const quote: Quote = {
            id: `q-${quotes.size + 1}`,
            fromAsset,
            toAsset,
            fromAmount: '1',
            toAmount: '1',
            conversionFeeBps: 0,
            status: 'ready',
            createdAt: AT,
            expiresAt: '2999-01-01T00:00:00Z',
          };
          quotes.set(quote.id, quote);
          return quote;
        },
        getQuote: async (_, id) => quotes.get(id.toLowerCase()),
        executeQuote: async (_, id) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          executed.push(id);
          const quote = quotes.get(id.toLowerCase());
          if (quote) quotes.set(quote.id, { ...quote, status: 'executed' });
          return quote;
        },
      },
    };
    return { handler: serve(provider), executed, quotes };
  }
  const path = '/accounts/main/liquidity/quotes';

  it.each([true, false])('are of declared conversions only, declared: %s', async (declares) => {
    const { handler, quotes } = market(declares);
    for (const [from, to] of [
      [BTC, USD],
      [USD, USD],
      [BTC, BTC],
      [ETH, BTC],
      [USD, { ...BTC, testAsset: true }],
      [{ ...USD, testAsset: true }, BTC],
      [TOKEN, BTC],
      ...(declares ? [] : [[USD, BTC]]),
    ]) {
      const body = { fromAsset: from, toAsset: to, fromAmount: '1' };
      expect((await post(handler, path, body)).status).toBe(400);
    }
    for (const amount of ['0', '0.00', '-1', '1e1', 1, null]) {
      expect((await post(handler, path, { ...pair, fromAmount: amount })).status).toBe(400);
      expect((await post(handler, path, { ...pair, toAmount: amount })).status).toBe(400);
    }
    expect((await post(handler, path, { ...pair, fromAmount: '1', toAmount: '9' })).status).toBe(
      400,
    );
    expect(quotes.size).toBe(0);
    const right = await post(handler, path, { ...pair, fromAmount: '1' });
    expect(right.status).toBe(declares ? 200 : 400);
  });

  it('are executed once, under whatever spelling', async () => {
    const { handler, executed } = market(true);
    const { body } = await post(handler, path, { ...pair, fromAmount: '1' });
    const spellings = [body.id, 'Q-1', '%71-1', body.id, 'q-1%20'].flatMap((id) => [
      `${path}/${id}/execute`,
      `${path.replace('main', 'MAIN')}/${id}/execute`,
    ]);
    const answers = await Promise.all(
      spellings.map((each) => send(handler, each, { method: 'POST' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(executed).toEqual(['q-1']);
  });
});

describe('ramps of a provider that pays whatever it is asked', () => {
  const ramp = {
    type: 'OnRamp',
    amount: '10',
    from: { type: 'Prefunded', asset: USD },
    to: { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1q' },
  };
  function ramping(declares: boolean) {
    const made: unknown[] = [];
    const provider: Provider = {
      capabilities: {
        ...(declares && {
          listRampMethods: async () => [
            {
              id: 'r',
              from: { type: 'Prefunded' as const, asset: USD },
              to: { transferMethod: 'PublicBlockchain' as const, asset: BTC },
            },
          ],
        }),
      },
      accounts: {
        list: async () => [],
        get: async (id) =>
          id.toLowerCase() === 'main' ? { id: 'main', title: 'Main', status: 'active' } : undefined,
      },
      ramps: {
        list: async () => [],
        create: async (_, { idempotencyKey: _key, ...request }) => {
          made.push(request);
          const dates = { createdAt: AT, updatedAt: AT, expiresAt: '2999-01-01T00:00:00Z' };
          return { ...request, ...dates, id: 'r-1', status: 'Processing' } as never;
        },
        find: async () => undefined,
        get: async () => undefined,
      },
    };
    return { handler: serve(provider), made };
  }

  it.each([true, false])('are of declared ends only, declared: %s', async (declares) => {
    const { handler, made } = ramping(declares);
    const { from, to } = ramp;
    for (const [index, change] of [
      { amount: '0' },
      { amount: '0.0' },
      { amount: '-1' },
      { amount: 10 },
      { from: { ...from, asset: EUR } },
      { from: { ...from, asset: { ...USD, testAsset: true } } },
      { from: { ...from, takeFrom: 'theirs' } },
      { from: { ...from, takeFrom: 'MAIN' } },
      { to: { ...to, asset: ETH } },
      { to: { ...to, asset: { ...BTC, testAsset: true } } },
      { to: { ...to, blockchain: 'Ethereum' } },
      { from: { transferMethod: 'Iban', asset: USD } },
      ...(declares ? [] : [{}]),
    ].entries()) {
      const body = { ...ramp, ...change, idempotencyKey: `r-${index}` };
      const answer = await post(handler, '/accounts/main/ramps', body);
      expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(400);
    }
    expect(made).toEqual([]);
    const right = await post(handler, '/accounts/main/ramps', { ...ramp, idempotencyKey: 'right' });
    expect([right.status, made.length]).toEqual(declares ? [201, 1] : [400, 0]);
  });
});
