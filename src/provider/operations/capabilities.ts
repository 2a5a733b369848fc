import type { Operation } from '../operation.js';
import { assetDefinition } from '../schemas/assets.js';
import { capabilities } from '../schemas/capabilities.js';
import { depositCapability } from '../schemas/deposits.js';
import { quoteCapability } from '../schemas/liquidity.js';
import { pageQuery } from '../schemas/queries.js';
import { rampMethod } from '../schemas/ramp-methods.js';
import { withdrawalCapability } from '../schemas/withdrawals.js';

export const getCapabilities = {
  name: 'getCapabilities',
  kind: 'read',
  method: 'GET',
  path: '/capabilities',
  answer: capabilities,
} as const satisfies Operation;

export const CAPABILITIES = {
  getAdditionalAssets: {
    name: 'getAdditionalAssets',
    kind: 'read',
    method: 'GET',
    path: '/capabilities/assets',
    query: pageQuery,
    list: 'assets',
    item: assetDefinition,
  },
  getAssetDetails: {
    name: 'getAssetDetails',
    kind: 'read',
    method: 'GET',
    path: '/capabilities/assets/{id}',
    answer: assetDefinition,
  },
  getQuoteCapabilities: {
    name: 'getQuoteCapabilities',
    kind: 'read',
    method: 'GET',
    path: '/capabilities/liquidity/quotes',
    query: pageQuery,
    list: 'capabilities',
    item: quoteCapability,
  },
  getWithdrawalMethods: {
    name: 'getWithdrawalMethods',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/capabilities/transfers/withdrawals',
    query: pageQuery,
    list: 'capabilities',
    item: withdrawalCapability,
  },
  getDepositMethods: {
    name: 'getDepositMethods',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/capabilities/transfers/deposits',
    query: pageQuery,
    list: 'capabilities',
    item: depositCapability,
  },
  getRampMethods: {
    name: 'getRampMethods',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/capabilities/ramps',
    query: pageQuery,
    list: 'capabilities',
    item: rampMethod,
  },
} as const satisfies Record<string, Operation>;
