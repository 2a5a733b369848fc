import { formatAmount, parseAmount } from '../../core/amount.js';
import { systemClock } from '../../core/clock.js';
import { newUuid } from '../../core/random.js';
import type { NetlinkTransaction } from '../../netlink/index.js';
import { NETLINK_ERRORS, NetlinkError, type OfferedProvider } from '../../netlink/index.js';
import type { Provider } from '../../provider/index.js';

const XRP = { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' };
const DECIMALS = 6;

/** An exchange with one customer and one asset, as the two APIs see it. */
export interface Exchange {
  readonly v1: OfferedProvider;
  readonly v2: Provider;
}

/** An exchange whose customer has 100 XRP. */
export function newExchange(): Exchange {
  let drops = 100_000_000n;
  const transactions: NetlinkTransaction[] = [];
  const available = () => formatAmount(drops, DECIMALS);
  const v1: OfferedProvider = {
    listAccounts: async () => {
      const amounts = {
        totalAmount: available(),
        pendingAmount: '0',
        availableAmount: available(),
      };
      return [{ type: 'SPOT', balances: [{ coinSymbol: 'XRP', ...amounts }] }];
    },
    listSupportedAssets: async () => [{ coinSymbol: 'XRP', network: 'Ripple', coinClass: 'BASE' }],
    getTransactionById: async (wanted) =>
      transactions.find(({ transactionID }) => transactionID === wanted.transactionID),
    // Nothing leaves for a chain here.
    getTransactionByHash: async () => undefined,
    listTransactions: async () => ({ transactions, nextPageCursor: undefined }),
    estimateWithdrawalFee: async () => ({ feeAmount: '0' }),
    withdraw: async ({ amount, coinSymbol, network }) => {
      const units = parseAmount(amount, DECIMALS, 'amount');
      if (units > drops) throw new NetlinkError({ errorCode: NETLINK_ERRORS.INSUFFICIENT_FUNDS });
      drops -= units;
      const transactionID = newUuid();
      const state = {
        status: 'PROCESSING',
        txHash: undefined,
        direction: 'CRYPTO_WITHDRAWAL',
      } as const;
      const what = { coinSymbol, network, amount, serviceFee: '0', timestamp: systemClock.now() };
      transactions.push({ transactionID, ...state, ...what });
      return { transactionID };
    },
  };
  const account = { id: 'main', title: 'Main account', status: 'active' };
  const v2: Provider = {
    accounts: {
      list: async () => [account],
      get: async (id) => (id === account.id ? account : undefined),
    },
    balances: {
      list: async () => [{ id: 'XRP', asset: XRP, availableAmount: available() }],
    },
  };
  return { v1, v2 };
}
