import { named, type Unnamed } from '../operation.js';
import { account, assetBalance } from '../schemas/accounts.js';
import { rate } from '../schemas/liquidity.js';
import { accountQuery, accountsQuery, balancesQuery, rateQuery } from '../schemas/queries.js';

export const ACCOUNTS = /* @__PURE__ */ named({
  getAccounts: {
    kind: 'read',
    path: '/accounts',
    query: accountsQuery,
    list: 'accounts',
    item: account,
    identifies: ['accounts'],
  },
  getAccountDetails: {
    kind: 'read',
    path: '/accounts/{accountId}',
    query: accountQuery,
    answer: account,
    identifies: ['accounts'],
  },
  getBalances: {
    kind: 'read',
    path: '/accounts/{accountId}/balances',
    query: balancesQuery,
    list: 'balances',
    item: assetBalance,
    identifies: ['balances'],
  },
  getRateByAccountAndPairId: {
    kind: 'read',
    path: '/accounts/{accountId}/rate',
    query: rateQuery,
    answer: rate,
    identifies: ['rates'],
  },
} as const satisfies Unnamed);
