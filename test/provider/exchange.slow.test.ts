import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderApiClient, type ProviderRequestEvent } from '../../src/provider/index.js';
import { allOperations } from '../../src/provider/operations/all.js';
import { RequestSigner, ResponseVerifier } from '../../src/requests/index.js';
import { type Sandbox, type SandboxScheme, startSandbox } from '../../src/sandbox/index.js';

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;
const ETH = { blockchain: 'Ethereum', cryptocurrencySymbol: 'ETH' } as const;
const USD = { nationalCurrencyCode: 'USD' } as const;
const EUR = { nationalCurrencyCode: 'EUR' } as const;
const USDC = { assetId: 'usdc-ethereum' } as const;

/** Longer than any test, so that nothing ends before it is told to. */
const SETTLE_MS = 600_000;

const COLLATERAL_ID = [
  'f861c6ca-f4c8-44dd-a02e-081a38745623',
  '95e40c1e-407e-405c-871e-d69218611a79',
  '4cd3e66b-4ee4-4750-bcfd-d2d43054fc5d',
].join('.');

const SCHEMES: readonly SandboxScheme[] = [
  { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'hexstr' },
  { algorithm: 'hmac-sha3-256', preEncoding: 'base58', postEncoding: 'base58' },
  { algorithm: 'rsa-sha256', preEncoding: 'url-encoded', postEncoding: 'base64' },
  { algorithm: 'ecdsa-secp256k1-sha256', preEncoding: 'hexstr', postEncoding: 'base58' },
  { algorithm: 'ecdsa-prime256v1-sha256', preEncoding: 'base32', postEncoding: 'base32' },
];

