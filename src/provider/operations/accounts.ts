import type { Operation } from '../operation.js';
import { account, assetBalance } from '../schemas/accounts.js';
import { rate } from '../schemas/liquidity.js';
import { accountQuery, accountsQuery, balancesQuery, rateQuery } from '../schemas/queries.js';

export const ACCOUNTS = {
  getAccounts: {
    name: 'getAccounts',
    kind: 'read',
    method: 'GET',
    path: '/accounts',
    query: accountsQuery,
    list: 'accounts',
    item: account,
    identifies: ['accounts'],
  },
  getAccountDetails: {
    name: 'getAccountDetails',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}',
    query: accountQuery,
    answer: account,
    identifies: ['accounts'],
  },
  getBalances: {
    name: 'getBalances',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/balances',
    query: balancesQuery,
    list: 'balances',
    item: assetBalance,
    identifies: ['balances'],
  },
  getRateByAccountAndPairId: {
    name: 'getRateByAccountAndPairId',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/rate',
    query: rateQuery,
    answer: rate,
    identifies: ['rates'],
  },
} as const satisfies Record<string, Operation>;
