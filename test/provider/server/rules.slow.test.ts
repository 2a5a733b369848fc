import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpFailure } from '../../../src/handlers.js';
import { ProviderApiError } from '../../../src/provider/index.js';
import { RequestVerifier } from '../../../src/requests/index.js';
import { memoryStore } from '../../../src/store/index.js';
import { rejectionOf } from '../../support/rejections.js';
import { API_KEY, clientOf, post, SCHEME, SECRET, send, serve } from './support/caller.js';
import { BODIES, BTC, COLLATERAL_ID, exchange, POINTS, USD } from './support/exchange.js';

afterEach(() => {
  vi.useRealTimers();
});

const TRANSFERS = '/accounts/main/transfers';
const key = () => ({ idempotencyKey: crypto.randomUUID() });

describe('withdrawals', () => {
  const { provider, asked, state } = exchange();
  const handler = serve(provider);
  const refused = async (path: string, body: object, errorType: string, propertyName?: string) => {
    const answer = await post(handler, path, { ...body, ...key() });
    expect([answer.status, answer.body.errorType, answer.body.propertyName]).toEqual([
      400,
      errorType,
      propertyName,
    ]);
  };
  const fiat = { ...BODIES.createFiatWithdrawal };
  const blockchain = { ...BODIES.createBlockchainWithdrawal };
  const internal = { ...BODIES.createSubAccountWithdrawal };

  it('are of assets that are known', async () => {
    const nothing = { assetId: 'nothing' };
    await refused(
      `${TRANSFERS}/withdrawals/fiat`,
      { ...fiat, balanceAsset: nothing },
      'unknown-asset',
      '/balanceAsset/assetId',
    );
    await refused(
      `${TRANSFERS}/withdrawals/blockchain`,
      { ...blockchain, destination: { ...Object(blockchain.destination), asset: nothing } },
      'unknown-asset',
      '/destination/asset/assetId',
    );
  });

  it('go by methods that are declared, and above their least amount', async () => {
    const path = `${TRANSFERS}/withdrawals/blockchain`;
    const destination = { ...Object(blockchain.destination), asset: POINTS };
    const method = '/destination/transferMethod';
    await refused(path, { ...blockchain, destination }, 'unsupported-transfer-method', method);
    await refused(
      path,
      { ...blockchain, balanceAsset: USD },
      'unsupported-transfer-method',
      method,
    );
    for (const balanceAmount of ['0.49', '0', '0.4999999999999999999999']) {
      await refused(
        path,
        { ...blockchain, balanceAmount },
        'amount-below-minimum',
        '/balanceAmount',
      );
    }
    for (const balanceAmount of ['0.5', '0.50', '00.51', '10']) {
      const destination = { ...Object(blockchain.destination), amount: balanceAmount };
      const body = { ...blockchain, balanceAmount, destination, ...key() };
      expect((await post(handler, path, body)).status).toBe(201);
    }
  });

  it('send as much of an asset as they take', async () => {
    const path = `${TRANSFERS}/withdrawals/fiat`;
    const before = state.usd;
    for (const amount of ['10.000000000000000001', '11', '1000000', '9.999999999999', '1']) {
      const destination = { ...Object(fiat.destination), amount };
      await refused(path, { ...fiat, destination }, 'bad-request', '/destination/amount');
    }
    expect(state.usd).toBe(before);
    for (const amount of ['10', '10.0', '010']) {
      const destination = { ...Object(fiat.destination), amount };
      expect((await post(handler, path, { ...fiat, destination, ...key() })).status).toBe(201);
    }
  });

  it('send less where the provider takes fees, and never more', async () => {
    const { provider } = exchange();
    const { transfersFiat } = provider;
    const taking = serve({ ...provider, transfersFiat: { ...transfersFiat, takesFees: true } });
    for (const [amount, status] of [
      ['9.5', 201],
      ['10', 201],
      ['10.01', 400],
      ['0', 400],
    ] as const) {
      const destination = { ...Object(fiat.destination), amount };
      const body = { ...fiat, destination, ...key() };
      const answer = await post(taking, `${TRANSFERS}/withdrawals/fiat`, body);
      expect(answer.status, answer.text).toBe(status);
    }
  });

  it('are done with whatever amount, however long', async () => {
    const path = `${TRANSFERS}/withdrawals/fiat`;
    // Whoever looks at each zero once for every other is at it for minutes.
    for (const zeros of Array.from({ length: 20 }, () => '0'.repeat(30_000))) {
      const balanceAmount = `1.${zeros}1`;
      const destination = { ...Object(fiat.destination), amount: `1.${zeros}2` };
      const body = { ...fiat, balanceAmount, destination };
      await refused(path, body, 'bad-request', '/destination/amount');
    }
  });

  it('stay within the customer, and go up only where nothing else is allowed', async () => {
    const to = (accountId: string) => ({
      ...internal,
      destination: { ...Object(internal.destination), accountId },
    });
    const path = `${TRANSFERS}/withdrawals/subaccount`;
    const not = ['transfer-destination-not-allowed', '/destination/accountId'] as const;
    await refused(path, to('somebody'), ...not);
    await refused(path, to('main'), ...not);
    const up = '/accounts/sub/transfers/withdrawals/subaccount';
    await refused(up, to('sub'), ...not);
    expect((await post(handler, up, { ...to('main'), ...key() })).status).toBe(201);
  });

  it('wait for a settlement, under whatever name', async () => {
    state.requiresSettlement = true;
    const before = asked.filter((each) => each.startsWith('withdraw')).length;
    for (const [name, body] of [
      ['fiat', fiat],
      ['blockchain', blockchain],
      ['peeraccount', { ...BODIES.createPeerAccountWithdrawal }],
      ['subaccount', internal],
    ] as const) {
      await refused(`${TRANSFERS}/withdrawals/${name}`, body, 'settlement-required');
    }
    const named = serve(provider, { settlementRequiredErrorType: 'outstanding-credit' });
    const answer = await post(named, `${TRANSFERS}/withdrawals/fiat`, { ...fiat, ...key() });
    expect([answer.status, answer.body.errorType]).toEqual([400, 'outstanding-credit']);
    state.requiresSettlement = false;
    expect(asked.filter((each) => each.startsWith('withdraw'))).toHaveLength(before);
  });
});

