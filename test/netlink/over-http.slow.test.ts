import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETLINK_ERRORS, NetlinkClient, NetlinkError } from '../../src/netlink/index.js';
import { RequestSigner, RequestVerifier } from '../../src/requests/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { oracleVerifier } from '../support/request-verifier.js';
import {
  API_KEY,
  answeringProvider,
  CALLS,
  HISTORY,
  handlerFor,
  listen,
  SCHEME,
  SECRET,
  signer,
  WITHDRAWAL,
} from './support/netlink.js';

const names = Object.keys(CALLS) as (keyof typeof CALLS)[];

describe('client and kit over HTTP', () => {
  const asked: [string, unknown][] = [];
  const verify = oracleVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } });
  let server: Awaited<ReturnType<typeof listen>>;
  let client: NetlinkClient;
  let verified = 0;
  beforeAll(async () => {
    const handler = handlerFor(answeringProvider(asked));
    server = await listen(async (request) => {
      // Everything that the client sends is checked by bare node:crypto as well.
      const { pathname, search } = new URL(request.url);
      const url = `${pathname.replace('/api', '')}${search}`;
      const body = Buffer.from(await request.clone().arrayBuffer());
      const headers = Object.fromEntries(request.headers);
      verify({ method: request.method, url, headers }, body);
      verified += 1;
      return handler(request);
    });
    client = new NetlinkClient({ baseUrl: `${server.url}/api`, signer: signer() });
  });
  afterAll(() => server.stop());

  it.each(names)('%s gives what the provider gave', async (name) => {
    const provider = answeringProvider();
    const result = await CALLS[name](client);
    const call = {
      apiKey: '',
      operation: name,
      requestId: '',
      clientAddress: undefined,
      signal: new AbortController().signal,
    };
    const given: object | undefined =
      name === 'listAccounts' || name === 'listSupportedAssets'
        ? await provider[name](call)
        : await provider[name]({} as never, call);
    const isTransfer = name.startsWith('transfer');
    expect(result).toEqual(
      isTransfer ? { ...given, completed: Object(given).status === 'completed' } : given,
    );
    expect(verified).toBe(names.indexOf(name) + 1);
  });

  it('gives the provider plain typed values', () => {
    expect(Object.fromEntries(asked)).toEqual({
      getDepositAddress: { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' },
      createDepositAddress: { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' },
      estimateWithdrawalFee: { transferAmount: '1', coinSymbol: 'BTC', network: 'Bitcoin' },
      withdraw: { ...WITHDRAWAL, tag: undefined, maxFee: undefined, isSettlementTx: false },
      getTransactionById: { transactionID: 'tx 1' },
      getTransactionByHash: { txHash: '0xabc', network: 'Bitcoin Cash' },
      listTransactions: {
        ...HISTORY,
        toDate: HISTORY.toDate.getTime(),
        pageSize: 500,
        pageCursor: undefined,
        isSubTransfer: false,
        direction: undefined,
      },
      transferSubMain: {
        subAccountID: 'sub-1',
        direction: 'OUT',
        coinSymbol: 'BTC',
        amount: '0.1',
      },
      transferSubAccounts: {
        srcSubAccountID: 'sub-1',
        dstSubAccountID: 'sub-2',
        coinSymbol: 'BTC',
        amount: '0.05',
      },
      transferInternal: {
        fromAccountType: 'SPOT',
        toAccountType: 'FUNDING',
        coinSymbol: 'BTC',
        amount: '2',
      },
    });
  });

  it.each(['empty', 'null', 'omit'] as const)(
    'reads a network that is null, sent as %s',
    async (nullNetwork) => {
      const other = new NetlinkClient({
        baseUrl: `${server.url}/api`,
        signer: signer(),
        nullNetwork,
      });
      asked.length = 0;
      await other.listTransactions({ ...HISTORY, network: null, isSubTransfer: 'subMainTransfer' });
      expect(asked).toMatchObject([['listTransactions', { isSubTransfer: 'subMainTransfer' }]]);
      expect(asked[0]?.[1]).not.toHaveProperty('network', expect.anything());
    },
  );

  it('passes refusals on as they are, code and words', async () => {
    const refusing = await listen(
      handlerFor({
        ...answeringProvider(),
        withdraw: async () => {
          throw new NetlinkError({
            errorCode: NETLINK_ERRORS.SETTLEMENT_REQUIRED,
            error: 'settle first',
          });
        },
      }),
    );
    const other = new NetlinkClient({ baseUrl: `${refusing.url}/api`, signer: signer() });
    await expect(other.withdraw(WITHDRAWAL)).rejects.toMatchObject({
      status: 400,
      errorName: 'SETTLEMENT_REQUIRED',
      error: 'settle first',
    });
    await refusing.stop();
  });

  it('puts another provider behind it: a client is one', async () => {
    const relay = await listen(handlerFor(client));
    const other = new NetlinkClient({ baseUrl: `${relay.url}/api`, signer: signer() });
    expect(await other.withdraw(WITHDRAWAL)).toEqual({ transactionID: 'tx-2' });
    expect(await other.listAccounts()).toEqual([{ type: 'SPOT', balances: [] }]);
    await relay.stop();
  });

  it('agrees on a longer path where that is the setting of both', async () => {
    const pathPrefix = '/fireblocks';
    const verifier = new RequestVerifier({ ...SCHEME, pathPrefix, keys: { [API_KEY]: SECRET } });
    const prefixed = await listen(handlerFor(answeringProvider(), { verifier }));
    const calls = (prefix: object) =>
      new NetlinkClient({
        baseUrl: `${prefixed.url}/api`,
        signer: new RequestSigner({ ...SCHEME, ...prefix, apiKey: API_KEY, secret: SECRET }),
      });
    expect(await calls({ pathPrefix }).listAccounts()).toHaveLength(1);
    await expect(calls({}).listAccounts()).rejects.toMatchObject({ errorCode: 400003 });
    await prefixed.stop();
  });
});

