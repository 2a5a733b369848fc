import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import {
  NetlinkClient,
  NetlinkUnconfirmedError,
  settleUnconfirmed,
  type UnconfirmedFacts,
  type UnconfirmedMove,
} from '../../src/netlink/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { type Fault, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { rejectionOf } from '../support/rejections.js';
import { clientOn } from './support/netlink.js';

const WITHDRAWAL = {
  operation: 'withdraw',
  request: {
    accountType: 'SPOT',
    toAddress: 'bc1q',
    coinSymbol: 'BTC',
    network: 'Bitcoin',
    amount: '1.50',
    isGross: false,
  },
} as const;
const SUB_MAIN = {
  operation: 'transferSubMain',
  request: { subAccountID: 'sub-1', direction: 'OUT', coinSymbol: 'BTC', amount: '1.5' },
} as const;
const SUBS = {
  operation: 'transferSubAccounts',
  request: {
    srcSubAccountID: 'sub-1',
    dstSubAccountID: 'sub-2',
    coinSymbol: 'BTC',
    amount: '1.5',
  },
} as const;
const INTERNAL = {
  operation: 'transferInternal',
  request: {
    fromAccountType: 'SPOT',
    toAccountType: 'FUNDING',
    coinSymbol: 'BTC',
    amount: '1.5',
  },
} as const;

let sandbox: Sandbox;
let client: NetlinkClient;
beforeEach(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0 });
  const { url: baseUrl, credentials } = sandbox.netlink;
  client = new NetlinkClient({ baseUrl, signer: new RequestSigner(credentials) });
});
afterEach(() => sandbox.stop());

function send(move: UnconfirmedMove): Promise<unknown> {
  switch (move.operation) {
    case 'withdraw':
      return client.withdraw(move.request);
    case 'transferSubMain':
      return client.transferSubMain(move.request);
    case 'transferSubAccounts':
      return client.transferSubAccounts(move.request);
    case 'transferInternal':
      return client.transferInternal(move.request);
  }
}

/** Sends it, and loses the answer: after the provider has done it, or before it hears of it. */
async function lost(move: UnconfirmedMove, heard: boolean): Promise<UnconfirmedFacts> {
  const accountsBefore = await client.listAccounts();
  const sentAt = Date.now();
  const effect: Fault['effect'] = heard ? { kind: 'lose-answer' } : { kind: 'drop' };
  sandbox.inject({ server: 'netlink', method: 'POST', times: 1, effect });
  expect(await rejectionOf(send(move))).toBeInstanceOf(NetlinkUnconfirmedError);
  return { sentAt, accountsBefore };
}

/** A client of a provider whose history has one transaction, whatever it was asked for. */
function shown(more: object) {
  const { credentials } = sandbox.netlink;
  const own = {
    transactionID: 't-1',
    status: 'COMPLETED',
    txHash: '',
    amount: '1.5',
    serviceFee: '0',
    coinSymbol: 'BTC',
    network: 'Bitcoin',
    direction: 'CRYPTO_WITHDRAWAL',
    timestamp: Date.now(),
  };
  const page = { transactions: [{ ...own, ...more }], nextPageCursor: null };
  const fetch = async (url: string) =>
    Response.json(url.includes('transactionHistory') ? page : []);
  return new NetlinkClient({
    baseUrl: 'http://127.0.0.1/',
    signer: new RequestSigner(credentials),
    fetch,
  });
}

describe('what a provider gives though it was not asked for', () => {
  const facts = () => ({ sentAt: Date.now() - 1_000 });

  it.each([
    { direction: 'CRYPTO_DEPOSIT' },
    { coinSymbol: 'DOGE' },
    { network: 'Lightning' },
    { timestamp: Date.now() - 86_400_000 },
    { timestamp: Date.now() + 86_400_000 },
    { amount: '1.6' },
  ])('is not taken for the withdrawal: %o', async (more) => {
    const { outcome } = await settleUnconfirmed(shown(more), WITHDRAWAL, facts());
    expect(outcome).toBe('unknown');
  });

  it.each([{}, { network: null }])(
    'is the withdrawal where it is all the same: %o',
    async (more) => {
      const { outcome } = await settleUnconfirmed(shown(more), WITHDRAWAL, facts());
      expect(outcome).toBe('found');
    },
  );

  it.each(['', '.001', '0.', '1.2.3', 'none'])('is no fee that is read: %j', async (serviceFee) => {
    const move = { ...WITHDRAWAL, request: { ...WITHDRAWAL.request, isGross: true } };
    const { outcome } = await settleUnconfirmed(shown({ serviceFee }), move, facts());
    expect(outcome).toBe('found');
  });
});