describe.each(SCHEMES)('with $algorithm, $preEncoding and $postEncoding', (authentication) => {
  let sandbox: Sandbox;
  let client: ProviderApiClient;
  const called = new Set<string>();
  beforeAll(async () => {
    sandbox = await startSandbox({
      ledgerCloseMs: 0,
      provider: { authentication, settleMs: SETTLE_MS },
    });
    client = new ProviderApiClient({
      baseUrl: sandbox.provider.url,
      signer: new RequestSigner(sandbox.provider.credentials),
      answerVerifier: new ResponseVerifier(sandbox.provider.answerKey),
      answers: 'strict',
      initiatedBy: 'ada',
      onRequest: ({ operation }: ProviderRequestEvent) => called.add(operation),
    });
  });
  afterAll(() => sandbox?.stop());

  it('tells what it can do', async () => {
    const { components } = await client.capabilities.get();
    expect(Object.keys(components).sort()).toEqual([
      'accounts',
      'balances',
      'collateral',
      'collateralNotifications',
      'liquidity',
      'ramps',
      'rates',
      'transfers',
      'transfersBlockchain',
      'transfersFiat',
      'transfersInternal',
      'transfersPeerAccounts',
    ]);
    const { items } = await client.capabilities.listAssets();
    expect(items.map(({ id }) => id)).toEqual(['usdc-ethereum', 'usdc-polygon', 'points']);
    expect(await client.capabilities.getAsset('points')).toMatchObject({ type: 'BucketAsset' });
    for (const list of [
      client.capabilities.listConversions({ limit: 200 }),
      client.capabilities.listWithdrawalMethods('main', { limit: 200 }),
      client.capabilities.listDepositMethods('main', { limit: 200 }),
      client.capabilities.listRampMethods('main', { limit: 200 }),
    ]) {
      const ids = new Set<string>();
      for await (const { id } of list) ids.add(id);
      expect(ids.size).toBeGreaterThan(20);
    }
  });

  it('shows accounts, balances and rates', async () => {
    const { items } = await client.accounts.list({ limit: 2 });
    expect(items.map(({ id, balances }) => [id, balances])).toEqual([
      ['main', undefined],
      ['sub-1', undefined],
    ]);
    const main = await client.accounts.get('main', { balances: true });
    expect(main.balances).toContainEqual({
      id: 'BTC',
      asset: BTC,
      availableAmount: '10',
      lockedAmount: '0',
    });
    const { items: found } = await client.balances.list('main', { assetId: 'usdc-ethereum' });
    expect(found).toMatchObject([{ asset: USDC, availableAmount: '50000' }]);
    const rate = await client.rates.get('main', { conversionPairId: 'BTC-USD' });
    expect(rate).toMatchObject({ rate: '60000', baseAsset: BTC, quoteAsset: USD });
  });

  it('converts by quotes', async () => {
    const { liquidity } = client;
    const request = { fromAsset: BTC, toAsset: EUR, fromAmount: '0.1' };
    const quote = await liquidity.createQuote('main', request);
    // 6000 dollars are 5454.54 euros, less a quarter percent.
    expect(quote).toMatchObject({ status: 'ready', toAmount: '5440.9', conversionFeeBps: 25 });
    expect(await liquidity.getQuote('main', quote.id)).toEqual(quote);
    expect(await liquidity.executeQuote('main', quote.id)).toMatchObject({ status: 'executed' });
    expect(sandbox.provider.balanceOf('EUR')).toBe('55440.9');
    expect(sandbox.provider.balanceOf('BTC')).toBe('9.9');
    expect(sandbox.provider.feesIn('EUR')).toBe('13.64');
    const { items } = await liquidity.listQuotes('main', { order: 'asc' });
    expect(items).toHaveLength(1);
  });

  it('takes deposits at addresses', async () => {
    const { deposits } = client.transfers;
    const address = await deposits.createAddress('main', {
      transferMethod: { transferMethod: 'PublicBlockchain', asset: BTC },
    });
    const bank = await deposits.createAddress('main', {
      transferMethod: { transferMethod: 'Iban', asset: EUR },
    });
    expect((await deposits.listAddresses('main')).items.map(({ id }) => id)).toEqual([
      address.id,
      bank.id,
    ]);
    const id = sandbox.provider.deposit('BTC', '2', { addressId: address.id });
    expect(await deposits.get('main', id)).toMatchObject({
      status: 'pending',
      depositAddressId: address.id,
    });
    sandbox.advanceTime(SETTLE_MS);
    expect(await deposits.get('main', id)).toMatchObject({ status: 'succeeded' });
    expect(sandbox.provider.balanceOf('BTC')).toBe('11.9');
    expect(await deposits.disableAddress('main', address.id)).toMatchObject({ status: 'disabled' });
    expect(await deposits.getAddress('main', address.id)).toMatchObject({ status: 'disabled' });
    sandbox.provider.deposit('BTC', '2', { addressId: address.id });
    const { items } = await deposits.list('main');
    expect(items.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(sandbox.provider.balanceOf('BTC')).toBe('11.9');
  });

  it('withdraws in four ways', async () => {
    const { blockchain, fiat, peerAccounts, internal, withdrawals } = client.transfers;
    const outside = await blockchain.withdraw('main', {
      balanceAsset: BTC,
      balanceAmount: '1',
      destination: {
        transferMethod: 'PublicBlockchain',
        asset: BTC,
        address: 'bc1q',
        amount: '0.9999',
      },
    });
    const bank = await fiat.withdraw('main', {
      balanceAsset: EUR,
      balanceAmount: '100',
      destination: {
        transferMethod: 'Iban',
        asset: EUR,
        iban: 'DE89370400440532013000',
        accountHolder: { name: 'Ada Lovelace' },
        amount: '100',
      },
      reasonForPayment: 'InvoicePayment',
    });
    const peer = await peerAccounts.withdraw('main', {
      balanceAsset: USD,
      balanceAmount: '10',
      destination: {
        transferMethod: 'PeerAccountTransfer',
        asset: USD,
        accountId: 'peer',
        amount: '10',
      },
    });
    const inside = await internal.withdraw('main', {
      balanceAsset: USDC,
      balanceAmount: '5.5',
      destination: {
        transferMethod: 'InternalTransfer',
        asset: USDC,
        accountId: 'sub-2',
        amount: '5.5',
      },
    });
    expect(sandbox.provider.balanceOf('BTC', 'main', 'locked')).toBe('1');
    sandbox.advanceTime(SETTLE_MS);
    const one = await withdrawals.get('main', outside.id);
    expect(one).toMatchObject({ status: 'succeeded', balanceAmount: '1' });
    expect(one.events?.map(({ status }) => status)).toEqual(['pending', 'succeeded']);
    expect(one.destination).toMatchObject({
      blockchainTxId: expect.stringMatching(/^[\da-f]{64}$/),
    });
    const ids = (list: { items: readonly { id: string }[] }) => list.items.map(({ id }) => id);
    expect(ids(await withdrawals.list('main', { order: 'asc' }))).toEqual([
      outside.id,
      bank.id,
      peer.id,
      inside.id,
    ]);
    expect(ids(await blockchain.listWithdrawals('main'))).toEqual([outside.id]);
    expect(ids(await fiat.listWithdrawals('main'))).toEqual([bank.id]);
    expect(ids(await peerAccounts.listWithdrawals('main'))).toEqual([peer.id]);
    expect(ids(await internal.listWithdrawals('main'))).toEqual([inside.id]);
    const { provider } = sandbox;
    expect(provider.balanceOf('BTC')).toBe('10.9');
    expect(provider.feesIn('BTC')).toBe('0.0001');
    expect(provider.balanceOf('USD', 'peer')).toBe('10');
    expect(provider.balanceOf('usdc-ethereum', 'sub-2')).toBe('5.5');
    const [received] = (await client.transfers.deposits.list('sub-2')).items;
    expect(received).toMatchObject({ status: 'succeeded', balanceAmount: '5.5' });
  });

  it('ramps', async () => {
    const to = { transferMethod: 'PublicBlockchain', asset: ETH, address: '0xada' } as const;
    const paid = await client.ramps.create('main', {
      type: 'OnRamp',
      amount: '3000',
      from: { transferMethod: 'Ach', asset: USD },
      to,
    });
    expect(paid).toMatchObject({
      status: 'Pending',
      paymentInstructions: { transferMethod: 'Ach', referenceId: paid.id },
    });
    sandbox.provider.pay(paid.id);
    expect(await client.ramps.get('main', paid.id)).toMatchObject({ status: 'Processing' });
    sandbox.advanceTime(SETTLE_MS);
    // A whole one, less half a percent and a dollar's worth.
    expect(await client.ramps.get('main', paid.id)).toMatchObject({
      status: 'Completed',
      receipt: { amount: '0.994666666666666667', address: '0xada' },
    });
    const prefunded = await client.ramps.create('main', {
      type: 'OffRamp',
      amount: '1',
      from: { type: 'Prefunded', asset: ETH },
      to: {
        transferMethod: 'Ach',
        asset: USD,
        accountHolder: { name: 'Ada Lovelace' },
        bankAccountNumber: '12345678',
        routingNumber: '021000021',
        accountType: 'Checking',
      },
    });
    expect(prefunded.status).toBe('Processing');
    expect(sandbox.provider.balanceOf('ETH')).toBe('99');
    sandbox.advanceTime(SETTLE_MS);
    const { items } = await client.ramps.list('main');
    expect(items.map(({ status }) => status)).toEqual(['Completed', 'Completed']);
    expect(items[0]).toMatchObject({ id: prefunded.id, receipt: { amount: '2985' } });
  });

  it('lends against collateral, and settles', async () => {
    const { collateral, liquidity } = client;
    const link = { collateralId: COLLATERAL_ID, collateralSigners: ['signer'], env: 'sandbox' };
    const linked = await collateral.createLink('main', link);
    expect(linked).toMatchObject({ status: 'Linked', collateralId: COLLATERAL_ID });
    expect((await collateral.listLinks('main')).items).toEqual([linked]);

    const address = {
      transferMethod: 'PublicBlockchain',
      asset: BTC,
      address: 'bc1qvault',
    } as const;
    const known = await collateral.createAddress('main', COLLATERAL_ID, {
      address,
      recoveryAccountId: '12',
      fireblocksAssetId: 'BTC',
    });
    expect(await collateral.getAddress('main', COLLATERAL_ID, known.id)).toEqual(known);
    expect((await collateral.listAddresses('main', COLLATERAL_ID)).items).toEqual([known]);

    const intent = await collateral.requestDeposit('main', COLLATERAL_ID, {
      asset: BTC,
      amount: '5',
      intentApprovalRequest: { fireblocksIntentId: 'intent-1' },
    });
    expect(intent.status).toBe('Approved');
    const { approvalRequest } = intent;
    const collateralTxId = 'collateral-tx-1';
    const deposit = { collateralTxId, approvalRequest };
    const registered = await collateral.registerDeposit('main', COLLATERAL_ID, deposit);
    expect(registered).toMatchObject({ status: 'Pending', collateralTxId });
    sandbox.advanceTime(SETTLE_MS);
    const credited = await collateral.getDeposit('main', COLLATERAL_ID, collateralTxId);
    expect(credited.status).toBe('Credited');
    expect((await collateral.listDeposits('main', COLLATERAL_ID)).items).toEqual([credited]);
    const [credit] = (await client.balances.list('main', { cryptocurrencySymbol: 'BTC' })).items;
    expect(credit).toMatchObject({ availableAmount: '10.9', creditAmount: '5' });

    const removal = await collateral.requestWithdrawal('main', COLLATERAL_ID, {
      amount: '1',
      destinationAddress: { ...address, address: 'bc1qelsewhere' },
      intentApprovalRequest: { fireblocksIntentId: 'intent-2' },
    });
    expect(removal.status).toBe('Approved');
    const removed = await collateral.registerWithdrawal('main', COLLATERAL_ID, {
      collateralTxId: 'collateral-tx-2',
      approvalRequest: removal.approvalRequest,
    });
    expect(await collateral.getWithdrawal('main', COLLATERAL_ID, 'collateral-tx-2')).toEqual(
      removed,
    );

    // 2 more than there are, of the 4 that may be borrowed.
    const spent = await liquidity.createQuote('main', {
      fromAsset: BTC,
      toAsset: USDC,
      fromAmount: '12.9',
    });
    await liquidity.executeQuote('main', spent.id);
    const instructions = await collateral.getSettlementInstructions('main', COLLATERAL_ID);
    expect(instructions.depositInstructions).toMatchObject([{ amount: '2' }]);
    expect(instructions.withdrawInstructions).toMatchObject([{ amount: spent.toAmount }]);
    const { settlementVersion } = instructions;
    const settlement = { settlementId: 'settlement-1', settlementVersion };
    const started = await collateral.startSettlement('main', COLLATERAL_ID, settlement);
    expect(started).toEqual(instructions);
    const [owed] = started.depositInstructions;
    if (owed === undefined) throw new Error('Nothing is owed.');
    const leg = await collateral.requestWithdrawal('main', COLLATERAL_ID, {
      amount: owed.amount,
      destinationAddress: owed.destinationAddress,
      intentApprovalRequest: { fireblocksIntentId: 'intent-3' },
    });
    await collateral.registerWithdrawal('main', COLLATERAL_ID, {
      collateralTxId: 'collateral-tx-3',
      approvalRequest: leg.approvalRequest,
      settlementDetails: { settlementId: 'settlement-1', settlementTxId: 'leg-1' },
    });
    const under = await collateral.getSettlement('main', COLLATERAL_ID, settlementVersion);
    expect(under.status).toBe('InProgress');
    sandbox.advanceTime(SETTLE_MS);
    const done = await collateral.getSettlement('main', COLLATERAL_ID, settlementVersion);
    expect(done.status).toBe('Completed');
    const { items } = await collateral.listWithdrawals('main', COLLATERAL_ID);
    expect(items.map((each) => each.collateralTxId)).toEqual([
      'collateral-tx-2',
      'collateral-tx-3',
    ]);
    const after = await client.accounts.get('main', { balances: true });
    expect(after.balances).toContainEqual({
      id: 'BTC',
      asset: BTC,
      availableAmount: '0',
      lockedAmount: '0',
      creditAmount: '2',
    });
  });

  it('has been asked for every operation', () => {
    const names = allOperations().map(({ name }) => name);
    expect(names).toHaveLength(50);
    expect([...called].sort()).toEqual([...names].sort());
  });
});

describe('one withdrawal, asked for 200 times at once', () => {
  it('moves the balance once', async () => {
    const sandbox = await startSandbox({ ledgerCloseMs: 0, provider: { settleMs: SETTLE_MS } });
    const { provider } = sandbox;
    const client = new ProviderApiClient({
      baseUrl: provider.url,
      signer: new RequestSigner(provider.credentials),
    });
    const request = {
      idempotencyKey: randomUUID(),
      balanceAsset: BTC,
      balanceAmount: '0.5',
      destination: {
        transferMethod: 'PublicBlockchain',
        asset: BTC,
        address: 'bc1q',
        amount: '0.5',
      },
    } as const;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => client.transfers.blockchain.withdraw('main', request)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(provider.balanceOf('BTC')).toBe('9.5');
    expect(provider.balanceOf('BTC', 'main', 'locked')).toBe('0.5');
    sandbox.advanceTime(SETTLE_MS);
    // Late ones get the answer of then, not the state of now.
    const late = await client.transfers.blockchain.withdraw('main', request);
    expect(late).toEqual(answers[0]);
    expect((await client.transfers.withdrawals.list('main')).items).toHaveLength(1);
    await sandbox.stop();
  });
});
