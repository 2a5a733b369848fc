import type { Fetch } from '../../src/core/http.js';
import { isObject } from '../../src/core/json.js';
import type { PollPace } from '../../src/core/poll.js';
import { FireblocksRawSigner, FireblocksRestClient } from '../../src/fireblocks/index.js';
import { byAsset, byPath, freshMessage, freshRequest } from '../support/custody.js';
import { type Asked, callByRoute, Exchanges } from './exchanges.js';
import { type Operation, type Run, run, type Table } from './run.js';

const ROUTES = [
  'GET /v1/transactions',
  'GET /v1/transactions/external_tx_id/:id',
  'GET /v1/transactions/:id',
  'GET /v1/vault/accounts/:id',
  'GET /v1/vault/accounts/:id/:asset/:change/:index/public_key_info',
  'GET /v1/vault/public_key_info',
  'POST /v1/transactions',
  'POST /v1/transactions/:id/cancel',
];

/** Numbers of errors that mean something here, or where there is no such thing. */
const CODES = new Set(['0', '1438', ...Array.from({ length: 12 }, (_, at) => `${-1 - at}`)]);

/** What this package asks of the custody. */
export const custodyTable: Table = {
  calls: ROUTES,
  opaque: [/\bextraParameters$/],
  codeOf: (body) => wordsIn(body).code,
  codes: CODES,
  // A transaction has fields as it goes on: what is signed, and by what.
  partOf: (told) => (isObject(told) && typeof told.status === 'string' ? ` ${told.status}` : ''),
  pinsIn: () => ({}),
  wordsIn,
};

function wordsIn(body: unknown): Readonly<Record<string, string>> {
  return isObject(body) && typeof body.code === 'number' ? { code: `${body.code}` } : {};
}

export function callOfCustody({ method, url }: Asked): string {
  return callByRoute(ROUTES, method, url.pathname);
}

/** Where the operations run: a workspace in which what is signed is worth nothing. */
export interface CustodyPlace {
  readonly connection: ConstructorParameters<typeof FireblocksRestClient>[0];
  /** Whose account has a wallet of `XRP_TEST`. */
  readonly vaultAccountId: string;
  readonly fetch: Fetch;
  readonly polling?: PollPace;
}

interface CustodyLive {
  readonly client: FireblocksRestClient;
  readonly signer: FireblocksRawSigner;
  readonly vaultAccountId: string;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const operations: readonly Operation<CustodyLive>[] = [
  {
    name: 'reads a vault account',
    run: ({ client, vaultAccountId }) => client.getVaultAccount(vaultAccountId),
  },
  {
    name: 'reads a key of a wallet',
    run: ({ signer, vaultAccountId }) => signer.getPublicKey(byAsset(vaultAccountId)),
  },
  {
    name: 'reads a key by its path',
    run: ({ signer, vaultAccountId }) => signer.getPublicKey(byPath(vaultAccountId)),
  },
  {
    name: 'has something signed, and finds it again',
    run: async ({ client, signer, vaultAccountId }) => {
      const request = freshRequest(byAsset(vaultAccountId));
      await signer.sign({ ...request, messages: [freshMessage(byAsset(vaultAccountId))] });
      return client.getTransactionByExternalId(request.idempotencyKey);
    },
  },
  {
    name: 'lists what was asked for',
    run: ({ client, vaultAccountId }) =>
      client.listTransactions({ limit: 10, sourceId: vaultAccountId }),
  },
  {
    name: 'finds no transaction',
    fails: 'CUSTODY_NOT_FOUND',
    run: ({ client }) => client.getTransaction(UNKNOWN),
  },
];

/** The operations of the table, with a workspace's credentials. */
export async function runOnCustody(place: CustodyPlace): Promise<Run> {
  const { connection, vaultAccountId, fetch, polling } = place;
  const exchanges = new Exchanges(callOfCustody, fetch);
  const client = new FireblocksRestClient({ ...connection, fetch: exchanges.fetch });
  const signer = new FireblocksRawSigner({ client, ...(polling ? { polling } : {}) });
  return run(custodyTable, operations, { client, signer, vaultAccountId }, exchanges);
}
