import { named, type Operation, type Unnamed } from '../operation.js';
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

export const CAPABILITIES = /* @__PURE__ */ named({
  getAdditionalAssets: {
    kind: 'read',
    path: '/capabilities/assets',
    query: pageQuery,
    list: 'assets',
    item: assetDefinition,
  },
  getAssetDetails: {
    kind: 'read',
    path: '/capabilities/assets/{id}',
    answer: assetDefinition,
  },
  getQuoteCapabilities: {
    kind: 'read',
    path: '/capabilities/liquidity/quotes',
    query: pageQuery,
    list: 'capabilities',
    item: quoteCapability,
  },
  getWithdrawalMethods: {
    kind: 'read',
    path: '/accounts/{accountId}/capabilities/transfers/withdrawals',
    query: pageQuery,
    list: 'capabilities',
    item: withdrawalCapability,
  },
  getDepositMethods: {
    kind: 'read',
    path: '/accounts/{accountId}/capabilities/transfers/deposits',
    query: pageQuery,
    list: 'capabilities',
    item: depositCapability,
  },
  getRampMethods: {
    kind: 'read',
    path: '/accounts/{accountId}/capabilities/ramps',
    query: pageQuery,
    list: 'capabilities',
    item: rampMethod,
  },
} as const satisfies Unnamed);
