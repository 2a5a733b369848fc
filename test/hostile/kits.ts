// Handlers as they are set up for hostile requests, and what is known of their paths.
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import {
  type GatewayHandlerOptions,
  gatewayMetrics,
  type HttpFailure,
  type HttpHandler,
} from '../../src/handlers.js';
import { NETLINK_OPERATIONS } from '../../src/netlink/index.js';
import { allOperations } from '../../src/provider/operations/all.js';
import { type RequestSigner, RequestVerifier } from '../../src/requests/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import * as v1 from '../netlink/support/netlink.js';
import * as v2 from '../provider/server/support/caller.js';
import { BODIES, exchange } from '../provider/server/support/exchange.js';
import { GATEWAYS } from '../support/gateways.js';
import type { HostileRequest, Target } from '../support/hostile-requests.js';
import { FAST } from '../support/world.js';
import type { Upstream } from './upstream.js';

type OnError = (failure: HttpFailure) => void;

/** How gateways ask nodes and custody. */
export const SETTINGS = { polling: FAST, retry: { baseMs: 10, maxMs: 50 } };

export const signerAt = ({ custody }: Upstream) =>
  new FireblocksRawSigner({ ...custody, ...SETTINGS });

export async function served(heard: {
  readonly onError: OnError;
  readonly signal: AbortSignal;
}): Promise<GatewayHandlerOptions> {
  return { ...heard, metrics: await gatewayMetrics(), waitMs: 100, patienceMs: 200 };
}

/** Paths of what is served beside the operations. */
export function documents(base: string): readonly Target[] {
  const paths = ['/api-docs', '/api-docs.json', '/api-docs/page.css', '/api-docs/:file'];
  return paths.map((path) => ({ method: 'GET', path: `${base}${path}` }));
}

export function gatewayTargets(name: string): readonly Target[] {
  const { routes = [] } = GATEWAYS.find((gateway) => gateway.name === name) ?? {};
  const others = ['/healthz', '/readyz', '/api/metrics', '/type-docs', '/type-docs/:file'];
  return [
    ...routes.map(({ method, path, examples, query, route }) => ({
      method,
      path,
      examples,
      fields:
        route.kind === 'write' ? TRANSACTION_QUERY : Object.fromEntries(new URLSearchParams(query)),
    })),
    ...others.map((path) => ({ method: 'GET', path })),
    ...documents(''),
  ];
}

// No window for an approval: it makes a server wait for half an hour, and what waits is kept.
const TRANSACTION_QUERY = { note: 'a note', onExpiry: 'resign' };

/** A store that keeps nothing for longer than a second, so that what is kept here is the handler's own. */
export function forgetful(): Store {
  const store = memoryStore();
  const soon = (ttlMs: number | undefined) => Math.min(ttlMs ?? 1_000, 1_000);
  return {
    get: (key) => store.get(key),
    setIfAbsent: (key, value, ttlMs) => store.setIfAbsent(key, value, soon(ttlMs)),
    compareAndSet: (key, expected, value, ttlMs) =>
      store.compareAndSet(key, expected, value, soon(ttlMs)),
    delete: (key, expected) => store.delete(key, expected),
  };
}

/** Knows everything, and keeps nothing of what it was asked. */
export function v1Kit(options: { readonly onError?: OnError }): HttpHandler {
  const asked: [string, unknown][] = [];
  asked.push = () => 0;
  const keys = { [v1.API_KEY]: v1.SECRET };
  const verifier = new RequestVerifier({ ...v1.SCHEME, keys, nonceStore: forgetful() });
  return v1.handlerFor(v1.answeringProvider(asked), { verifier, docs: true, ...options });
}

const { fromDate, toDate, ...HISTORY } = v1.HISTORY;

/** Fields that are right, by operation; the others want none. */
const V1_FIELDS: Readonly<Record<string, object>> = {
  getDepositAddress: { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' },
  createDepositAddress: { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' },
  estimateWithdrawalFee: { transferAmount: '1', coinSymbol: 'BTC', network: 'Bitcoin' },
  withdraw: v1.WITHDRAWAL,
  getTransactionById: { transactionID: 'tx 1' },
  getTransactionByHash: { txHash: '0xabc', network: 'Bitcoin Cash' },
  listTransactions: {
    ...HISTORY,
    fromDate: String(fromDate),
    toDate: String(Number(toDate)),
    pageSize: '10',
    isSubTransfer: 'false',
  },
  transferSubMain: { subAccountID: 's', direction: 'OUT', coinSymbol: 'BTC', amount: '0.1' },
  transferSubAccounts: {
    srcSubAccountID: 's',
    dstSubAccountID: 't',
    coinSymbol: 'BTC',
    amount: '0.05',
  },
  transferInternal: {
    fromAccountType: 'SPOT',
    toAccountType: 'FUNDING',
    coinSymbol: 'BTC',
    amount: '2',
  },
};

export function v1Targets(base: string): readonly Target[] {
  return Object.values(NETLINK_OPERATIONS).map(({ name, method, path }) => {
    const fields = V1_FIELDS[name] ?? {};
    return {
      method,
      path: base + path,
      ...(method === 'GET' ? { fields } : { examples: [fields] }),
    };
  });
}

/** An exchange in memory behind the kit, and what makes that forget. */
export function v2Kit(options: { readonly onError?: OnError }) {
  const { provider, accounts, state, ...kept } = exchange();
  const keys = { [v2.API_KEY]: v2.SECRET };
  const verifier = new RequestVerifier({ ...v2.SCHEME, keys, nonceStore: forgetful() });
  const handler = v2.serve(provider, { verifier, store: forgetful(), docs: true, ...options });
  const tidy = () => {
    state.usd = 1_000n;
    for (const list of Object.values(kept)) if (list.length > 20) list.length = 0;
  };
  return { handler, tidy, known: ['main', 'sub', 'points', 'd-1', 'w-1', 'q-1', 'a-1', '1'] };
}

const V2_QUERY = {
  ...{ limit: '1', startingAfter: 'd-1', order: 'asc', orderBy: 'createdAt', balances: 'true' },
  ...{ conversionPairId: 'c-1', includeDeposits: 'true' },
};

export function v2Targets(base: string): readonly Target[] {
  return allOperations().map(({ name, method, path }) => {
    const body = BODIES[name];
    return {
      method,
      path: base + path.replace(/\{(\w+)\}/g, ':$1'),
      ...(method === 'GET' ? { fields: V2_QUERY } : { examples: [body ?? {}] }),
    };
  });
}

type Sign = (request: HostileRequest) => HostileRequest | Promise<HostileRequest>;

/** Who signs what a provider verifies; whatever no client could send goes without a signature. */
export function signedFor(signer: RequestSigner, base: string): Sign {
  return async (request) => {
    const { method, target } = request;
    // What is sent along with these, no handler is given.
    const body = method === 'GET' || method === 'HEAD' ? undefined : request.body;
    const path = target.startsWith(`${base}/`) ? target.slice(base.length) : target;
    try {
      return withHeaders(request, { ...(await signer.headers({ method, path, body })) });
    } catch {
      return request;
    }
  };
}

export const authorize = ({ headers }: { readonly headers: Headers }) =>
  headers.get('authorization')?.endsWith('Bearer right') === true;

export const withToken: Sign = (request) => withHeaders(request, { authorization: 'Bearer right' });

export function withHeaders(
  request: HostileRequest,
  headers: Readonly<Record<string, string>>,
): HostileRequest {
  return { ...request, headers: [...request.headers, ...Object.entries(headers)] };
}
