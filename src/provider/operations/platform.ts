import { named, type Unnamed } from '../operation.js';
import {
  openAnswer,
  openQuery,
  openRecord,
  platformAddress,
  platformSettlement,
  platformTransaction,
  signerToken,
} from '../schemas/platform.js';

const FORCE = '/v1/collateral/settlements/force';

/** The operations that providers call at the platform. */
export const PLATFORM = /* @__PURE__ */ named({
  getTransaction: {
    kind: 'read',
    path: '/v1/collateral/transactions/{collateralTxId}',
    answer: platformTransaction,
  },
  startSettlement: {
    kind: 'unkeyed',
    path: '/v1/collateral/settlements',
    body: platformSettlement,
    answer: platformSettlement,
  },
  getSettlementTransactions: {
    kind: 'read',
    path: '/v1/collateral/settlements/{settlementId}/transactions',
    query: openQuery,
    answer: openAnswer,
  },
  getAddress: {
    kind: 'read',
    path: '/v1/collateral/address/{assetId}',
    query: openQuery,
    answer: platformAddress,
  },
  markForForcing: {
    kind: 'unkeyed',
    method: 'PUT',
    path: FORCE,
    body: platformSettlement,
    maybe: platformSettlement,
  },
  getMarked: {
    kind: 'read',
    path: FORCE,
    query: openQuery,
    answer: platformSettlement,
  },
  unmark: {
    kind: 'unkeyed',
    method: 'DELETE',
    path: FORCE,
    maybe: platformSettlement,
  },
  force: {
    kind: 'unkeyed',
    path: FORCE,
    body: platformSettlement,
    answer: platformSettlement,
    slow: true,
  },
  createSignerToken: {
    kind: 'unkeyed',
    path: '/v1/collateral/signers/token',
    body: openRecord,
    answer: signerToken,
  },
  getWorkspaces: {
    kind: 'read',
    path: '/v1/collateral/workspaces',
    query: openQuery,
    answer: openAnswer,
  },
  getSignerData: {
    kind: 'read',
    path: '/v1/collateral/signers/data',
    query: openQuery,
    answer: openAnswer,
  },
  notify: {
    kind: 'unkeyed',
    path: '/v1/collateral/notify',
    body: openRecord,
    maybe: openRecord,
  },
} as const satisfies Unnamed);
