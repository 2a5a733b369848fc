import { aptosApi } from '../../src/aptos/routes/index.js';
import { stageStacks } from '../../src/cli/serve/stacks-stage.js';
import { stageXrpl } from '../../src/cli/serve/xrpl-stage.js';
import { fundVaults } from '../../src/cli/vaults.js';
import {
  aptosHandler,
  type GatewayHandlerOptions,
  type HttpHandler,
  stacksHandler,
  xrplHandler,
} from '../../src/handlers.js';
import type { ApprovalPolicy, Sandbox } from '../../src/sandbox/index.js';
import { requestRoutes } from '../../src/server/requests.js';
import {
  type GatewayApi,
  type GatewayRoute,
  methodOf,
  type TransactionGateway,
} from '../../src/server/route.js';
import { stacksApi } from '../../src/stacks/routes/index.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { newWorld } from './world.js';

/** How a request is refused. */
export type Refusal = readonly [status: number, code: string];

/** The operations whose examples can't work by themselves, and how they are refused. */
export const EXAMPLES_REFUSED: Readonly<Record<string, Refusal>> = {
  // A transaction that could be replaced would have to wait for its block.
  replaceTransaction: [404, 'UNKNOWN_TRANSACTION'],
  // What only pox-4 knows: the sandbox has pox-5, as the networks do.
  increaseStackedAmount: [409, 'WRONG_POX'],
  extendStackingPeriod: [409, 'WRONG_POX'],
};

/** A gateway's server on a sandbox of its own. */
export interface ServedWorld {
  readonly sandbox: Sandbox;
  handler(options?: GatewayHandlerOptions): HttpHandler;
  /** Prepares what the examples of the documents need; resolves with parts of their paths. */
  stage(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/** A route in one of its spellings, as tests go through them. */
export interface SpeltRoute {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** With its variable parts: `/api/:vaultId/balance`. */
  readonly path: string;
  readonly route: Pick<GatewayRoute<never>, 'operation' | 'kind' | 'summary'>;
  /** The first of them is the example of the documents. */
  readonly examples: readonly unknown[];
  readonly example: unknown;
  /** Which vault account the example is for. */
  readonly vault: string;
  /** What the example's query is. */
  readonly query: string;
  readonly bodyOptional: boolean;
}

export interface ServedKind {
  readonly name: string;
  readonly routes: readonly SpeltRoute[];
  start(approvals?: ApprovalPolicy): Promise<ServedWorld>;
}

function spelt<G extends TransactionGateway>(api: GatewayApi<G>): readonly SpeltRoute[] {
  return [...requestRoutes<G>(api), ...api.routes].flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map((path, index) => ({
      name: `${methodOf(route)} ${path}`,
      method: methodOf(route),
      path,
      route,
      ...examplesOf(route),
      // What can be done once for a vault account is done for another when it is spelt otherwise.
      vault: route.exampleVault === undefined || index === 0 ? (route.exampleVault ?? '0') : '9',
      query: queryOf(route),
      bodyOptional: route.kind !== 'write' || route.bodyOptional === true,
    })),
  );
}

function queryOf<G>({ query = {} }: GatewayRoute<G>): string {
  const fields = Object.entries(query).flatMap(([name, { example }]) =>
    example === undefined ? [] : [[name, example] as const],
  );
  return fields.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(fields))}`;
}

function examplesOf<G>(route: GatewayRoute<G>) {
  if (route.kind !== 'write') return { example: undefined, examples: [undefined] };
  const { example, examples = {} } = route;
  return { example, examples: [example, ...Object.values(examples)] };
}

/** Every gateway that there is a server of. */
export const GATEWAYS: readonly ServedKind[] = [
  {
    name: 'xrpl',
    routes: spelt(xrplApi()),
    start: async (approvals = 'auto') => {
      const world = await newWorld({ funded: ['0', '1', '2'], approvals });
      return {
        sandbox: world.sandbox,
        handler: (options) => xrplHandler(world.gateway, options),
        stage: async () => {
          await stageXrpl(world.gateway);
          return {};
        },
        stop: world.stop,
      };
    },
  },
  {
    name: 'aptos',
    routes: spelt(aptosApi()),
    start: async (approvals = 'auto') => {
      const world = await newAptosWorld({ approvals });
      return {
        sandbox: world.sandbox,
        handler: (options) => aptosHandler(world.gateway, options),
        stage: async () => ({}),
        stop: world.stop,
      };
    },
  },
  {
    name: 'stacks',
    routes: spelt(stacksApi()),
    start: async (approvals = 'auto') => {
      const world = await newStacksWorld({ approvals });
      await fundVaults(world.sandbox);
      return {
        sandbox: world.sandbox,
        handler: (options) => stacksHandler(world.gateway, options),
        stage: async () => {
          await stageStacks(world.strict, world.sandbox);
          const { data } = await world.strict.getTransactionHistory('7');
          return { txId: data[0]?.transaction_hash ?? '' };
        },
        stop: world.stop,
      };
    },
  },
];

/** A path with its variable parts filled in. */
export function filled(path: string, parts: Readonly<Record<string, string>> = {}): string {
  const known: Readonly<Record<string, string>> = {
    vaultAccountId: '0',
    vaultId: '0',
    hash: path.startsWith('/api/transactions/') ? `0x${'0'.repeat(64)}` : '0'.repeat(64),
    txId: `0x${'0'.repeat(64)}`,
    idempotencyKey: 'K',
    ...parts,
  };
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'x');
}
