import { AptosGateway, type AptosNetwork } from '../../aptos/index.js';
import { resolveNetwork } from '../../aptos/network.js';
import { aptosHandler } from '../../http/index.js';
import { checkChainIds } from './aptos-chain-ids.js';
import { hostsOf, type ServedGateway, type Settled } from './served.js';

const NETWORKS = [
  'aptos-mainnet',
  'aptos-testnet',
  'movement-mainnet',
  'movement-testnet',
] as const;

/** The Aptos and Movement gateway as a server. */
export const servedAptos: ServedGateway = {
  read: (environment) => {
    const isNamed = environment.get('APTOS_NETWORK') !== undefined;
    const name = environment.choice('APTOS_NETWORK', NETWORKS, 'aptos-mainnet');
    const fullnodeUrl = environment.urls('CHAIN_FULLNODE_URL', 'APTOS_FULLNODE_URL');
    const indexerUrl = environment.url('CHAIN_INDEXER_URL', 'APTOS_INDEXER_URL');
    if ((fullnodeUrl === undefined) !== (indexerUrl === undefined)) {
      environment.problems.push(
        'CHAIN_FULLNODE_URL and CHAIN_INDEXER_URL go together: set both, or neither.',
      );
    }
    if (fullnodeUrl === undefined || indexerUrl === undefined) return settled(name, name);
    const chainId = isNamed ? resolveNetwork(name, {}).chainId : undefined;
    const network = { fullnodeUrl, indexerUrl, ...(chainId === undefined ? {} : { chainId }) };
    return {
      ...settled(isNamed ? `${name}, at ${hostsOf(fullnodeUrl)}` : hostsOf(fullnodeUrl), network),
      check: () => checkChainIds({ fullnodeUrl, indexerUrl, chainId }, environment),
    };
  },
  onSandbox: ({ aptos }) => settled('sandbox', aptos),
};

function settled(description: string, network: AptosNetwork): Settled {
  return {
    description: `Aptos and Movement: ${description}`,
    open: ({ signer, fetch, lanes, options }) =>
      aptosHandler(new AptosGateway({ signer, network, lanes, fetch: fetch('aptos') }), options),
  };
}
