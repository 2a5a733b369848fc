import type { OpenRecord } from '../../provider/schemas/platform.js';
import type { Provider } from '../../provider/server/provider.js';
import { EXCHANGE_ASSETS } from './assets.js';
import { byTransaction } from './collateral.js';
import type { Exchange } from './exchange.js';
import { depositCapabilities, withdrawalCapabilities } from './methods.js';
import { rampMethods } from './ramp-methods.js';
import { isBlockchain, isFiat, isInternal, isPeer } from './withdrawals.js';

const LISTED = EXCHANGE_ASSETS.flatMap(({ definition }) => definition ?? []);

/** The exchange as the kit asks it: every component. */
export function exchangeProvider(
  exchange: Exchange,
  onNotification: (notification: OpenRecord) => void,
): Provider {
  const { accounts, quotes, deposits, withdrawals, ramps } = exchange;
  const { records } = withdrawals;
  return {
    capabilities: {
      listAssets: async () => LISTED,
      getAsset: async (id) => LISTED.find((asset) => asset.id === id),
      listConversions: async () => quotes.capabilities(),
      listWithdrawalMethods: async () => withdrawalCapabilities(),
      listDepositMethods: async () => depositCapabilities(),
      listRampMethods: async () => rampMethods(),
    },
    accounts: {
      list: async () => accounts.list().map((account) => accounts.withBalances(account)),
      get: async (accountId) => {
        const account = accounts.find(accountId);
        return account && accounts.withBalances(account);
      },
    },
    balances: { list: async (accountId) => accounts.balances(accountId) },
    rates: { get: async (_accountId, query) => exchange.rate(query) },
    liquidity: {
      listQuotes: async (accountId) => quotes.list(accountId),
      createQuote: async (accountId, request) => quotes.create(accountId, request),
      getQuote: async (accountId, id) => quotes.get(accountId, id),
      executeQuote: async (accountId, id) => quotes.execute(accountId, id),
    },
    transfers: {
      listWithdrawals: async (accountId) => records.of(accountId),
      getWithdrawal: async (accountId, id) => records.find(accountId, id),
      listDeposits: async (accountId) => deposits.deposits.of(accountId),
      getDeposit: async (accountId, id) => deposits.deposits.find(accountId, id),
    },
    transfersBlockchain: {
      takesFees: true,
      listWithdrawals: async (accountId) => records.of(accountId).filter(isBlockchain),
      withdraw: async (accountId, request) => withdrawals.blockchain(accountId, request),
      findWithdrawal: async (accountId, key) => withdrawals.made(accountId, key, isBlockchain),
    },
    transfersFiat: {
      takesFees: true,
      listWithdrawals: async (accountId) => records.of(accountId).filter(isFiat),
      withdraw: async (accountId, request) => withdrawals.fiat(accountId, request),
      findWithdrawal: async (accountId, key) => withdrawals.made(accountId, key, isFiat),
    },
    transfersPeerAccounts: {
      listWithdrawals: async (accountId) => records.of(accountId).filter(isPeer),
      withdraw: async (accountId, request) => withdrawals.peer(accountId, request),
      findWithdrawal: async (accountId, key) => withdrawals.made(accountId, key, isPeer),
    },
    transfersInternal: {
      listWithdrawals: async (accountId) => records.of(accountId).filter(isInternal),
      withdraw: async (accountId, request) => withdrawals.internal(accountId, request),
      findWithdrawal: async (accountId, key) => withdrawals.made(accountId, key, isInternal),
    },
    depositAddresses: {
      list: async (accountId) => deposits.addresses.of(accountId),
      get: async (accountId, id) => deposits.addresses.find(accountId, id),
      create: async (accountId, request) => deposits.createAddress(accountId, request),
      find: async (accountId, key) => deposits.addresses.findByKey(accountId, key),
      disable: async (accountId, id) => deposits.disable(accountId, id),
    },
    ramps: {
      list: async (accountId) => ramps.records.of(accountId),
      create: async (accountId, request) => ramps.create(accountId, request),
      find: async (accountId, key) => ramps.records.findByKey(accountId, key),
      get: async (accountId, id) => ramps.records.find(accountId, id),
    },
    collateral: servedCollateral(exchange),
    collateralNotifications: {
      onNotification: async (notification) => onNotification(notification),
    },
  };
}

/** A collateral account belongs to one account, so that the account is enough to know it by. */
function servedCollateral({
  collateral,
  credit,
  settlements,
}: Exchange): NonNullable<Provider['collateral']> {
  const { links, addresses, deposits, withdrawals } = collateral;
  return {
    listLinks: async (accountId) => links.of(accountId),
    createLink: async (accountId, link) => collateral.link(accountId, link),
    listAddresses: async (accountId) => addresses.of(accountId),
    createAddress: async (accountId, _, address) => collateral.addAddress(accountId, address),
    getAddress: async (accountId, _, id) => addresses.find(accountId, id),
    requestDeposit: async (accountId, _, request) => collateral.requestDeposit(accountId, request),
    listDeposits: async (accountId) => deposits.of(accountId),
    registerDeposit: async (accountId, _, request) =>
      collateral.registerDeposit(accountId, request),
    getDeposit: async (accountId, _, txId) => byTransaction(deposits.of(accountId), txId),
    requestWithdrawal: async (accountId, _, request) =>
      collateral.requestWithdrawal(accountId, request),
    listWithdrawals: async (accountId) => withdrawals.of(accountId),
    registerWithdrawal: async (accountId, _, request) =>
      collateral.registerWithdrawal(accountId, request),
    getWithdrawal: async (accountId, _, txId) => byTransaction(withdrawals.of(accountId), txId),
    getSettlementInstructions: async (accountId) => settlements.instructions(accountId),
    startSettlement: async (accountId, _, request) => settlements.start(accountId, request),
    getSettlement: async (accountId, _, version) => settlements.state(accountId, version),
    forceSettlement: async (accountId, _, settlement) => settlements.force(accountId, settlement),
    requiresSettlement: async (accountId) => credit.owesAnything(accountId),
  };
}
