import { TransactionStatus } from 'fireblocks-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCustody } from './support/custody.js';

let custody: TestCustody;

beforeAll(async () => {
  custody = await TestCustody.start({ vaultAccounts: 3 });
});

afterAll(() => custody.stop());

describe('listing transactions', () => {
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (const [index, vault] of ['0', '1', '0', '0'].entries()) {
      custody.sandbox.advanceTime(10);
      const fields = {
        source: { type: 'VAULT_ACCOUNT', id: vault },
        externalTxId: `list-${index}`,
      };
      const id = await custody.raw(fields, `${index}${index}`.repeat(32));
      await custody.reached(id, 'COMPLETED');
      ids.push(id);
    }
    const messages = [{ content: 'ab', derivationPath: [44, 637, 0, 0, 0] }];
    const { json } = await custody.post('/v1/transactions', {
      operation: 'RAW',
      source: { type: 'VAULT_ACCOUNT' },
      extraParameters: { rawMessageData: { algorithm: 'MPC_EDDSA_ED25519', messages } },
    });
    const { id } = json as { id: string };
    await custody.reached(id, 'COMPLETED');
    ids.push(id);
  });

  const listed = async (query: string) => {
    const { json, status } = await custody.call({
      path: `/v1/transactions${query && `?${query}`}`,
    });
    expect(status).toBe(200);
    return (json as { id: string }[]).map(({ id }) => ids.indexOf(id));
  };

  it('shows the newest first, or the oldest', async () => {
    expect(await listed('')).toEqual([4, 3, 2, 1, 0]);
    expect(await listed('sort=ASC')).toEqual([0, 1, 2, 3, 4]);
    expect(await listed('orderBy=lastUpdated&sort=ASC&limit=2')).toEqual([0, 1]);
  });

  it('filters by source, asset, status and time', async () => {
    expect(await listed('sourceType=VAULT_ACCOUNT&sourceId=0')).toEqual([3, 2, 0]);
    expect(await listed('assets=XRP_TEST,XRP')).toEqual([3, 2, 1, 0]);
    expect(await listed('assets=XRP')).toEqual([]);
    expect(await listed('status=COMPLETED&sourceId=1')).toEqual([1]);
    expect(await listed('status=PENDING_SIGNATURE')).toEqual([]);
    expect(await listed('destType=VAULT_ACCOUNT')).toEqual([]);
    const { createdAt } = await custody.transaction(ids[2] ?? '');
    expect(await listed(`before=${createdAt}`)).toEqual([1, 0]);
    expect(await listed(`after=${createdAt}`)).toEqual([4, 3]);
  });

  it('looks back 90 days unless told otherwise', async () => {
    custody.sandbox.advanceTime(91 * 24 * 3_600_000);
    expect(await listed('')).toEqual([]);
    expect(await listed('after=0')).toEqual([4, 3, 2, 1, 0]);
    expect(await listed('after=0&limit=500')).toHaveLength(5);
    for (const bad of ['limit=501', 'limit=0', 'limit=x', 'sort=UP', 'orderBy=id', 'after=now']) {
      expect((await custody.call({ path: `/v1/transactions?${bad}` })).status).toBe(400);
    }
  });

  it('pages, for both vendor SDKs', async () => {
    const filter = { after: 0, limit: 2, status: TransactionStatus.COMPLETED };
    const first = await custody.older.getTransactionsWithPageInfo({ ...filter });
    expect(first.transactions.map(({ id }) => ids.indexOf(id))).toEqual([4, 3]);
    const second = await custody.older.getTransactionsWithPageInfo(
      undefined,
      first.pageDetails.nextPage,
    );
    expect(second.transactions.map(({ id }) => ids.indexOf(id))).toEqual([2, 1]);
    const last = await custody.older.getTransactionsWithPageInfo(
      undefined,
      second.pageDetails.nextPage,
    );
    expect(last.transactions).toHaveLength(1);
    expect(last.pageDetails.nextPage).toBe('');
    const { data } = await custody.newer.transactions.getTransactions({
      after: '0',
      sourceId: '0',
    });
    expect(data.map(({ id }) => ids.indexOf(id ?? ''))).toEqual([3, 2, 0]);
  });
});

