import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderApiClient, type RampRequest } from '../../src/provider/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.js';
import { rejectionOf } from '../support/rejections.js';

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;
const XRP = { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' } as const;
const USD = { nationalCurrencyCode: 'USD' } as const;
const EUR = { nationalCurrencyCode: 'EUR' } as const;
const USDC = { assetId: 'usdc-ethereum' } as const;
const HOUR = 3_600_000;
/** Longer than any test, so that nothing ends before it is told to. */
const SETTLE_MS = 600_000;

let sandbox: Sandbox;
let client: ProviderApiClient;

async function started(options: SandboxOptions = {}): Promise<[Sandbox, ProviderApiClient]> {
  const provider = { settleMs: SETTLE_MS };
  const own = await startSandbox({ ledgerCloseMs: 0, provider, ...options });
  const signer = new RequestSigner(own.provider.credentials);
  const baseUrl = own.provider.url;
  return [own, new ProviderApiClient({ baseUrl, signer, answers: 'strict' })];
}

beforeEach(async () => {
  [sandbox, client] = await started();
});
afterEach(() => sandbox.stop());

const withdrawal = (amount: string) => ({
  balanceAsset: BTC,
  balanceAmount: amount,
  destination: { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1q', amount } as const,
});

describe('withdrawals of the sandbox provider', () => {
  it('give back what was locked when they fail', async () => {
    const { provider } = sandbox;
    provider.hold();
    const { id } = await client.transfers.blockchain.withdraw('main', withdrawal('4'));
    sandbox.advanceTime(SETTLE_MS);
    expect((await client.transfers.withdrawals.get('main', id)).status).toBe('pending');
    expect([provider.balanceOf('BTC'), provider.balanceOf('BTC', 'main', 'locked')]).toEqual([
      '6',
      '4',
    ]);
    provider.settle(id, 'failed');
    const failed = await client.transfers.withdrawals.get('main', id);
    expect(failed).toMatchObject({ status: 'failed', finalizedAt: expect.any(String) });
    expect(failed.events?.map(({ status }) => status)).toEqual(['pending', 'failed']);
    expect(failed.destination).not.toHaveProperty('blockchainTxId');
    expect([provider.balanceOf('BTC'), provider.balanceOf('BTC', 'main', 'locked')]).toEqual([
      '10',
      '0',
    ]);
    expect(() => provider.settle(id, 'succeeded')).toThrow('Nothing is under way');
  });

  it('turn dollars into tokens on their way, and nothing else into anything', async () => {
    const { blockchain } = client.transfers;
    const destination = {
      transferMethod: 'PublicBlockchain',
      asset: USDC,
      address: '0xa',
    } as const;
    const request = { balanceAsset: USD, balanceAmount: '100' };
    await blockchain.withdraw('main', {
      ...request,
      destination: { ...destination, amount: '99.5' },
    });
    expect(sandbox.provider.balanceOf('USD')).toBe('99900');
    const refused = (amount: string, balanceAsset: typeof USD | typeof EUR = USD) =>
      rejectionOf(
        blockchain.withdraw('main', {
          ...request,
          balanceAsset,
          destination: { ...destination, amount },
        }),
      );
    expect(await refused('100.01')).toMatchObject({
      errorType: 'bad-request',
      propertyName: '/destination/amount',
    });
    expect(await refused('1', EUR)).toMatchObject({ errorType: 'unsupported-transfer-method' });
    expect(sandbox.provider.balanceOf('usdc-ethereum')).toBe('50000');
  });

  it.each([
    ['more than there is', withdrawal('10.00000001'), 'bad-request'],
    ['more decimals than there are', withdrawal('1.000000001'), 'bad-request'],
    ['nothing', withdrawal('0'), 'amount-below-minimum'],
    ['less than the least', withdrawal('0.00001'), 'amount-below-minimum'],
  ])('refuse %s, and move nothing', async (_, request, errorType) => {
    const refused = await rejectionOf(client.transfers.blockchain.withdraw('main', request));
    expect(refused).toMatchObject({ status: 400, errorType });
    expect(sandbox.provider.balanceOf('BTC')).toBe('10');
  });

  it('go to accounts that are there, and to peers only where they are none of the own', async () => {
    const { peerAccounts, internal } = client.transfers;
    const request = { balanceAsset: USD, balanceAmount: '1' };
    const to = (accountId: string) => ({ asset: USD, accountId, amount: '1' });
    const transferMethod = 'PeerAccountTransfer' as const;
    for (const accountId of ['sub-1', 'nobody']) {
      const destination = { ...to(accountId), transferMethod };
      const call = peerAccounts.withdraw('main', { ...request, destination });
      expect(await rejectionOf(call)).toMatchObject({
        errorType: 'transfer-destination-not-allowed',
      });
    }
    for (const accountId of ['main', 'peer']) {
      const destination = { ...to(accountId), transferMethod: 'InternalTransfer' as const };
      const call = internal.withdraw('main', { ...request, destination });
      expect(await rejectionOf(call)).toMatchObject({
        errorType: 'transfer-destination-not-allowed',
      });
    }
    expect(sandbox.provider.balanceOf('USD')).toBe('100000');
  });
});

describe('quotes of the sandbox provider', () => {
  it('expire, and are executed once', async () => {
    const { liquidity } = client;
    const request = { fromAsset: USD, toAsset: BTC, toAmount: '0.1' };
    const late = await liquidity.createQuote('main', request);
    // 0.1 are 6000 dollars, and a quarter percent on top.
    expect(late).toMatchObject({ fromAmount: '6015.04', toAmount: '0.1' });
    sandbox.advanceTime(30_000);
    expect((await liquidity.getQuote('main', late.id)).status).toBe('expired');
    const tooLate = await rejectionOf(liquidity.executeQuote('main', late.id));
    expect(tooLate).toMatchObject({ status: 400, errorType: 'quote-not-ready' });
    const { id } = await liquidity.createQuote('main', request);
    const both = await Promise.allSettled([
      liquidity.executeQuote('main', id),
      liquidity.executeQuote('main', id),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sandbox.provider.balanceOf('USD')).toBe('93984.96');
    expect(sandbox.provider.balanceOf('BTC')).toBe('10.1');
  });

  it('name what they are not for', async () => {
    const pair = { fromAsset: { assetId: 'nothing' }, toAsset: USD, fromAmount: '1' };
    expect(await rejectionOf(client.liquidity.createQuote('main', pair))).toMatchObject({
      errorType: 'unknown-asset',
      propertyName: 'fromAsset',
    });
    const points = { fromAsset: USD, toAsset: { assetId: 'points' }, fromAmount: '1' };
    expect(await rejectionOf(client.liquidity.createQuote('main', points))).toMatchObject({
      errorType: 'unsupported-conversion',
    });
  });

  it('follow the price', async () => {
    sandbox.provider.setPrice('BTC', '50000.5');
    const rate = await client.rates.get('main', { orderBookPairId: 'BTC-USD' });
    expect(rate.rate).toBe('50000.5');
    expect(await rejectionOf(client.rates.get('main', { rampsPairId: 'none' }))).toMatchObject({
      status: 404,
    });
  });
});

describe('ramps of the sandbox provider', () => {
  const onRamp = (from: Extract<RampRequest, { type: 'OnRamp' }>['from']) =>
    ({
      type: 'OnRamp',
      amount: '600',
      from,
      to: { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1q' },
    }) as const;
  const statusOf = async (id: string) => (await client.ramps.get('main', id)).status;

  it('tell how to pay, for every rail there is', async () => {
    const rails = new Set<string>();
    for await (const { from, id } of client.capabilities.listRampMethods('main', { limit: 200 })) {
      if (!id.startsWith('OnRamp') || !id.endsWith('BTC') || 'type' in from) continue;
      const { transferMethod, asset } = from;
      const mobile = { mobilePhoneNumber: '+254700000000', email: 'a@b.c', provider: 'm-pesa' };
      const source = { transferMethod, asset, ...(transferMethod === 'Momo' ? mobile : {}) };
      const request = { ...onRamp({ transferMethod: 'Ach', asset: USD }), amount: '100000' };
      const ramp = await client.ramps.create('main', { ...request, from: source } as RampRequest);
      expect(ramp).toMatchObject({
        status: 'Pending',
        paymentInstructions: { transferMethod, referenceId: ramp.id },
      });
      rails.add(transferMethod);
    }
    expect(rails.size).toBe(12);
  });

  it('are canceled when nobody pays, and refunded when they fail', async () => {
    const unpaid = await client.ramps.create(
      'main',
      onRamp({ transferMethod: 'Wire', asset: USD }),
    );
    const paid = await client.ramps.create('main', onRamp({ transferMethod: 'Ach', asset: USD }));
    sandbox.provider.pay(paid.id);
    expect(() => sandbox.provider.pay(paid.id)).toThrow('Nobody has to pay');
    sandbox.provider.settle(paid.id, 'failed');
    expect(await statusOf(paid.id)).toBe('Refunded');
    sandbox.advanceTime(HOUR);
    expect(await statusOf(unpaid.id)).toBe('Canceled');
    expect(() => sandbox.provider.pay(unpaid.id)).toThrow('Nobody has to pay');
  });

  it('take what they cost from the account at once, and give it back', async () => {
    const ramp = await client.ramps.create('main', onRamp({ type: 'Prefunded', asset: USD }));
    expect(sandbox.provider.balanceOf('USD')).toBe('99400');
    sandbox.provider.settle(ramp.id, 'failed');
    expect(await statusOf(ramp.id)).toBe('Failed');
    expect(sandbox.provider.balanceOf('USD')).toBe('100000');
    const poor = client.ramps.create('sub-1', onRamp({ type: 'Prefunded', asset: USD }));
    expect(await rejectionOf(poor)).toMatchObject({ status: 400, errorType: 'bad-request' });
    const shared = onRamp({ type: 'Prefunded', asset: USD, takeFrom: 'main' });
    expect((await client.ramps.create('sub-1', shared)).status).toBe('Processing');
    expect(sandbox.provider.balanceOf('USD')).toBe('99400');
  });

  const terms = [
    ['nothing', undefined, 'Refunded'],
    ['the market', { type: 'Market' }, 'Completed'],
    ['a market within one percent', { type: 'Retry', slippage: 0.01 }, 'Refunded'],
    ['a market within ten percent', { type: 'Retry', slippage: 0.1 }, 'Completed'],
  ] as const;
  it.each(terms)('keep to a quote, and once it is over to %s', async (_, reQuote, last) => {
    const quoted = async () => {
      const request = { fromAsset: USD, toAsset: BTC, fromAmount: '600' };
      const { id: quoteId } = await client.liquidity.createQuote('main', request);
      const executionDetails = { type: 'Quote', quoteId, ...(reQuote && { reQuote }) } as const;
      const request2 = { ...onRamp({ transferMethod: 'Ach', asset: USD }), executionDetails };
      return client.ramps.create('main', request2);
    };
    const { provider } = sandbox;
    const kept = await quoted();
    const late = await quoted();
    provider.setPrice('BTC', '63000');
    provider.pay(kept.id);
    provider.settleAll('succeeded');
    // Of 0.01 at the quote's price, less its quarter percent and a dollar's worth of today.
    expect(await client.ramps.get('main', kept.id)).toMatchObject({
      receipt: { amount: '0.00995913' },
    });
    sandbox.advanceTime(30_000);
    provider.pay(late.id);
    if (last === 'Completed') provider.settleAll('succeeded');
    expect(await statusOf(late.id)).toBe(last);
  });

  it('refuse what they are not for', async () => {
    const request = onRamp({ transferMethod: 'Ach', asset: USD });
    const little = client.ramps.create('main', { ...request, amount: '1' });
    expect(await rejectionOf(little)).toMatchObject({ errorType: 'amount-below-minimum' });
    const to = { transferMethod: 'PublicBlockchain', asset: XRP, address: 'r' } as const;
    expect(await rejectionOf(client.ramps.create('main', { ...request, to }))).toMatchObject({
      status: 400,
    });
  });
});

describe('collateral of the sandbox provider', () => {
  const address = { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1q' } as const;

  it('keeps an approved removal back, and gives it free when nothing comes', async () => {
    const collateralId = await sandbox.platform.link('main');
    await sandbox.platform.addCollateral('main', BTC, '3');
    sandbox.advanceTime(SETTLE_MS);
    const { collateral } = client;
    const ask = (amount: string) =>
      collateral.requestWithdrawal('main', collateralId, {
        amount,
        destinationAddress: address,
        intentApprovalRequest: { fireblocksIntentId: `for ${amount}` },
      });
    const first = await ask('2');
    expect(first.status).toBe('Approved');
    expect(await ask('1.5')).toMatchObject({
      status: 'Rejected',
      rejectionReason: 'insufficient-collateral',
    });
    sandbox.advanceTime(HOUR);
    expect((await ask('3')).status).toBe('Approved');
    const { approvalRequest } = first;
    const over = { collateralTxId: 'tx', approvalRequest };
    const refused = collateral.registerWithdrawal('main', collateralId, over);
    expect(await rejectionOf(refused)).toMatchObject({ status: 400, errorType: 'bad-request' });
  });

  it('takes a deposit for what was approved, and once', async () => {
    const collateralId = await sandbox.platform.link('main');
    const { collateral } = client;
    const { approvalRequest } = await collateral.requestDeposit('main', collateralId, {
      asset: BTC,
      amount: '1',
      intentApprovalRequest: { fireblocksIntentId: 'intent' },
    });
    const register = (collateralTxId: string, fireblocksIntentId = 'intent') =>
      collateral.registerDeposit('main', collateralId, {
        collateralTxId,
        approvalRequest: { ...approvalRequest, fireblocksIntentId },
      });
    expect(await rejectionOf(register('tx-1', 'another'))).toMatchObject({ status: 400 });
    const one = await register('tx-1');
    expect(await register('tx-1')).toEqual(one);
    expect(await rejectionOf(register('tx-2'))).toMatchObject({ status: 400 });
    sandbox.provider.settle(one.id, 'failed');
    expect((await collateral.getDeposit('main', collateralId, 'tx-1')).status).toBe('Rejected');
  });

  it('tells a settlement of yesterday from that of today', async () => {
    const collateralId = await sandbox.platform.link('main');
    await sandbox.platform.addCollateral('main', BTC, '3');
    sandbox.advanceTime(SETTLE_MS);
    const { collateral, liquidity } = client;
    const current = () => collateral.getSettlementInstructions('main', collateralId);
    const before = await current();
    expect(await current()).toEqual(before);
    const quote = { fromAsset: BTC, toAsset: USDC, fromAmount: '11' };
    await liquidity.executeQuote('main', (await liquidity.createQuote('main', quote)).id);
    const stale = { settlementId: 's-1', settlementVersion: before.settlementVersion };
    const refused = collateral.startSettlement('main', collateralId, stale);
    expect(await rejectionOf(refused)).toMatchObject({ propertyName: '/settlementVersion' });
    const versions = [before.settlementVersion, (await current()).settlementVersion];
    const states = versions.map((version) =>
      collateral.getSettlement('main', collateralId, version),
    );
    expect((await Promise.all(states)).map(({ status }) => status)).toEqual(['Invalid', 'Pending']);
    await collateral.startSettlement('main', collateralId, {
      settlementId: 's-1',
      settlementVersion: versions[1] ?? '',
    });
    sandbox.advanceTime(10 * 24 * HOUR);
    const state = await collateral.getSettlement('main', collateralId, versions[1] ?? '');
    expect(state).toMatchObject({
      status: 'Failed',
      depositTransactions: [{ status: 'CANCELLED' }],
      withdrawTransactions: [{ status: 'COMPLETED' }],
    });
  });
});

describe('the sandbox provider', () => {
  it('declares the least of every withdrawal, which goes, and nothing less', async () => {
    const { items } = await client.capabilities.listWithdrawalMethods('main', { limit: 200 });
    expect(items.filter(({ minWithdrawalAmount }) => minWithdrawalAmount === undefined)).toEqual(
      [],
    );
    expect(items.slice(0, 6).map(({ withdrawal: each }) => each.transferMethod)).toEqual(
      Array(6).fill('PublicBlockchain'),
    );
    const internal = items.find(({ id }) => id === 'InternalTransfer-BTC');
    const amount = internal?.minWithdrawalAmount ?? '';
    const send = (balanceAmount: string) =>
      client.transfers.internal.withdraw('main', {
        balanceAsset: BTC,
        balanceAmount,
        destination: {
          transferMethod: 'InternalTransfer',
          asset: BTC,
          accountId: 'sub-1',
          amount: balanceAmount,
        },
      });
    expect((await send(amount)).status).toBe('pending');
    expect(await rejectionOf(Promise.resolve(send(`0.0${amount.slice(2)}`)))).toMatchObject({
      errorType: 'amount-below-minimum',
    });
  });

  it.each(['required', 'when-present'] as const)(
    'has the platform’s signature %s',
    async (platformSignature) => {
      const [own] = await started({ provider: { platformSignature } });
      const unsigned = new ProviderApiClient({
        baseUrl: own.provider.url,
        signer: new RequestSigner(own.provider.credentials),
        platformSigner: 'empty',
      });
      const asked = Promise.resolve(unsigned.collateral.listLinks('main'));
      if (platformSignature === 'required') {
        expect(await rejectionOf(asked)).toMatchObject({
          status: 400,
          propertyName: 'X-FB-PLATFORM-SIGNATURE',
        });
      } else expect((await asked).items).toEqual([]);
      await own.stop();
    },
  );

  it('begins as the vendor’s validator wants it, and says what that reads', async () => {
    const authentication = {
      algorithm: 'rsa-sha3-256',
      preEncoding: 'url-encoded',
      postEncoding: 'base58',
    } as const;
    const [own] = await started({ provider: { authentication, forValidation: true } });
    const { validatorVariables: variables, credentials, url } = own.provider;
    expect(variables).toMatchObject({
      SERVER: url,
      API_KEY: credentials.apiKey,
      SIGNING_PRIVATE_KEY: expect.stringContaining('BEGIN RSA PRIVATE KEY'),
      SIGNING_PRE_ENCODING: 'url-encoded',
      SIGNING_ALGORITHM: 'rsa',
      SIGNING_HASH_ALGORITHM: 'sha3-256',
      SIGNING_POST_ENCODING: 'base58',
    });
    const secret = variables.SIGNING_PRIVATE_KEY ?? '';
    const { collateral, capabilities } = new ProviderApiClient({
      baseUrl: url,
      signer: new RequestSigner({ ...credentials, secret }),
      platformSigner: 'empty',
    });
    const collateralId = variables.COLLATERAL_ACCOUNT ?? '';
    const [invited] = (await collateral.listLinks('main')).items;
    expect(invited).toMatchObject({ collateralId, status: 'Eligible' });
    const removal = await collateral.requestWithdrawal('main', collateralId, {
      amount: '5',
      destinationAddress: { transferMethod: 'PublicBlockchain', asset: BTC, address: 'vault' },
      intentApprovalRequest: { fireblocksIntentId: 'intent' },
    });
    expect(removal.status).toBe('Approved');
    const about = { collateralSigners: ['signer'], env: 'sandbox' };
    await collateral.createLink('main', { collateralId, ...about });
    const { items } = await collateral.listLinks('main');
    expect(items).toMatchObject([{ id: invited?.id, collateralId, status: 'Linked' }]);
    const refused = Promise.resolve(capabilities.listAssets({ startingAfter: 'nobody' }));
    expect(await rejectionOf(refused)).toMatchObject({ requestPart: 'querystring' });
    await own.stop();
  });

  it('repeats ids, addresses and secrets for a seed', async () => {
    const run = async (seed: string) => {
      const [own, calls] = await started({ seed });
      const { apiKey, secret } = own.provider.credentials;
      const { id } = await calls.transfers.blockchain.withdraw('main', withdrawal('1'));
      const address = await calls.transfers.deposits.createAddress('main', {
        transferMethod: { transferMethod: 'PublicBlockchain', asset: XRP },
      });
      await own.stop();
      return { apiKey, secret, id, address };
    };
    const one = await run('one');
    expect(await run('one')).toEqual(one);
    expect(one.address.destination).toHaveProperty('addressTag');
    expect((await run('other')).id).not.toBe(one.id);
  });

  it('fails on demand', async () => {
    const { provider } = sandbox;
    sandbox.inject({ server: 'provider', method: 'POST', effect: { kind: 'lose-answer' } });
    const call = client.transfers.blockchain.withdraw('main', withdrawal('1'));
    expect((await call).status).toBe('pending');
    const posts = provider.messages.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(2);
    expect(provider.balanceOf('BTC')).toBe('9');
  });
});
