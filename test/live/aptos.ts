import { createHash } from 'node:crypto';
import type { AptosGateway } from '../../src/aptos/index.js';
import { isObject } from '../../src/core/json.js';
import { recorded } from '../support/recorded.js';
import { type Asked, callByRoute, type Exchange, type Exchanges } from './exchanges.js';
import type { Operation, Table } from './run.js';

const ROUTES = [
  'GET /',
  'GET /accounts/:address',
  'GET /accounts/:address/module/:name',
  'GET /accounts/:address/transactions',
  'GET /blocks/by_height/:height',
  'GET /estimate_gas_price',
  'GET /transactions/by_hash/:hash',
  'GET /transactions/by_version/:version',
  'GET /transactions/wait_by_hash/:hash',
  'POST /transactions',
  'POST /transactions/simulate',
  'POST /view',
];

const GRAPHQL = 'POST /graphql';
const TABLES = ['account_transactions', 'current_fungible_asset_balances'];

/** Later than the document of the API that is recorded, or of one network's nodes alone. */
const LATER_CODES = ['compilation_error', 'node_not_bootstrapped', 'overloaded', 'rate_limited'];

const { codes: documented = [] } = recorded('aptos', 'error-codes.json');

/** What this package asks of nodes and indexers of Aptos and Movement. */
export const aptosTable: Table = {
  calls: [...ROUTES, ...TABLES.map((table) => `${GRAPHQL} ${table}`)],
  // What contracts keep and say, and what they were called with.
  opaque: [/\bchanges\[\](<\w+>)?\.data$/, /\bevents\[\]\.data$/, /\bpayload(<\w+>)?\.arguments$/],
  codeOf: (body) =>
    isObject(body) && typeof body.error_code === 'string' ? body.error_code : undefined,
  codes: new Set([...documented, ...LATER_CODES]),
  pinsIn: (exchanges) => Object.fromEntries(exchanges.flatMap(pinsIn)),
  wordsIn,
};

/** The code of an error. A VM's refusals have one code, and the status in the message. */
function wordsIn(body: unknown): Readonly<Record<string, string>> {
  const { error_code: code, message } = Object(body);
  if (typeof code !== 'string') return {};
  const status = / Code: ([A-Z_]+)$/.exec(String(message))?.[1];
  const isVm = code === 'vm_error' && status !== undefined;
  return { error_code: code, ...(isVm ? { message: status } : {}) };
}

/** A module is what its bytecode says; and which archive a node names decides who is asked. */
function pinsIn({ body }: Exchange): (readonly [name: string, value: string])[] {
  if (!isObject(body)) return [];
  const { abi, bytecode, archival_endpoint: archive } = body;
  if (typeof archive === 'string') return [['archive', archive]];
  if (!isObject(abi) || typeof bytecode !== 'string') return [];
  const hash = createHash('sha256').update(bytecode).digest('hex');
  return [[`${String(abi.address)}::${String(abi.name)}`, hash]];
}

export function callOfAptos({ method, url, body = '' }: Asked): string {
  const path = url.pathname.replace(/^.*?\/v1(?=\/|$)/, '') || '/';
  if (!path.endsWith('/graphql')) return callByRoute(ROUTES, method, path);
  const { query } = JSON.parse(body);
  return `${method} /graphql ${/\{\s*(\w+)\(/.exec(String(query))?.[1]}`;
}

/** A network, with keys that are worth nothing but there. */
export interface AptosLive {
  readonly exchanges: Exchanges;
  readonly gateway: AptosGateway;
  /** Of the same keys, with a memory of its own. */
  another(): AptosGateway;
  /** Ends with `/v1`. */
  readonly fullnodeUrl: string;
  /** Milliseconds in which a transaction lands, if it does. */
  readonly patienceMs: number;
  /** Gives an account some coins, by a faucet. */
  fund(address: string): Promise<void>;
}

const NATIVE = '0xa';
const UNKNOWN = `0x${'0'.repeat(64)}`;

const payment = async ({ gateway }: AptosLive, amount = 1) => ({
  recipientAddress: await gateway.getAddress('1'),
  amount,
});

const probe = async ({ exchanges, fullnodeUrl }: AptosLive, path: string) => {
  await exchanges.fetch(`${fullnodeUrl}${path}`, { method: 'GET' });
};

export const aptosOperations: readonly Operation<AptosLive>[] = [
  {
    name: 'has an account funded',
    run: async ({ gateway, fund }) => fund(await gateway.getAddress('0')),
  },
  { name: 'reads a balance', run: ({ gateway }) => gateway.getBalance('0') },
  { name: 'reads one of nothing', run: ({ gateway }) => gateway.getBalance('9') },
  {
    name: 'pays coins, and finds the transaction again',
    run: async (world) => {
      const { hash } = await world.gateway.transferMove('0', await payment(world));
      return world.gateway.getTransaction(hash);
    },
  },
  {
    name: 'pays without a trial',
    run: async (world) =>
      world.gateway.transferMove('0', await payment(world), { simulate: false }),
  },
  {
    name: 'pays without a number',
    run: async (world) =>
      world.gateway.transferMove('0', await payment(world), { orderless: true }),
  },
  {
    name: 'pays whole units of a token',
    run: async (world) => {
      const { recipientAddress } = await payment(world);
      const params = { tokenType: NATIVE, recipientAddress, amount: '0.00000001' } as const;
      return world.gateway.transferToken('0', { ...params, unit: 'tokens' });
    },
  },
  {
    name: 'calls a function that only the chain knows',
    run: async (world) => {
      const { recipientAddress } = await payment(world);
      const name = '0x1::aptos_account::transfer_fungible_assets';
      const functionArguments = [NATIVE, recipientAddress, '1'];
      return world.gateway.transferMove('0', { function: name, functionArguments });
    },
  },
  {
    name: 'is told of a function that there is not',
    fails: 'INVALID_INPUT',
    run: ({ gateway }) =>
      gateway.transferMove('0', { function: '0x1::nothing::here', functionArguments: [] }),
  },
  {
    name: 'is told that a payment would fail',
    fails: 'SIMULATION_FAILED',
    run: async (world) => world.gateway.transferMove('0', await payment(world, 2 ** 52)),
  },
  {
    name: 'finds out that another transaction has spent a number',
    fails: 'TRANSACTION_REPLACED',
    run: async (world) => {
      const { exchanges, gateway } = world;
      const call = { idempotencyKey: `lost-${Date.now()}`, confirmTimeoutMs: 1 };
      exchanges.lost.add('POST /transactions');
      await gateway.transferMove('0', await payment(world, 2), call).catch(() => undefined);
      exchanges.lost.clear();
      await world.another().transferMove('0', await payment(world, 3));
      return gateway.resume('0', call.idempotencyKey, { confirmTimeoutMs: world.patienceMs });
    },
  },
  { name: 'finds no transaction', run: ({ gateway }) => gateway.getTransaction(UNKNOWN) },
  { name: 'lists balances', run: ({ gateway }) => gateway.getBalances('0') },
  { name: 'lists what was sent', run: ({ gateway }) => gateway.getTransactions('0') },
  {
    name: 'lists what happened',
    run: ({ gateway }) => gateway.getTransactions('0', { direction: 'all' }),
  },
  // What this package asks only of a node that prunes.
  { name: 'asks where history begins', run: (world) => probe(world, '/blocks/by_height/0') },
  {
    name: 'asks which archive is named',
    run: (world) => probe(world, '/transactions/by_version/0'),
  },
];
