import {
  getAccount,
  getBalance,
  getModule,
  getResource,
  listAccountTransactions,
  listResources,
} from './account-routes.js';
import { estimateGasPrice, getBlockByHeight, getHealth, getLedgerInfo } from './ledger-routes.js';
import type { RestHandler } from './request.js';
import {
  getByHash,
  getByVersion,
  listTransactions,
  simulateTransaction,
  submitTransaction,
  waitByHash,
} from './transaction-routes.js';
import { callView } from './view-route.js';

/** What the node answers; `:name` stands for one segment of the path. */
const ROUTES: readonly (readonly [method: string, path: string, handler: RestHandler])[] = [
  ['GET', '/v1', getLedgerInfo],
  ['GET', '/v1/-/healthy', getHealth],
  ['GET', '/v1/blocks/by_height/:height', getBlockByHeight],
  ['GET', '/v1/estimate_gas_price', estimateGasPrice],
  ['GET', '/v1/accounts/:address', getAccount],
  ['GET', '/v1/accounts/:address/resources', listResources],
  ['GET', '/v1/accounts/:address/resource/:type', getResource],
  ['GET', '/v1/accounts/:address/module/:name', getModule],
  ['GET', '/v1/accounts/:address/balance/:asset', getBalance],
  ['GET', '/v1/accounts/:address/transactions', listAccountTransactions],
  ['GET', '/v1/transactions', listTransactions],
  ['POST', '/v1/transactions', submitTransaction],
  ['POST', '/v1/transactions/simulate', simulateTransaction],
  ['GET', '/v1/transactions/by_hash/:hash', getByHash],
  ['GET', '/v1/transactions/wait_by_hash/:hash', waitByHash],
  ['GET', '/v1/transactions/by_version/:version', getByVersion],
  ['POST', '/v1/view', callView],
];

/** A route that fits a path, and what the path says for its parameters. */
export interface Match {
  /** Such as `GET /v1/accounts/:address`. */
  readonly name: string;
  readonly handler: RestHandler;
  readonly parts: readonly string[];
}

/** The route of a request; `path` or `method` when that is what fits no route. */
export function routeOf(method: string, path: string): Match | 'path' | 'method' {
  const segments = (path.split('?')[0] ?? '').replace(/(?<!\/)\/+$/, '').split('/');
  let miss: 'path' | 'method' = 'path';
  for (const [wanted, pattern, handler] of ROUTES) {
    const parts = partsOf(pattern, segments);
    if (parts === undefined) continue;
    if (wanted === method) return { name: `${method} ${pattern}`, handler, parts };
    miss = 'method';
  }
  return miss;
}

function partsOf(pattern: string, segments: readonly string[]): readonly string[] | undefined {
  const wanted = pattern.split('/');
  if (wanted.length !== segments.length) return undefined;
  const parts: string[] = [];
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) parts.push(segment);
    else if (part !== segment) return undefined;
  }
  return parts;
}
