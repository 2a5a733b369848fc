import { stacksHandler } from '../../handlers.js';
import { StacksGateway, type StacksGatewayOptions } from '../../stacks/index.js';
import { resolveNetwork } from '../../stacks/network.js';
import { keyOf, pathOf } from '../../stacks/setup.js';
import type { Environment } from './environment.js';
import { hostsOf, type ServedGateway, type Settled } from './served.js';
import { stageStacks } from './stacks-stage.js';

type Chain = Pick<StacksGatewayOptions, 'network' | 'apiKey'>;

/** The Stacks gateway as a server. */
export const servedStacks: ServedGateway = {
  read: (environment) => {
    const network = networkOf(environment);
    const url = environment.urls('STACKS_URL');
    const apiKey = environment.oneOf('STACKS_API_KEY');
    if (apiKey) environment.meaning(apiKey, (value) => resolveNetwork({ network, apiKey: value }));
    const place = url === undefined ? network : `${network}, at ${hostsOf(url)}`;
    return settled(place, {
      network: url === undefined ? network : { network, url },
      ...(apiKey ? { apiKey: apiKey.value } : {}),
    });
  },
  onSandbox: (sandbox) => {
    const network = { network: 'testnet', url: sandbox.stacks.url } as const;
    return {
      ...settled('sandbox', { network }),
      stage: (signer) => stageStacks(new StacksGateway({ signer, network, strict: true }), sandbox),
    };
  },
};

/**
 * `TESTNET`, in any case of its letters, is the test network; in the specification everything else means mainnet.
 * Two names with different values are a mistake that could cost money.
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

function settled(description: string, chain: Chain): Settled {
  return {
    description: `Stacks: ${description}`,
    nodes: () => resolveNetwork(chain).endpoints,
    nodeQuestion: { method: 'GET', path: '/v2/info' },
    chainId: () => resolveNetwork({ network: chain.network }).chainId,
    keyOf: (vaultAccountId) => keyOf(vaultAccountId, pathOf(resolveNetwork(chain))),
    open: ({ signer, fetch, lanes, options }) =>
      stacksHandler(
        new StacksGateway({ ...chain, signer, lanes, fetch: fetch('stacks') }),
        options,
      ),
  };
}