describe('money', () => {
  let sandbox: Sandbox;
  let client: NetlinkClient;
  beforeAll(async () => {
    sandbox = await startSandbox({ ledgerCloseMs: 0 });
    const { url: baseUrl, credentials } = sandbox.netlink;
    client = new NetlinkClient({ baseUrl, signer: new RequestSigner(credentials) });
  });
  afterAll(() => sandbox.stop());

  const balances = async (coinSymbol: string) => {
    const accounts = await client.listAccounts();
    return Object.fromEntries(
      accounts.map(({ type, balances: held }) => [
        type,
        Number(held.find((one) => one.coinSymbol === coinSymbol)?.totalAmount ?? 0),
      ]),
    );
  };

  it('that was withdrawn is gone at the next read', async () => {
    const before = await balances('BTC');
    await client.withdraw({ ...WITHDRAWAL, amount: '2.5' });
    expect(await balances('BTC')).toEqual({ ...before, SPOT: Number(before.SPOT) - 2.5 });
  });

  it('is neither made nor lost by 100 transfers at once', async () => {
    const types = ['SPOT', 'FUNDING', 'FUTURES'] as const;
    sandbox.netlink.fund('XRP', '100', { accountType: 'FUNDING' });
    sandbox.netlink.fund('XRP', '100', { accountType: 'FUTURES' });
    const total = async () => {
      const held = await balances('XRP');
      expect(Object.values(held).every((amount) => amount >= 0)).toBe(true);
      return Object.values(held).reduce((sum, amount) => sum + amount, 0);
    };
    const before = await total();
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        client.transferInternal({
          fromAccountType: types[index % 3] ?? '',
          toAccountType: types[(index + 1 + (index % 2)) % 3] ?? '',
          coinSymbol: 'XRP',
          amount: String(1 + index * 37),
        }),
      ),
    );
    const states = new Set(results.map(({ status }) => status));
    expect(states).toEqual(new Set(['fulfilled', 'rejected']));
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ errorName: 'INSUFFICIENT_FUNDS' });
      }
    }
    expect(await total()).toBe(before);
  });
});