describe('deposit addresses', () => {
  const handler = serve(exchange().provider);
  const path = `${TRANSFERS}/deposits/addresses`;

  it.each([
    [
      'unknown-asset',
      { transferMethod: 'PublicBlockchain', asset: { assetId: 'nothing' } },
      '/transferMethod/asset/assetId',
    ],
    [
      'unsupported-transfer-method',
      { transferMethod: 'PublicBlockchain', asset: POINTS },
      '/transferMethod',
    ],
    [
      'deposit-address-creation-not-allowed',
      { transferMethod: 'Iban', asset: USD },
      '/transferMethod',
    ],
  ])('are refused as %s', async (errorType, transferMethod, propertyName) => {
    const answer = await post(handler, path, { transferMethod, ...key() });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errorType, propertyName, requestPart: 'body' },
    ]);
  });

  it('are none where the provider makes none, of whatever is declared', async () => {
    const { depositAddresses: _none, ...provider } = exchange().provider;
    const own = serve(provider);
    expect((await send(own, path)).body).toEqual({ addresses: [] });
    expect((await send(own, `${path}/a-1`)).status).toBe(404);
    expect((await send(own, `${path}/a-1`, { method: 'DELETE' })).status).toBe(404);
    for (const [asset, errorType] of [
      [{ assetId: 'nothing' }, 'unknown-asset'],
      [BTC, 'unsupported-transfer-method'],
    ]) {
      const transferMethod = { transferMethod: 'PublicBlockchain', asset };
      const answer = await post(own, path, { transferMethod, ...key() });
      expect([answer.status, answer.body.errorType]).toEqual([400, errorType]);
    }
  });

  it('are disabled by no signature that was for another', async () => {
    const { body } = await post(handler, path, { ...BODIES.createDepositAddress, ...key() });
    const one = `${path}/${body.id}`;
    const answer = await send(handler, one, { method: 'DELETE', body: '23' });
    expect([answer.status, answer.body]).toMatchObject([400, { requestPart: 'body' }]);
    expect((await send(handler, one)).body.status).toBe('enabled');
  });

  it('are disabled once', async () => {
    const { body } = await post(handler, path, { ...BODIES.createDepositAddress, ...key() });
    const one = `${path}/${body.id}`;
    expect((await send(handler, one, { method: 'DELETE' })).body.status).toBe('disabled');
    const again = await send(handler, one, { method: 'DELETE' });
    expect([again.status, again.body.errorType]).toEqual([400, 'deposit-address-disabled']);
    expect((await send(handler, one)).body.status).toBe('disabled');
  });
});

