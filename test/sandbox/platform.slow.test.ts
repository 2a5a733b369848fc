import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  PlatformCollateralClient,
  ProviderApiClient,
  ProviderApiError,
} from '../../src/provider/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { rejectionOf } from '../support/rejections.js';

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;
const USDC = { assetId: 'usdc-ethereum' } as const;
const DAY = 86_400_000;
/** Longer than any test, so that nothing ends before it is told to. */
const SETTLE_MS = 600_000;

let sandbox: Sandbox;
let platform: PlatformCollateralClient;
let customer: ProviderApiClient;
let collateralId: string;
beforeEach(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, provider: { settleMs: SETTLE_MS } });
  const { url: baseUrl, credentials } = sandbox.platform;
  platform = new PlatformCollateralClient({ baseUrl, signer: new RequestSigner(credentials) });
  customer = new ProviderApiClient({
    baseUrl: sandbox.provider.url,
    signer: new RequestSigner(sandbox.provider.credentials),
  });
  collateralId = await sandbox.platform.link('main');
});
afterEach(() => sandbox.stop());

/** Adds collateral and spends some of it: 1 BTC has to come. */
async function spendOnCredit(): Promise<void> {
  await sandbox.platform.addCollateral('main', BTC, '3');
  sandbox.advanceTime(SETTLE_MS);
  const fromAmount = String(Number(sandbox.provider.balanceOf('BTC')) + 1);
  const { liquidity } = customer;
  const quote = await liquidity.createQuote('main', { fromAsset: BTC, toAsset: USDC, fromAmount });
  await liquidity.executeQuote('main', quote.id);
}

async function startSettlement(): Promise<string> {
  const { settlementId = '' } = await platform.startSettlement({ accountId: 'main' });
  return settlementId;
}

async function codeOf(call: Promise<unknown>): Promise<[status: unknown, code: unknown]> {
  const error = await rejectionOf(call);
  expect(error).toBeInstanceOf(ProviderApiError);
  const { status, body } = error as ProviderApiError;
  return [status, JSON.parse(body ?? '{}').code];
}

const toExchange = async (settlementId: string): Promise<string> => {
  const transactions = await sandbox.platform.transactionsOf(settlementId);
  return transactions.find(({ direction }) => direction === 'to-exchange')?.settlementTxId ?? '';
};

