import { aptosApi } from '../../src/aptos/routes/index.js';
import { stageXrpl } from '../../src/cli/serve/xrpl-stage.js';
import {
  aptosHandler,
  type GatewayHandlerOptions,
  type HttpHandler,
  xrplHandler,
} from '../../src/http/index.js';
import type { ApprovalPolicy, Sandbox } from '../../src/sandbox/index.js';
import { requestRoutes } from '../../src/server/requests.js';
import {
  type GatewayApi,
  type GatewayRoute,
  methodOf,
  type TransactionGateway,
} from '../../src/server/route.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newWorld } from './world.js';

/** A gateway's server on a sandbox of its own. */
export interface ServedWorld {
  readonly sandbox: Sandbox;
  handler(options?: GatewayHandlerOptions): HttpHandler;
  /** Prepares what the examples of the documents need. */
  stage(): Promise<void>;
  stop(): Promise<void>;
}

/** A route in one of its spellings, as tests go through them. */
export interface SpeltRoute {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** With its variable parts: `/api/:vaultId/balance`. */
  readonly path: string;
  readonly route: Pick<GatewayRoute<never>, 'operation' | 'kind' | 'summary'>;
  readonly example: unknown;
  readonly bodyOptional: boolean;
}

export interface ServedKind {
  readonly name: string;
  readonly routes: readonly SpeltRoute[];
  start(approvals?: ApprovalPolicy): Promise<ServedWorld>;
}

function spelt<G extends TransactionGateway>(api: GatewayApi<G>): readonly SpeltRoute[] {
  return [...requestRoutes<G>(api), ...api.routes].flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map((path) => ({
      name: `${methodOf(route)} ${path}`,
      method: methodOf(route),
      path,
      route,
      example: route.kind === 'write' ? route.example : undefined,
      bodyOptional: route.kind !== 'write' || route.bodyOptional === true,
    })),
  );
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
        stage: () => stageXrpl(world.gateway),
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
        stage: async () => undefined,
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
    idempotencyKey: 'K',
    ...parts,
  };
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'x');
}