describe('quotes', () => {
  it('are of known assets and declared conversions, with names as validators want them', async () => {
    const handler = serve(exchange().provider);
    const path = '/accounts/main/liquidity/quotes';
    for (const side of ['fromAsset', 'toAsset']) {
      const body = { ...BODIES.createQuote, [side]: { assetId: 'nothing' } };
      expect((await post(handler, path, body)).body).toMatchObject({
        errorType: 'unknown-asset',
        propertyName: side,
        requestPart: 'body',
      });
    }
    const backwards = { fromAsset: BTC, toAsset: USD, fromAmount: '1' };
    expect((await post(handler, path, backwards)).body.errorType).toBe('unsupported-conversion');
  });

  it('are executed once, ready and in time', async () => {
    const { provider, quotes, asked } = exchange();
    const handler = serve(provider);
    const path = '/accounts/main/liquidity/quotes';
    const execute = (id: string) => send(handler, `${path}/${id}/execute`, { method: 'POST' });
    const { body } = await post(handler, path, BODIES.createQuote);
    const answers = await Promise.all(Array.from({ length: 5 }, () => execute(String(body.id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(asked.filter((each) => each.startsWith('execute'))).toHaveLength(1);
    await post(handler, path, BODIES.createQuote);
    for (const quote of quotes) quote.expiresAt = '2026-01-01T00:00:30Z';
    expect((await execute('q-2')).body.errorType).toBe('quote-not-ready');
    expect((await execute('q-9')).status).toBe(404);
  });

  it('are executed once on two replicas, though it takes minutes', async () => {
    vi.useFakeTimers();
    const { provider, asked } = exchange();
    const { liquidity } = provider;
    const slow = {
      ...provider,
      liquidity: {
        ...liquidity,
        executeQuote: async (...of: Parameters<typeof liquidity.executeQuote>) => {
          await new Promise((resolve) => setTimeout(resolve, 150_000));
          return liquidity.executeQuote(...of);
        },
      },
    };
    // The time that passes here is that of the work; a request is as fresh as it was.
    const keys = { [API_KEY]: SECRET };
    const verifier = new RequestVerifier({ ...SCHEME, keys, clockSkewMs: 86_400_000 });
    const settings = { store: memoryStore(), timeoutMs: 600_000, verifier };
    const replicas = [serve(slow, settings), serve(slow, settings)];
    const path = '/accounts/main/liquidity/quotes';
    await post(serve(provider), path, BODIES.createQuote);
    const executed = replicas.map((replica) =>
      send(replica, `${path}/q-1/execute`, { method: 'POST' }),
    );
    let isOver = false;
    const answers = Promise.all(executed).finally(() => {
      isOver = true;
    });
    while (!isOver) await vi.advanceTimersByTimeAsync(10_000);
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(asked.filter((each) => each.startsWith('execute'))).toEqual(['execute q-1']);
  });
});

describe('ramps', () => {
  it('are between ends that are declared', async () => {
    const handler = serve(exchange().provider);
    const path = '/accounts/main/ramps';
    const ramp = { ...BODIES.createRamp };
    const wrong = [
      { from: { transferMethod: 'Wire', asset: USD } },
      { from: { type: 'Prefunded', asset: USD } },
      { to: { ...Object(ramp.to), asset: POINTS } },
    ];
    for (const side of wrong) {
      const answer = await post(handler, path, { ...ramp, ...side, ...key() });
      expect([answer.status, answer.body.errorType], answer.text).toEqual([
        400,
        'unsupported-ramp-method',
      ]);
    }
    const made = await post(handler, path, { ...ramp, ...key() });
    expect([made.status, made.body.status]).toEqual([201, 'Pending']);
  });

  it('are of an amount that what is paid with can have', async () => {
    const { provider, ramps } = exchange();
    const from = { type: 'Prefunded', asset: POINTS } as const;
    const handler = serve({
      ...provider,
      capabilities: {
        ...provider.capabilities,
        listRampMethods: async () => [
          { id: 'rm-2', from, to: { transferMethod: 'Iban', asset: USD } },
          { id: 'rm-3', from, to: { transferMethod: 'PublicBlockchain', asset: BTC } },
        ],
      },
    });
    const iban = Object(BODIES.createFiatWithdrawal?.destination);
    const { amount: _amount, ...bank } = iban;
    const off = { ...BODIES.createRamp, type: 'OffRamp', from, to: bank };
    const bridge = { ...BODIES.createRamp, type: 'Bridge', from };
    for (const ramp of [off, bridge]) {
      const asked = (amount: string) =>
        post(handler, '/accounts/main/ramps', { ...ramp, amount, ...key() });
      for (const amount of ['1.001', '0.000000000000000000001']) {
        const answer = await asked(amount);
        expect([answer.status, answer.body], answer.text).toMatchObject([
          400,
          {
            errorType: 'bad-request',
            propertyName: '/amount',
            message: 'This asset has 2 decimal places.',
          },
        ]);
      }
      for (const amount of ['0', '0.00']) {
        expect((await asked(amount)).body).toMatchObject({
          errorType: 'amount-below-minimum',
          propertyName: '/amount',
        });
      }
      expect(ramps).toHaveLength(ramp === off ? 0 : 1);
      expect((await asked('1.0100')).status).toBe(201);
    }
  });

  it('are paid from accounts of the caller, and from none with credit outstanding', async () => {
    const { provider, ramps } = exchange();
    const owing = new Set<string>();
    const asked: string[] = [];
    const handler = serve({
      ...provider,
      capabilities: {
        ...provider.capabilities,
        listRampMethods: async () => [
          {
            id: 'rm-2',
            type: 'OnRamp',
            from: { type: 'Prefunded', asset: USD },
            to: { transferMethod: 'PublicBlockchain', asset: BTC },
          },
        ],
      },
      collateral: {
        ...provider.collateral,
        requiresSettlement: async (accountId) => {
          asked.push(accountId);
          return owing.has(accountId);
        },
      },
    });
    const pay = (accountId: string, takeFrom?: string) => {
      const from = { type: 'Prefunded', asset: USD, ...(takeFrom && { takeFrom }) };
      return post(handler, `/accounts/${accountId}/ramps`, {
        ...BODIES.createRamp,
        from,
        ...key(),
      });
    };
    const theirs = await pay('main', 'somebody');
    expect([theirs.status, theirs.body]).toMatchObject([
      400,
      { errorType: 'unsupported-external-source', propertyName: '/from/takeFrom' },
    ]);
    expect(asked).toEqual([]);
    for (const extra of [{ type: 'Prefunded' }, { takeFrom: 'somebody' }]) {
      const from = { transferMethod: 'Iban', asset: USD, ...extra };
      const both = { ...BODIES.createRamp, from, ...key() };
      const { status, body } = await post(handler, '/accounts/main/ramps', both);
      expect([status, body]).toMatchObject([
        400,
        { errorType: 'schema-error', propertyName: '/from/transferMethod' },
      ]);
    }
    expect(asked).toEqual([]);
    owing.add('main');
    for (const answer of [await pay('main'), await pay('main', 'main'), await pay('sub', 'main')]) {
      expect([answer.status, answer.body.errorType]).toEqual([400, 'settlement-required']);
    }
    expect(ramps).toEqual([]);
    expect((await pay('main', 'sub')).status).toBe(201);
    expect((await pay('sub')).status).toBe(201);
  });
});

describe('accounts', () => {
  it('come with balances only where they are asked for', async () => {
    const client = clientOf(serve(exchange().provider));
    expect('balances' in (await client.accounts.get('main'))).toBe(false);
    expect((await client.accounts.get('main', { balances: true })).balances).toEqual([]);
    const [main] = (await client.accounts.list({ balances: true })).items;
    expect(main?.balances).toEqual([]);
    expect('balances' in Object((await client.accounts.list()).items[0])).toBe(false);
  });

  it('come with the balances of that part where they have none of their own', async () => {
    const { provider, accounts } = exchange();
    for (const account of accounts) delete account.balances;
    const balancesIn = async (more: object) => {
      const { body } = await send(serve(provider, more), '/accounts?balances=true');
      const one = await send(serve(provider, more), '/accounts/sub?balances=true');
      return [...(body.accounts ?? []), one.body].map(({ balances }) =>
        balances?.map(({ id }) => id),
      );
    };
    const all = ['b-1', 'b-2'];
    expect(await balancesIn({})).toEqual([all, all, all]);
    expect(await balancesIn({ components: { balances: ['main'] } })).toEqual([
      all,
      undefined,
      undefined,
    ]);
  });

  it('have a title, and one level of hierarchy', async () => {
    for (const altered of [
      { id: 'main', title: '  ', status: 'active' },
      { id: 'subsub', title: 'Too deep', status: 'active', parentId: 'sub' },
    ]) {
      const { provider, accounts } = exchange();
      accounts.unshift(altered);
      const failures: HttpFailure[] = [];
      const handler = serve(provider, { onError: (failure) => failures.push(failure) });
      expect((await send(handler, '/accounts')).status).toBe(500);
      expect((await send(handler, `/accounts/${altered.id}`)).status).toBe(500);
      expect(String(failures[0]?.error)).toMatch(/title|parent/);
    }
  });

  it('are nobody else’s: no other part hears of them', async () => {
    const { provider, asked } = exchange();
    const client = clientOf(serve(provider));
    const error = await rejectionOf(Promise.resolve(client.balances.list('theirs')));
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(Object(error).errorType).toBe('not-found');
    expect(asked).toEqual(['account theirs']);
  });

  it('have the components that are theirs', async () => {
    const handler = serve(exchange().provider, { components: { liquidity: ['main'] } });
    const { body } = await send(handler, '/capabilities');
    expect(body.components).toMatchObject({ accounts: '*', liquidity: ['main'] });
    expect((await send(handler, '/accounts/main/liquidity/quotes')).status).toBe(200);
    expect((await send(handler, '/accounts/sub/liquidity/quotes')).status).toBe(404);
  });
});

describe('balances', () => {
  it('are of one asset at most', async () => {
    const client = clientOf(serve(exchange().provider));
    const of = async (query: object) =>
      (await client.balances.list('main', query)).items.map(({ id }) => id);
    expect(await of({})).toEqual(['b-1', 'b-2']);
    expect(await of({ nationalCurrencyCode: 'USD' })).toEqual(['b-1']);
    expect(await of({ cryptocurrencySymbol: 'BTC' })).toEqual(['b-2']);
    expect(await of({ assetId: 'points' })).toEqual([]);
    const unknown = await send(serve(exchange().provider), '/accounts/main/balances?assetId=x');
    expect([unknown.status, unknown.body]).toMatchObject([
      400,
      { errorType: 'unknown-asset', requestPart: 'querystring' },
    ]);
  });
});

describe('rates', () => {
  it('are of one pair', async () => {
    const handler = serve(exchange().provider);
    for (const query of ['', '?conversionPairId=', '?conversionPairId=c-1&rampsPairId=r-1']) {
      const answer = await send(handler, `/accounts/main/rate${query}`);
      expect([answer.status, answer.body], query).toMatchObject([
        400,
        { errorType: 'bad-request', requestPart: 'querystring' },
      ]);
    }
    const one = await send(handler, '/accounts/main/rate?conversionPairId=c-1&rampsPairId=');
    expect(one.status).toBe(200);
  });
});

describe('capabilities', () => {
  it('are what is implemented', async () => {
    const whole = (await send(serve(exchange().provider), '/capabilities')).body;
    expect(Object.keys(whole.components ?? {})).toHaveLength(12);
    expect(whole.version).toBe('0.5.1');
    const little = serve({}, { requirements: { accounts: { userIdentification: {} } } });
    expect((await send(little, '/capabilities')).body).toEqual({
      version: '0.5.1',
      components: { accounts: [], balances: [] },
      requirements: { accounts: { userIdentification: {} } },
    });
    for (const path of ['/accounts', '/accounts/main/balances', '/accounts/main/ramps']) {
      const answer = await send(little, path);
      expect([answer.status, answer.body.errorType]).toEqual([404, 'not-found']);
    }
    expect((await send(little, '/capabilities/assets')).body).toEqual({ assets: [] });
  });

  it('have the withdrawal methods of all accounts, once each', async () => {
    const { body } = await send(serve(exchange().provider), '/capabilities/transfers/withdrawals');
    expect(body.capabilities?.map(({ id }) => id)).toEqual([
      'wm-1',
      'wm-2',
      'wm-3',
      'wm-4-main',
      'wm-4-sub',
    ]);
  });
});

describe('collateral', () => {
  const link = { ...BODIES.createCollateralAccountLink };
  const path = '/accounts/main/collateral';
  const own = `${path}/${COLLATERAL_ID}`;

  it('is of main accounts, one each, and found again with another key', async () => {
    const { provider, links } = exchange();
    const handler = serve(provider);
    const sub = await post(handler, '/accounts/sub/collateral/link', link);
    expect([sub.status, sub.body.errorType]).toEqual([400, 'bad-request']);
    const other = [7, 8, 9].map((digit) => COLLATERAL_ID.slice(0, 35) + digit).join('.');
    const answers = await Promise.all([
      post(handler, `${path}/link`, link),
      post(handler, `${path}/link`, link, { apiKey: 'key-2' }),
    ]);
    answers.push(await post(handler, `${path}/link`, { ...link, collateralId: other }));
    expect(answers.map(({ status, body }) => [status, body.collateralId])).toEqual(
      answers.map(() => [200, COLLATERAL_ID]),
    );
    const formless = await post(handler, `${path}/link`, { ...link, collateralId: 'x' });
    expect(formless.body).toMatchObject({ collateralId: 'x', status: 'Failed' });
    expect(links).toHaveLength(1);
    const listed = await send(handler, `${path}/link`, { apiKey: 'key-2' });
    expect(listed.body.collateralLinks?.[0]?.collateralId).toBe(COLLATERAL_ID);
  });

  it.each(['unknownId', `${COLLATERAL_ID}.x`, COLLATERAL_ID.replace('-4f94', '-1f94')])(
    'is not linked by an id such as %s',
    async (collateralId) => {
      const { provider, links } = exchange();
      const answer = await post(serve(provider), `${path}/link`, { ...link, collateralId });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { collateralId, status: 'Failed', rejectionReason: expect.any(String) },
      ]);
      expect(links).toEqual([]);
    },
  );

  it('knows each address once, and of eligible assets only', async () => {
    const handler = serve(exchange().provider);
    await post(handler, `${path}/link`, link);
    const body = { ...BODIES.createCollateralDepositAddressForAsset };
    const both = await Promise.all([
      post(handler, `${own}/addresses`, body),
      post(handler, `${own}/addresses`, { ...body, recoveryAccountId: 'r-2' }),
    ]);
    expect(both.map(({ body: made }) => made.id)).toEqual(['ca-1', 'ca-1']);
    expect((await send(handler, `${own}/addresses`)).body.addresses).toHaveLength(1);
    expect((await send(handler, `${own}/addresses?assetId=points`)).body.addresses).toEqual([]);
    const unknown = await send(handler, `${own}/addresses?assetId=nothing`);
    expect([unknown.status, unknown.body]).toMatchObject([
      400,
      { errorType: 'unknown-asset', requestPart: 'querystring' },
    ]);
    const address = { ...Object(body.address), asset: POINTS };
    const refused = await post(handler, `${own}/addresses`, { ...body, address });
    expect([refused.status, refused.body.errorType]).toEqual([400, 'unknown-asset']);
  });

  it('gives reasons for its preflights', async () => {
    const handler = serve(exchange().provider);
    await post(handler, `${path}/link`, link);
    const intent = { ...BODIES.initiateCollateralDepositTransactionIntent };
    expect((await post(handler, `${own}/intents/deposits`, intent)).body.status).toBe('Approved');
    const points = await post(handler, `${own}/intents/deposits`, { ...intent, asset: POINTS });
    expect([points.status, points.body]).toMatchObject([
      200,
      { status: 'Rejected', asset: POINTS, amount: '1', rejectionReason: expect.any(String) },
    ]);
    const removal = { ...BODIES.initiateCollateralWithdrawalTransactionIntent };
    const rejected = await post(handler, `${own}/intents/withdrawals`, removal);
    expect(rejected.body.rejectionReason).toBe('Credit is outstanding.');
  });

  it('never settles what is not eligible', async () => {
    const handler = serve(exchange().provider);
    await post(handler, `${path}/link`, link);
    const current = (await send(handler, `${own}/settlement`)).body;
    expect(current.withdrawInstructions).toHaveLength(1);
    expect(current.withdrawInstructions?.[0]?.sourceAddress.asset).toEqual(BTC);
    const started = await post(handler, `${own}/settlement`, BODIES.initiateSettlement);
    expect(started.body).toEqual(current);
  });

  it('is not taken away while credit is outstanding, but by a settlement', async () => {
    const { provider, state } = exchange();
    const handler = serve(provider);
    await post(handler, `${path}/link`, link);
    state.requiresSettlement = true;
    const body = { ...BODIES.initiateCollateralWithdrawalTransaction };
    const refused = await post(handler, `${own}/withdrawals`, body);
    expect([refused.status, refused.body.errorType]).toEqual([400, 'settlement-required']);
    const settlementDetails = { settlementId: 's-1', settlementTxId: 't-1' };
    const settling = await post(handler, `${own}/withdrawals`, { ...body, settlementDetails });
    expect(settling.status).toBe(200);
  });
});
