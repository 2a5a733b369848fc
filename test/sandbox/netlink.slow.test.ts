import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NETLINK_ERRORS,
  NetlinkClient,
  NetlinkError,
  NetlinkUnconfirmedError,
} from '../../src/netlink/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { type NetlinkSandbox, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { rejectionOf } from '../support/rejections.js';

const clientOf = ({ url: baseUrl, credentials }: NetlinkSandbox) =>
  new NetlinkClient({
    baseUrl,
    signer: new RequestSigner(credentials),
    retry: { attempts: 2, baseMs: 1 },
  });

let sandbox: Sandbox;
let client: NetlinkClient;
beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'netlink' });
  client = clientOf(sandbox.netlink);
});
afterAll(() => sandbox.stop());

const withdrawal = {
  accountType: 'SPOT',
  toAddress: 'bc1qexample',
  coinSymbol: 'BTC',
  network: 'Bitcoin',
  amount: '1',
  isGross: false,
} as const;
const history = { fromDate: 0, toDate: 4e12, coinSymbol: 'BTC', network: 'Bitcoin' } as const;

/** The names of the codes that calls are refused with. */
async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await rejectionOf(call);
  expect(error).toBeInstanceOf(NetlinkError);
  return (error as NetlinkError).errorName;
}

describe('the provider of the sandbox', () => {
  it('moves the balances of withdrawals, with the fee on top or inside', async () => {
    const fresh = await startSandbox({ ledgerCloseMs: 0 });
    const calls = clientOf(fresh.netlink);
    const available = async () => {
      const accounts = await calls.listAccounts();
      const spot = accounts.find(({ type }) => type === 'SPOT');
      return spot?.balances.find(({ coinSymbol }) => coinSymbol === 'BTC')?.availableAmount;
    };
    expect(await available()).toBe('10');
    const net = await calls.withdraw(withdrawal);
    expect(await available()).toBe('8.9999');
    const gross = await calls.withdraw({ ...withdrawal, isGross: true });
    expect(await available()).toBe('7.9999');
    expect(await calls.getTransactionById(net)).toMatchObject({
      status: 'COMPLETED',
      amount: '1',
      serviceFee: '0.0001',
      direction: 'CRYPTO_WITHDRAWAL',
    });
    expect(await calls.getTransactionById(gross)).toMatchObject({ amount: '0.9999' });
    await fresh.stop();
  });

  it('holds withdrawals until they are settled, and gives back what does not complete', async () => {
    const { netlink } = sandbox;
    const before = netlink.balanceOf('BTC');
    netlink.hold();
    const { transactionID } = await client.withdraw(withdrawal);
    const held = await client.getTransactionById({ transactionID });
    expect(held).toMatchObject({ status: 'PROCESSING', txHash: undefined });
    expect(netlink.balanceOf('BTC')).not.toBe(before);
    netlink.settle(transactionID, 'REJECTED');
    expect(netlink.balanceOf('BTC')).toBe(before);
    expect(netlink.transaction(transactionID)?.status).toBe('REJECTED');
    expect(() => netlink.settle(transactionID, 'COMPLETED')).toThrow('Nothing is under way');
    const other = await client.withdraw(withdrawal);
    netlink.settle(other.transactionID, 'COMPLETED');
    netlink.hold(false);
    const done = await client.getTransactionById(other);
    expect(done?.txHash).toMatch(/^[\da-f]{64}$/);
    const byHash = { txHash: done?.txHash ?? '', network: 'Bitcoin' };
    expect(await client.getTransactionByHash(byHash)).toEqual(done);
  });

  it('finds each withdrawal by a hash of its own, whatever the order they end in', async () => {
    const fresh = await startSandbox({ ledgerCloseMs: 0 });
    const calls = clientOf(fresh.netlink);
    fresh.netlink.hold();
    const held = [await calls.withdraw(withdrawal), await calls.withdraw(withdrawal)];
    for (const { transactionID } of held.toReversed()) {
      fresh.netlink.settle(transactionID, 'COMPLETED');
    }
    fresh.netlink.hold(false);
    const all = [...held, await calls.withdraw(withdrawal)];
    for (const { transactionID } of all) {
      const { txHash = '' } = fresh.netlink.transaction(transactionID) ?? {};
      const found = await calls.getTransactionByHash({ txHash, network: 'Bitcoin' });
      expect(found?.transactionID).toBe(transactionID);
    }
    await fresh.stop();
  });

  it('refuses more decimals than an asset has, and names the field', async () => {
    const error = await rejectionOf(client.withdraw({ ...withdrawal, amount: '0.0000000001' }));
    expect(error).toMatchObject({ errorCode: NETLINK_ERRORS.INVALID_PARAMETER });
    expect((error as NetlinkError).error).toContain('amount');
  });

  it('moves funds between main, sub-accounts and account types', async () => {
    const { netlink } = sandbox;
    netlink.fund('ETH', '5', { subAccountID: 'sub-1' });
    const move = { coinSymbol: 'ETH', amount: '2' } as const;
    const before = netlink.balanceOf('ETH');
    const into = { ...move, subAccountID: 'sub-1', direction: 'IN' } as const;
    expect(await client.transferSubMain(into)).toMatchObject({ status: 'completed' });
    const between = { ...move, srcSubAccountID: 'sub-1', dstSubAccountID: 'sub-2' };
    netlink.hold();
    const pending = await client.transferSubAccounts(between);
    expect(pending.status).toBe('pending');
    expect(netlink.balanceOf('ETH', { subAccountID: 'sub-2' })).toBe('0');
    const internal = { ...move, fromAccountType: 'SPOT', toAccountType: 'FUTURES' };
    expect(await client.transferInternal(internal)).toEqual({
      status: 'failed',
      completed: false,
      transactionID: expect.any(String),
    });
    netlink.settle(pending.transactionID ?? '', 'COMPLETED');
    netlink.hold(false);
    expect((await client.transferInternal(internal)).status).toBe('completed');
    expect(netlink.balanceOf('ETH', { subAccountID: 'sub-1' })).toBe('1');
    expect(netlink.balanceOf('ETH', { subAccountID: 'sub-2' })).toBe('2');
    expect(netlink.balanceOf('ETH', { accountType: 'FUTURES' })).toBe('2');
    expect(netlink.balanceOf('ETH')).toBe(before);

    const asked = { ...history, coinSymbol: 'ETH', network: undefined };
    const kinds = async (isSubTransfer: 'subMainTransfer' | 'subaccountTransfer' | true) =>
      (await client.listTransactions({ ...asked, isSubTransfer })).transactions.length;
    expect(await kinds('subMainTransfer')).toBe(1);
    expect(await kinds('subaccountTransfer')).toBe(1);
    expect(await kinds(true)).toBe(2);
  });

  it('pages through its history', async () => {
    const fresh = await startSandbox({ ledgerCloseMs: 0 });
    const ids = ['1', '2', '3', '4', '5'].map((amount) => fresh.netlink.deposit('XRP', amount));
    const calls = clientOf(fresh.netlink);
    const query = { ...history, coinSymbol: 'XRP', network: 'Ripple', pageSize: 2 };
    const seen: (string | undefined)[] = [];
    for await (const { transactionID } of calls.iterateTransactions(query))
      seen.push(transactionID);
    expect(seen).toEqual(ids);
    expect(fresh.netlink.messages).toHaveLength(3);
    expect(fresh.netlink.balanceOf('XRP')).toBe('10015');
    const none = await calls.listTransactions({ ...query, direction: 'CRYPTO_WITHDRAWAL' });
    expect(none).toMatchObject({ transactions: [], nextPageCursor: undefined });
    await fresh.stop();
  });

  it('refuses what an exchange refuses, and takes nothing', async () => {
    const { netlink } = sandbox;
    const before = netlink.balanceOf('BTC');
    const refused = async (changes: object) =>
      refusalOf(client.withdraw({ ...withdrawal, ...changes }));
    expect(await refused({ amount: '1000' })).toBe('INSUFFICIENT_FUNDS');
    expect(await refused({ maxFee: '0.00009999' })).toBe('INSUFFICIENT_FEE');
    expect(await refused({ amount: '0.0001', isGross: true })).toBe('AMOUNT_TOO_SMALL');
    expect(await refused({ coinSymbol: 'DOGE' })).toBe('UNSUPPORTED_ASSET');
    expect(await refused({ toAddress: 'no address' })).toBe('BAD_ADDRESS');
    expect(await refused({ amount: '0.000000001' })).toBe('INVALID_PARAMETER');
    expect(await refused({ accountType: 'FUTURES' })).toBe('UNSUPPORTED_ACCOUNT_TYPE');
    netlink.whitelist(['bc1qother']);
    expect(await refused({})).toBe('ADDRESS_NOT_WHITELISTED');
    netlink.whitelist(undefined);
    const unknown = { coinSymbol: 'BTC', amount: '1', subAccountID: 'nobody' };
    expect(await refusalOf(client.transferSubMain({ ...unknown, direction: 'IN' }))).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    expect(netlink.balanceOf('BTC')).toBe(before);
  });

  it('lists base assets only, unless it is registered as no sandbox', async () => {
    const real = await startSandbox({ ledgerCloseMs: 0, netlink: { sandbox: false } });
    const classes = async (netlink: NetlinkSandbox) =>
      new Set((await clientOf(netlink).listSupportedAssets()).map(({ coinClass }) => coinClass));
    expect(await classes(sandbox.netlink)).toEqual(new Set(['BASE']));
    expect(await classes(real.netlink)).toEqual(new Set(['BASE', 'TOKEN']));
    await real.stop();
  });

  it('fails on demand: lost answers are unconfirmed, and the balance tells', async () => {
    const { netlink } = sandbox;
    const before = netlink.balanceOf('BTC');
    sandbox.inject({ server: 'netlink', path: '/v1/withdraw', effect: { kind: 'lose-answer' } });
    expect(await rejectionOf(client.withdraw(withdrawal))).toBeInstanceOf(NetlinkUnconfirmedError);
    expect(netlink.balanceOf('BTC')).not.toBe(before);
    sandbox.inject({ server: 'netlink', method: 'GET', effect: { kind: 'drop' } });
    expect(await client.listAccounts()).toHaveLength(3);
    const body = { error: 'later', errorCode: NETLINK_ERRORS.WITHDRAWALS_LIMITED };
    sandbox.inject({ server: 'netlink', effect: { kind: 'answer', status: 400, body } });
    expect(await refusalOf(client.withdraw(withdrawal))).toBe('WITHDRAWALS_LIMITED');
  });

  const schemes = [
    ['hmac-sha512', 'plain', 'hexstr'],
    ['hmac-sha3-256', 'base64', 'base58'],
    ['hmac-sha256', 'hexstr', 'base32'],
    ['rsa-sha512', 'base58', 'base64'],
    ['rsa-sha3-256', 'base32', 'base58'],
    ['ecdsa-prime256v1-sha256', 'plain', 'base32'],
    ['ecdsa-secp256k1-sha256', 'base64', 'hexstr'],
  ] as const;
  it.each(schemes)('verifies %s, %s, %s', async (algorithm, preEncoding, postEncoding) => {
    const authentication = { algorithm, preEncoding, postEncoding };
    const other = await startSandbox({ ledgerCloseMs: 0, netlink: { authentication } });
    const calls = clientOf(other.netlink);
    expect(await calls.listAccounts()).toHaveLength(3);
    expect((await calls.withdraw(withdrawal)).transactionID).toMatch(/-/);
    const { credentials, url: baseUrl } = other.netlink;
    const path = '/v1/accounts';
    const headers = await new RequestSigner(credentials).headers({ method: 'GET', path });
    const changed = await fetch(`${baseUrl}${path}?a=b`, { headers: { ...headers } });
    expect([changed.status, await changed.json()]).toEqual([
      400,
      {
        error: 'X-FBAPI-SIGNATURE: wrong-signature',
        errorCode: NETLINK_ERRORS.INVALID_SIGNATURE,
      },
    ]);
    const taken = await fetch(`${baseUrl}${path}`, { headers: { ...headers } });
    const again = await fetch(`${baseUrl}${path}`, { headers: { ...headers } });
    expect([taken.status, again.status]).toEqual([200, 400]);
    await other.stop();
  });
});