describe('a move without an answer', () => {
  it.each([WITHDRAWAL, SUB_MAIN])('$operation is found in the history', async (move) => {
    const facts = await lost(move, true);
    expect(await settleUnconfirmed(client, move, facts)).toMatchObject({
      outcome: 'found',
      transaction: { amount: '1.5', status: 'COMPLETED', transactionID: expect.any(String) },
    });
  });

  it('of an amount that its fee comes out of is found by what both make', async () => {
    const request = { ...WITHDRAWAL.request, isGross: true };
    const move = { ...WITHDRAWAL, request };
    const facts = await lost(move, true);
    expect(await settleUnconfirmed(client, move, facts)).toMatchObject({ outcome: 'found' });
    // Of the same net amount it is another.
    const { outcome } = await settleUnconfirmed(client, WITHDRAWAL, facts);
    expect(outcome).toBe('unknown');
  });

  it('between account types is found by the balances', async () => {
    const facts = await lost(INTERNAL, true);
    expect(await settleUnconfirmed(client, INTERNAL, facts)).toEqual({
      outcome: 'found',
      transaction: undefined,
    });
    const half = { ...INTERNAL, request: { ...INTERNAL.request, amount: '0.75' } };
    expect(await settleUnconfirmed(client, half, facts)).toEqual({
      outcome: 'unknown',
      doubt: 'balance-moved',
    });
  });

  it.each([WITHDRAWAL, SUB_MAIN, INTERNAL])(
    '$operation is not found where nothing shows it',
    async (move) => {
      const facts = await lost(move, false);
      const settled = await settleUnconfirmed(client, move, facts);
      expect(settled).toEqual({ outcome: 'not-found', asOf: expect.any(Number) });
      const { accountsBefore: _none, ...blind } = facts;
      expect(await settleUnconfirmed(client, move, blind)).toEqual({
        outcome: 'unknown',
        doubt: 'no-balance',
      });
    },
  );

  it('between sub-accounts, of which nobody sees the balances, is found or not known', async () => {
    await client.transferSubMain(SUB_MAIN.request);
    const unheard = await lost(SUBS, false);
    expect(await settleUnconfirmed(client, SUBS, unheard)).toEqual({
      outcome: 'unknown',
      doubt: 'no-balance',
    });
    const heard = await lost(SUBS, true);
    expect(await settleUnconfirmed(client, SUBS, heard)).toMatchObject({ outcome: 'found' });
  });

  it('is not known where several fit, and is once the others are named', async () => {
    const { transactionID } = await client.withdraw(WITHDRAWAL.request);
    const facts = await lost(WITHDRAWAL, true);
    expect(await settleUnconfirmed(client, WITHDRAWAL, facts)).toEqual({
      outcome: 'unknown',
      doubt: 'several-fit',
    });
    const settled = await settleUnconfirmed(client, WITHDRAWAL, {
      ...facts,
      otherTransactionIDs: [transactionID],
    });
    expect(settled).toMatchObject({ outcome: 'found' });
  });

  it('is not settled while an amount beside it cannot be compared', async () => {
    await client.withdraw({ ...WITHDRAWAL.request, amount: '2' });
    const facts = await lost(WITHDRAWAL, true);
    const { url: baseUrl, credentials } = sandbox.netlink;
    const signed = new NetlinkClient({
      baseUrl,
      signer: new RequestSigner(credentials),
      fetch: async (...request) => {
        const text = await (await fetch(...request)).text();
        return new Response(text.replaceAll('"amount":"2"', '"amount":"-2"'));
      },
    });
    const error = await rejectionOf(settleUnconfirmed(signed, WITHDRAWAL, facts));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', details: { peer: 'provider' } });
  });

  it('is not taken for missing while the balance moves by something else', async () => {
    const facts = await lost(WITHDRAWAL, false);
    await client.withdraw({ ...WITHDRAWAL.request, amount: '2' });
    expect(await settleUnconfirmed(client, WITHDRAWAL, facts)).toEqual({
      outcome: 'unknown',
      doubt: 'balance-moved',
    });
  });

  it.each([
    ['operation', { operation: 'listAccounts', request: {} }, { sentAt: 0 }],
    ['sentAt', WITHDRAWAL, { sentAt: Number.NaN }],
  ])('is refused for a wrong %s', async (field, move, facts) => {
    const error = await rejectionOf(settleUnconfirmed(client, move as never, facts));
    expect(error).toMatchObject({ field });
  });
});

describe('what a provider writes in its own way', () => {
  const DAY = { sentAt: 1_000_000, clock: { ...systemClock, now: () => 1_060_000 } };
  const TRANSACTION = {
    transactionID: 't-1',
    status: 'COMPLETED',
    txHash: '0xabc',
    coinSymbol: 'BTC',
    network: 'Bitcoin',
    direction: 'CRYPTO_WITHDRAWAL',
    timestamp: 1_000_000,
  };
  const holding = (availableAmount: string) => [
    {
      type: 'SPOT',
      balances: [
        { coinSymbol: 'BTC', totalAmount: availableAmount, pendingAmount: '0', availableAmount },
      ],
    },
  ];
  const reader = (after: string, serviceFee?: string) =>
    clientOn((url) => {
      if (url.endsWith('/v1/accounts')) return Response.json(holding(after));
      const transactions =
        serviceFee === undefined ? [] : [{ ...TRANSACTION, amount: '1.5', serviceFee }];
      return Response.json({ transactions });
    });
  const settle = (client: NetlinkClient, before: string, isGross = false) => {
    const move = { ...WITHDRAWAL, request: { ...WITHDRAWAL.request, isGross } };
    return settleUnconfirmed(client, move, { ...DAY, accountsBefore: holding(before) });
  };

  it('is compared all the same: debts, and zeros in front', async () => {
    expect(await settle(reader('-2.5'), '-02.50')).toMatchObject({ outcome: 'not-found' });
    expect(await settle(reader('007.5'), '7.5')).toMatchObject({ outcome: 'not-found' });
    expect(await settle(reader('-1'), '0.5')).toEqual({
      outcome: 'unknown',
      doubt: 'balance-moved',
    });
    expect(await settle(reader('-2.5'), '2.5')).toMatchObject({ doubt: 'balance-moved' });
  });

  it('is no fee where it is no number', async () => {
    expect(await settle(reader('1', 'n/a'), '1', true)).toMatchObject({ outcome: 'found' });
    expect(await settle(reader('1', '0.00'), '1', true)).toMatchObject({ outcome: 'found' });
    expect(await settle(reader('1', '0.1'), '1', true)).toMatchObject({ outcome: 'not-found' });
  });
});
