import type { LoopbackAnswer } from '../loopback/peer.js';
import type { ApiUserRole, KnownUser } from './api-users.js';
import type { CustodyState } from './state.js';
import {
  cancelTransaction,
  createTransaction,
  getByExternalId,
  getTransaction,
  list,
} from './transaction-routes.js';
import {
  createVaultAccount,
  createWallet,
  getVaultAccount,
  getWallet,
  listAddresses,
  publicKeyByAsset,
  publicKeyByPath,
  supportedAssets,
} from './vault-routes.js';

/** A request that reached its route. */
export interface RouteContext {
  readonly state: CustodyState;
  readonly user: KnownUser;
  /** The path's variable parts, decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** The path with its query, as received. */
  readonly path: string;
  readonly body: unknown;
}

/** Answers, or throws an ApiError. */
export type RouteHandler = (context: RouteContext) => LoopbackAnswer;

/** One operation of the API: what it matches, and who may call it. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly roles: readonly ApiUserRole[];
  readonly handler: RouteHandler;
}

const ALL: readonly ApiUserRole[] = ['ADMIN', 'SIGNER', 'VIEWER'];
const INITIATORS: readonly ApiUserRole[] = ['ADMIN', 'SIGNER'];
const ADMINS: readonly ApiUserRole[] = ['ADMIN'];

function route(
  method: string,
  pattern: string,
  roles: readonly ApiUserRole[],
  handler: RouteHandler,
): Route {
  const path = new RegExp(`^${pattern.replace(/:[a-z]+/gi, '([^/]+)')}$`);
  return { method, path, roles, handler };
}

const WALLET = '/v1/vault/accounts/:vault/:asset';

/** The operations of the API that are modelled. Webhook and callback management would join here. */
export const ROUTES: readonly Route[] = [
  route('POST', '/v1/transactions', INITIATORS, createTransaction),
  route('GET', '/v1/transactions', ALL, list),
  route('GET', '/v1/transactions/external_tx_id/:id', ALL, getByExternalId),
  route('GET', '/v1/transactions/:id', ALL, getTransaction),
  route('POST', '/v1/transactions/:id/cancel', INITIATORS, cancelTransaction),
  route('GET', '/v1/supported_assets', ALL, supportedAssets),
  route('GET', '/v1/vault/public_key_info', ADMINS, publicKeyByPath),
  route('POST', '/v1/vault/accounts', ADMINS, createVaultAccount),
  route('GET', '/v1/vault/accounts/:vault', ALL, getVaultAccount),
  route('GET', `${WALLET}/addresses_paginated`, ALL, listAddresses),
  route('GET', `${WALLET}/:change/:index/public_key_info`, ADMINS, publicKeyByAsset),
  route('GET', WALLET, ALL, getWallet),
  route('POST', WALLET, ADMINS, createWallet),
];
