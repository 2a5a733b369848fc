import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NetlinkServerOptions,
  netlinkServerHandler,
  toNodeListener,
} from '../../../src/handlers.js';
import {
  NetlinkClient,
  type NetlinkClientOptions,
  type NetlinkRegistrationSettings,
  type OfferedProvider,
} from '../../../src/netlink/index.js';
import { RequestSigner, RequestVerifier } from '../../../src/requests/index.js';

export const SCHEME = {
  algorithm: 'hmac-sha512',
  preEncoding: 'plain',
  postEncoding: 'base64',
} as const;
export const API_KEY = 'netlink-test-key';
export const SECRET = 'a secret that only the two of them know';

export const REGISTRATION: NetlinkRegistrationSettings = {
  displayName: 'Test Exchange',
  icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
  apiKeyGuide: 'https://exchange.example/help/api-keys',
  baseUrl: 'https://exchange.example/api',
  mainAccountFundableType: 'SPOT',
  subAccountFundableType: 'FUNDING',
  supportsWithdrawals: true,
  supportsDeposits: true,
  supportsSubAccounts: true,
  supportsSubAccountTransfers: true,
  authentication: SCHEME,
};

export const signer = (settings: { readonly nonce?: () => string } = {}) =>
  new RequestSigner({ ...SCHEME, ...settings, apiKey: API_KEY, secret: SECRET });

/** A provider that answers each operation with something, and keeps what it was asked. */
export function answeringProvider(asked: [string, unknown][] = []): Required<OfferedProvider> {
  const transaction = {
    transactionID: 'tx 1',
    status: 'COMPLETED',
    txHash: '0xabc',
    amount: '1.5',
    serviceFee: '0.1',
    coinSymbol: 'BTC',
    network: 'Bitcoin',
    direction: 'CRYPTO_DEPOSIT',
    timestamp: 1_700_000_000_000,
  };
  const answer =
    <T>(name: string, result: T) =>
    async (request: unknown): Promise<T> => {
      asked.push([name, request]);
      return result;
    };
  return {
    listAccounts: async () => [{ type: 'SPOT', balances: [] }],
    listSupportedAssets: async () => [
      { coinSymbol: 'BTC', network: 'Bitcoin', coinClass: 'BASE' },
      { coinSymbol: 'USDC', network: 'Ethereum', coinClass: 'TOKEN', identifiers: ['0xA0'] },
    ],
    getDepositAddress: answer('getDepositAddress', { depositAddress: 'addr' }),
    createDepositAddress: answer('createDepositAddress', { depositAddress: 'addr' }),
    estimateWithdrawalFee: answer('estimateWithdrawalFee', { feeAmount: '0.1' }),
    withdraw: answer('withdraw', { transactionID: 'tx-2' }),
    getTransactionById: async (request) => {
      const { transactionID = 'tx 1' } = request;
      return answer('getTransactionById', { ...transaction, transactionID })(request);
    },
    getTransactionByHash: async (request) => {
      const { txHash = '0xabc' } = request;
      return answer('getTransactionByHash', { ...transaction, txHash })(request);
    },
    listTransactions: answer('listTransactions', {
      transactions: [transaction],
      nextPageCursor: undefined,
    }),
    transferSubMain: answer('transferSubMain', {
      status: 'pending',
      transactionID: 'tx-3',
    } as const),
    transferSubAccounts: answer('transferSubAccounts', {
      status: 'completed',
      transactionID: undefined,
    } as const),
    transferInternal: answer('transferInternal', {
      status: 'failed',
      transactionID: undefined,
    } as const),
  };
}

export const handlerFor = (
  provider: OfferedProvider = answeringProvider(),
  options: Partial<NetlinkServerOptions> = {},
) =>
  netlinkServerHandler(provider, {
    verifier: new RequestVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } }),
    registration: REGISTRATION,
    ...options,
  });

/** A listening server, and how to stop it. */
export async function listen(handler: (request: Request) => Promise<Response>) {
  const server = createServer(toNodeListener(handler));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A client whose provider is a function, in the place of the network. */
export function clientOn(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  options: Partial<NetlinkClientOptions> = {},
): NetlinkClient {
  return new NetlinkClient({
    baseUrl: 'https://exchange.example/api',
    signer: signer(),
    retry: { attempts: 3, baseMs: 1, maxMs: 1 },
    fetch: async (url, init) => answer(url, init),
    ...options,
  });
}

export const WITHDRAWAL = {
  accountType: 'SPOT',
  toAddress: 'bc1qexample',
  coinSymbol: 'BTC',
  network: 'Bitcoin',
  amount: '1.5',
  isGross: true,
} as const;

export const HISTORY = {
  fromDate: 1_600_000_000_000,
  toDate: new Date(4_000_000_000_000),
  coinSymbol: 'BTC',
  network: 'Bitcoin',
} as const;

const DEPOSIT = { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' } as const;

/** One call of each operation that is right. */
export const CALLS = {
  listAccounts: (client: NetlinkClient) => client.listAccounts(),
  getDepositAddress: (client: NetlinkClient) => client.getDepositAddress(DEPOSIT),
  createDepositAddress: (client: NetlinkClient) => client.createDepositAddress(DEPOSIT),
  estimateWithdrawalFee: (client: NetlinkClient) =>
    client.estimateWithdrawalFee({ transferAmount: '1', coinSymbol: 'BTC', network: 'Bitcoin' }),
  withdraw: (client: NetlinkClient) => client.withdraw(WITHDRAWAL),
  getTransactionById: (client: NetlinkClient) =>
    client.getTransactionById({ transactionID: 'tx 1' }),
  getTransactionByHash: (client: NetlinkClient) =>
    client.getTransactionByHash({ txHash: '0xabc', network: 'Bitcoin Cash' }),
  listTransactions: (client: NetlinkClient) => client.listTransactions(HISTORY),
  listSupportedAssets: (client: NetlinkClient) => client.listSupportedAssets(),
  transferSubMain: (client: NetlinkClient) =>
    client.transferSubMain({
      subAccountID: 'sub-1',
      direction: 'OUT',
      coinSymbol: 'BTC',
      amount: '0.1',
    }),
  transferSubAccounts: (client: NetlinkClient) =>
    client.transferSubAccounts({
      srcSubAccountID: 'sub-1',
      dstSubAccountID: 'sub-2',
      coinSymbol: 'BTC',
      amount: '0.05',
    }),
  transferInternal: (client: NetlinkClient) =>
    client.transferInternal({
      fromAccountType: 'SPOT',
      toAccountType: 'FUNDING',
      coinSymbol: 'BTC',
      amount: '2',
    }),
} as const;

export const MOVES = [
  'withdraw',
  'transferSubMain',
  'transferSubAccounts',
  'transferInternal',
] as const satisfies readonly (keyof typeof CALLS)[];

export const READS = (Object.keys(CALLS) as (keyof typeof CALLS)[]).filter(
  (name) => name !== 'createDepositAddress' && !MOVES.some((move) => move === name),
);

/** An entry of the history, as a provider writes it. */
export const TRANSACTION = {
  transactionID: 'tx 1',
  status: 'COMPLETED',
  txHash: '0xabc',
  amount: '1',
  serviceFee: '0',
  coinSymbol: 'BTC',
  network: 'Bitcoin',
  direction: 'CRYPTO_DEPOSIT',
  timestamp: 1_700_000_000_000,
};