describe('vault accounts', () => {
  it('show their keys in both ways, and by both vendor SDKs', async () => {
    const publicKey = custody.sandbox.custody.publicKeyOf({ path: [44, 1, 2, 0, 0] });
    const algorithm = 'MPC_ECDSA_SECP256K1';
    const byPath = { algorithm, derivationPath: [44, 1, 2, 0, 0], compressed: true };
    const byAsset = {
      vaultAccountId: '2',
      assetId: 'XRP_TEST',
      change: 0,
      addressIndex: 0,
      compressed: true,
    };
    expect(await custody.older.getPublicKeyInfo(byPath as never)).toMatchObject({ publicKey });
    expect(
      await custody.older.getPublicKeyInfoForVaultAccount({
        ...byAsset,
        vaultAccountId: 2,
      } as never),
    ).toMatchObject({ publicKey });
    const { vaults } = custody.newer;
    const one = await vaults.getPublicKeyInfo({ ...byPath, derivationPath: '[44,1,2,0,0]' });
    expect(one.data).toEqual({ algorithm, derivationPath: [44, 1, 2, 0, 0], publicKey });
    const two = await vaults.getPublicKeyInfoForAddress(byAsset);
    expect(two.data).toMatchObject({ derivationPath: [44, 1, 2, 0, 0], publicKey });
    const whole = await vaults.getPublicKeyInfo({ algorithm, derivationPath: '[44,1,2,0,0]' });
    expect(whole.data.publicKey).toMatch(/^04[0-9a-f]{128}$/);
  });

  it('show their addresses, and what they hold on the ledger', async () => {
    const address = custody.sandbox.custody.addressOf('1', 'XRP_TEST');
    const page = await custody.older.getPaginatedAddresses('1', 'XRP_TEST');
    expect(page.addresses).toMatchObject([{ address, assetId: 'XRP_TEST', bip44AddressIndex: 0 }]);
    await custody.sandbox.xrpl.fund(address, 12_345_678n);
    const { data } = await custody.newer.vaults.getVaultAccountAsset({
      vaultAccountId: '1',
      assetId: 'XRP_TEST',
    });
    expect(data).toMatchObject({ id: 'XRP_TEST', total: '12.345678', available: '12.345678' });
    expect(await custody.older.getVaultAccountById('1')).toMatchObject({
      id: '1',
      assets: [{ id: 'XRP' }, { id: 'XRP_TEST', total: '12.345678' }],
    });
  });

  it('get wallets by asking for them, never by reading', async () => {
    const { id } = await custody.older.createVaultAccount('another');
    expect(id).toBe('3');
    const asked = { vaultAccountId: id, assetId: 'XRP' };
    const wallet = `/v1/vault/accounts/${id}/XRP`;
    const key = `${wallet}/0/0/public_key_info?compressed=true`;
    for (const path of [wallet, key, `${wallet}/addresses_paginated`]) {
      expect(await custody.call({ path })).toMatchObject({ status: 404, json: { code: 1006 } });
    }
    expect(custody.sandbox.custody.createdWallets).toEqual([]);
    const { data } = await custody.newer.vaults.createVaultAccountAsset(asked);
    expect(data).toMatchObject({
      id: 'XRP',
      address: custody.sandbox.custody.addressOf(id, 'XRP'),
    });
    expect(custody.sandbox.custody.createdWallets).toEqual([asked]);
    expect((await custody.call({ path: key })).status).toBe(200);
    expect((await custody.call({ path: '/v1/vault/accounts/4/XRP' })).json).toMatchObject({
      code: 1004,
    });
  });

  it('hold the assets that are listed', async () => {
    const assets = await custody.older.getSupportedAssets();
    expect(assets.map((asset) => asset.id)).toEqual(['XRP', 'XRP_TEST']);
  });
});