describe('the platform of the sandbox', () => {
  it('answers a link request for a linked account with what there is, whatever the API key', async () => {
    expect(await sandbox.platform.link('main')).toBe(collateralId);
    const signer = new RequestSigner(sandbox.provider.replaceKey());
    const renewed = new ProviderApiClient({ baseUrl: sandbox.provider.url, signer });
    const { items } = await renewed.collateral.listLinks('main');
    expect(items).toMatchObject([{ collateralId, status: 'Linked' }]);
    const old = await rejectionOf(customer.collateral.listLinks('main'));
    expect(old).toMatchObject({ status: 401 });
    const { workspaces } = (await platform.getWorkspaces()) as { workspaces: unknown };
    expect(workspaces).toEqual([{ accountId: 'main', collateralId, env: 'sandbox' }]);
  });

  it('shows transactions, addresses and signers, and keeps what it is told', async () => {
    const id = await sandbox.platform.addCollateral('main', BTC, '3');
    expect(await platform.getTransaction(id)).toMatchObject({ type: 'add', amount: '3' });
    expect(await codeOf(platform.getTransaction('another'))).toEqual([404, 'no-such-transaction']);
    expect((await platform.getAddress('usdc-ethereum')).address).toMatch(/^vault-/);
    const { token, signerId } = await platform.createSignerToken({});
    expect(token).toMatch(/-/);
    expect(await platform.getSignerData()).toEqual({ signers: [{ signerId, role: 'SIGNER' }] });
    await platform.notify({ kind: 'credited', collateralTxId: id });
    expect(sandbox.platform.told).toEqual([{ kind: 'credited', collateralTxId: id }]);
    await sandbox.platform.notifyProvider({ kind: 'signer-ready', signerId });
    expect(sandbox.provider.notifications).toEqual([{ kind: 'signer-ready', signerId }]);
  });

  it('takes no request that is not signed', async () => {
    const { url } = sandbox.platform;
    const response = await fetch(`${url}/v1/collateral/workspaces`);
    expect([response.status, await response.json()]).toEqual([
      401,
      { message: 'Not authentic.', code: 'missing-header' },
    ]);
  });

  it('stops with the sandbox, and so does the provider', async () => {
    const { platform: one, provider: other, stop } = await startSandbox({ ledgerCloseMs: 0 });
    await stop();
    for (const { url } of [one, other]) expect(await rejectionOf(fetch(url))).toBeDefined();
  });

  it('withdraws nothing from an account that owes, until it is settled', async () => {
    await spendOnCredit();
    const withdrawal = {
      balanceAsset: USDC,
      balanceAmount: '1',
      destination: {
        transferMethod: 'PublicBlockchain',
        asset: USDC,
        address: '0xada',
        amount: '1',
      },
    } as const;
    const denied = await rejectionOf(customer.transfers.blockchain.withdraw('main', withdrawal));
    expect(denied).toMatchObject({ status: 400, errorType: 'settlement-required' });
    const to = { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1qmine' } as const;
    expect(await rejectionOf(sandbox.platform.removeCollateral('main', to, '3'))).toMatchObject({
      message: expect.stringMatching(/^Refused: provider-re(jected|fused)$/),
    });

    const settlementId = await sandbox.platform.startSettlement('main');
    await sandbox.platform.sign(await toExchange(settlementId));
    sandbox.advanceTime(SETTLE_MS);
    const transactions = await sandbox.platform.transactionsOf(settlementId);
    expect(transactions.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
    expect((await customer.transfers.blockchain.withdraw('main', withdrawal)).status).toBe(
      'pending',
    );
    await sandbox.platform.removeCollateral('main', to, '2');
    const { items } = await customer.balances.list('main', { cryptocurrencySymbol: 'BTC' });
    expect(items).toEqual([]);
  });

  it('forces a settlement that the customer leaves open', async () => {
    await spendOnCredit();
    const settlementId = await startSettlement();
    expect(await codeOf(platform.force({}))).toEqual([404, 'not-marked']);
    expect(await rejectionOf(platform.force({}))).toMatchObject({ message: 'Refused: not-marked' });
    expect(await platform.markForForcing({ settlementId })).toMatchObject({ status: 'marked' });
    expect(await platform.getMarked()).toMatchObject({ settlementId });
    expect(await codeOf(platform.markForForcing({ settlementId }))).toEqual([
      409,
      'already-marked',
    ]);
    expect(await codeOf(platform.force({}))).toEqual([409, 'enforcement-sla']);
    // What a mark stops.
    expect(await codeOf(platform.startSettlement({}))).toEqual([409, 'settlement-is-marked']);
    const stopped = await rejectionOf(sandbox.platform.addCollateral('main', BTC, '1'));
    expect(stopped).toMatchObject({ code: 'settlement-is-marked' });

    sandbox.advanceTime(DAY + 1);
    expect(await codeOf(platform.getMarked())).toEqual([409, 'enforcement-sla']);
    const forced = await platform.force({});
    expect(forced).toMatchObject({ status: 'forced' });
    expect(forced.settlementId).not.toBe(settlementId);
    sandbox.advanceTime(SETTLE_MS);
    const { settlementVersion = '' } = forced;
    const state = await customer.collateral.getSettlement('main', collateralId, settlementVersion);
    expect(state.status).toBe('Completed');
    const { provider } = sandbox;
    const asked = provider.messages.filter(({ path }) => path?.endsWith('/settlements/force'));
    expect(asked).toMatchObject([
      { body: { settlementId, transactions: [{ direction: 'to-exchange', amount: '1' }] } },
    ]);
    await sandbox.platform.addCollateral('main', BTC, '1');
  });

  it('forces nothing where nothing is left to move', async () => {
    const settlementId = await startSettlement();
    await platform.markForForcing({ settlementId });
    sandbox.advanceTime(DAY);
    expect(await codeOf(platform.force({}))).toEqual([409, 'nothing-to-force']);
    expect(await platform.unmark()).toMatchObject({ settlementId, status: 'not-marked' });
  });

  it('forces nothing that the provider does not approve', async () => {
    await spendOnCredit();
    const settlementId = await startSettlement();
    await platform.markForForcing({ settlementId });
    sandbox.advanceTime(DAY);
    const path = /settlements\/force$/;
    sandbox.inject({ server: 'provider', path, effect: { kind: 'answer', status: 400, body: {} } });
    await rejectionOf(platform.force({}));
    expect(await platform.unmark()).toMatchObject({ settlementId, status: 'not-marked' });
  });

  it('lets a settlement go when a transaction to the exchange is cancelled', async () => {
    await spendOnCredit();
    const settlementId = await startSettlement();
    sandbox.platform.cancel(await toExchange(settlementId));
    expect(await codeOf(platform.markForForcing({ settlementId }))).toEqual([
      409,
      'cancelled-to-exchange-transaction',
    ]);
  });

  it('marks the last settlement only', async () => {
    await spendOnCredit();
    const first = await startSettlement();
    await sandbox.platform.sign(await toExchange(first));
    sandbox.advanceTime(SETTLE_MS);
    await spendOnCredit();
    const second = await startSettlement();
    expect(await codeOf(platform.markForForcing({ settlementId: first }))).toEqual([
      409,
      'not-the-last',
    ]);
    expect(await platform.markForForcing({ settlementId: second })).toMatchObject({
      status: 'marked',
    });
  });
});
