// A provider of network link v1 in 40 lines, and the platform's view of it. The kit does the rest: signatures,
// clocks, replays, fields, codes, unsupported operations.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { netlinkServerHandler, toNodeListener } from 'custody-gateways/http';
import type { NetlinkTransaction, OfferedProvider } from 'custody-gateways/netlink';
import { NETLINK_ERRORS, NetlinkClient, NetlinkError } from 'custody-gateways/netlink';
import { RequestSigner, RequestVerifier } from 'custody-gateways/requests';

const authentication = {
  algorithm: 'hmac-sha512',
  preEncoding: 'plain',
  postEncoding: 'base64',
} as const;
const keys = { 'key-of-a-customer': 'the secret that belongs to it' };
const transactions: NetlinkTransaction[] = [];
let points = 250n; // An asset without decimals keeps the example short.
const { INVALID_PARAMETER, INSUFFICIENT_FUNDS, UNSUPPORTED_ASSET } = NETLINK_ERRORS;

const exchange: OfferedProvider = {
  listAccounts: async () => {
    const amounts = { totalAmount: `${points}`, pendingAmount: '0', availableAmount: `${points}` };
    return [{ type: 'SPOT', balances: [{ coinSymbol: 'PTS', ...amounts }] }];
  },
  listSupportedAssets: async () => [{ coinSymbol: 'PTS', network: 'Stellar', coinClass: 'BASE' }],
  getTransactionById: async ({ transactionID }) =>
    transactions.find((found) => found.transactionID === transactionID),
  getTransactionByHash: async ({ txHash }) => transactions.find((found) => found.txHash === txHash),
  listTransactions: async ({ pageSize, pageCursor }) => {
    // A cursor is the id that a page begins with.
    const ids = transactions.map(({ transactionID }) => transactionID);
    const start = pageCursor === undefined ? 0 : ids.indexOf(pageCursor);
    if (start < 0) throw new NetlinkError({ errorCode: INVALID_PARAMETER });
    const end = start + pageSize;
    return { transactions: transactions.slice(start, end), nextPageCursor: ids[end] };
  },
  estimateWithdrawalFee: async () => ({ feeAmount: '0' }),
  withdraw: async ({ amount, coinSymbol, network }) => {
    // The kit accepts only assets that are listed above. It is checked again, since it is about to be paid.
    if (coinSymbol !== 'PTS' || network !== 'Stellar') {
      throw new NetlinkError({ errorCode: UNSUPPORTED_ASSET });
    }
    if (!/^\d+$/.test(amount)) throw new NetlinkError({ errorCode: INVALID_PARAMETER });
    if (BigInt(amount) > points) throw new NetlinkError({ errorCode: INSUFFICIENT_FUNDS });
    points -= BigInt(amount);
    const transactionID = crypto.randomUUID();
    const state = { status: 'PROCESSING', txHash: undefined, direction: 'CRYPTO_WITHDRAWAL' };
    const what = { coinSymbol, network, amount, serviceFee: '0', timestamp: Date.now() };
    transactions.push({ transactionID, ...state, ...what });
    return { transactionID };
  },
};

const handler = netlinkServerHandler(exchange, {
  verifier: new RequestVerifier({ ...authentication, keys }),
  registration: {
    displayName: 'Points Exchange',
    icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
    apiKeyGuide: 'https://exchange.example/help/api-keys',
    baseUrl: 'https://exchange.example',
    mainAccountFundableType: 'SPOT',
    supportsWithdrawals: true,
    supportsDeposits: false,
    supportsSubAccounts: false,
    authentication,
  },
  onError: ({ path, error }) => console.log(path, error instanceof Error ? error.message : error),
});
const server = createServer(toNodeListener(handler));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

// The calls that the platform makes.
const { port } = server.address() as AddressInfo;
const [apiKey = '', secret = ''] = Object.entries(keys)[0] ?? [];
const signer = new RequestSigner({ ...authentication, apiKey, secret });
const client = new NetlinkClient({ baseUrl: `http://127.0.0.1:${port}`, signer });

const withdrawal = {
  accountType: 'SPOT',
  toAddress: 'GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37',
  coinSymbol: 'PTS',
  network: 'Stellar',
  isGross: true,
} as const;
const taken = await client.withdraw({ ...withdrawal, amount: '200' });
console.log(await client.getTransactionById({ transactionID: taken.transactionID })); // status: 'PROCESSING'
console.log(await client.listAccounts()); // availableAmount: '50'

const tooMuch = await client.withdraw({ ...withdrawal, amount: '51' }).catch((error) => error);
console.log(tooMuch instanceof NetlinkError && tooMuch.errorName); // 'INSUFFICIENT_FUNDS'
const { accountType, coinSymbol, network } = withdrawal;
const address = { accountType, coinSymbol, network };
const noDeposits = await client.ensureDepositAddress(address).catch((error) => error);
console.log(noDeposits instanceof NetlinkError && noDeposits.errorName); // 'UNSUPPORTED_OPERATION'

server.closeAllConnections();
server.close();
