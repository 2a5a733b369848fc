import { stacksHandler } from '../../http/index.js';
import { StacksGateway, type StacksGatewayOptions } from '../../stacks/index.js';
import type { Environment } from './environment.js';
import type { ServedGateway, Settled } from './served.js';
import { stageStacks } from './stacks-stage.js';

type Network = NonNullable<StacksGatewayOptions['network']>;

/** The Stacks gateway as a server. */
export const servedStacks: ServedGateway = {
  read: (environment) => {
    const network = networkOf(environment);
    return settled(network, network);
  },
  onSandbox: (sandbox) => {
    const network = { network: 'testnet', url: sandbox.stacks.url } as const;
    return {
      ...settled('sandbox', network),
      stage: (signer) => stageStacks(new StacksGateway({ signer, network, strict: true }), sandbox),
    };
  },
};

/**
 * `TESTNET`, in whatever case, is the test network; the specification has everything else mean mainnet.
 * Two names that say different things are a mistake that could cost money.
 */
function networkOf(environment: Environment): 'mainnet' | 'testnet' {
  const meant = ['NETWORK', 'STACKS_NETWORK'].flatMap((name) => {
    const text = environment.get(name)?.toUpperCase();
    if (text === undefined) return [];
    if (text !== 'TESTNET' && text !== 'MAINNET') {
      environment.warnings.push(`${name} is neither MAINNET nor TESTNET: it counts as MAINNET.`);
    }
    return [text === 'TESTNET' ? ('testnet' as const) : ('mainnet' as const)];
  });
  if (new Set(meant).size > 1) {
    environment.problems.push('NETWORK and STACKS_NETWORK disagree; set one of them.');
  }
  return meant[0] ?? 'mainnet';
}

function settled(description: string, network: Network): Settled {
  return {
    description: `Stacks: ${description}`,
    open: ({ signer, fetch, lanes, options }) =>
      stacksHandler(new StacksGateway({ signer, network, lanes, fetch: fetch('stacks') }), options),
  };
}
