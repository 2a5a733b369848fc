import type { GatewayApi, GatewayRoute, TransactionGateway } from '../../server/route.js';
import type { ServedGateway } from '../serve/served.js';
import { type ChainName, commandOf, kebab } from './names.js';

/** A chain's operations, and how its gateway is opened. */
export interface ChainCommands {
  readonly chain: ChainName;
  readonly title: string;
  readonly gateway: ServedGateway;
  /** All operations, and those about a transaction that exists. */
  readonly routes: readonly GatewayRoute<never>[];
}

/** Loads one chain alone. */
export async function commandsOf(chain: ChainName): Promise<ChainCommands> {
  switch (chain) {
    case 'xrpl': {
      const { xrplApi } = await import('../../xrpl/routes/index.js');
      const { servedXrpl } = await import('../serve/xrpl.js');
      return commands(xrplApi(), servedXrpl);
    }
    case 'aptos': {
      const { aptosApi } = await import('../../aptos/routes/index.js');
      const { servedAptos } = await import('../serve/aptos.js');
      return commands(aptosApi(), servedAptos);
    }
    case 'stacks': {
      const { stacksApi } = await import('../../stacks/routes/index.js');
      const { servedStacks } = await import('../serve/stacks.js');
      return commands(stacksApi(), servedStacks);
    }
  }
}

async function commands<Gateway extends TransactionGateway>(
  api: GatewayApi<Gateway>,
  gateway: ServedGateway,
): Promise<ChainCommands> {
  const { requestRoutes } = await import('../../server/requests.js');
  const routes = [...requestRoutes<Gateway>(api), ...api.routes];
  return { chain: api.chain, title: api.title, gateway, routes };
}

/** An operation by its command, or by its own name in the documents. */
export function routeNamed(
  { chain, routes }: Pick<ChainCommands, 'chain' | 'routes'>,
  name: string,
): GatewayRoute<never> | undefined {
  return (
    routes.find((route) => commandOf(chain, route) === name) ??
    routes.find(({ operation }) => operation === name || kebab(operation) === name)
  );
}

/** The variable parts of an operation's path, in order: what its command takes without a flag. */
export function partsOf({ path }: Pick<GatewayRoute<never>, 'path'>): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, part = '']) => part);
}
