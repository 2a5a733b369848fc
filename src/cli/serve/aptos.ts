import { AptosGateway, type AptosNetwork } from '../../aptos/index.js';
import { addressesOf, COIN_TYPE, resolveNetwork } from '../../aptos/network.js';
import { aptosHandler } from '../../handlers.js';
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
    const url = environment.urls('CHAIN_FULLNODE_URL', 'APTOS_FULLNODE_URL');
    const indexerUrl = environment.url('CHAIN_INDEXER_URL', 'APTOS_INDEXER_URL');
    const archiveUrl = environment.urls('CHAIN_ARCHIVE_URL', 'APTOS_ARCHIVE_URL');
    const others = {
      ...(indexerUrl !== undefined && { indexerUrl }),
      ...(archiveUrl && { archiveUrl }),
    };
    // Nodes without a named network may be of any chain; otherwise missing settings are those of the named
    // network.
    const isAnyChain = url !== undefined && !isNamed;
    const named = { ...addressesOf(name), ...(url && { url }), ...others };
    const network = isAnyChain ? { url, ...others } : named;
    if (url === undefined && Object.keys(others).length === 0) return settled(name, name);
    const hosts = url && hostsOf(url);
    const places = { url, indexerUrl, chainId: isAnyChain ? undefined : named.chainId };
    return {
      ...settled([...(isAnyChain ? [] : [name]), ...(hosts ? [hosts] : [])].join(', at '), network),
      check: () => checkChainIds(places, environment),
    };
  },
  onSandbox: ({ aptos }) => settled('sandbox', aptos),
};

function settled(description: string, network: AptosNetwork): Settled {
  return {
    description: `Aptos and Movement: ${description}`,
    nodes: () => resolveNetwork(network, {}).fullnodes,
    nodeQuestion: { method: 'GET', path: '' },
    chainId: () => resolveNetwork(network, {}).chainId,
    keyOf: (id) => ({ algorithm: 'eddsa-ed25519', id, path: { coinType: COIN_TYPE } }),
    open: ({ signer, fetch, lanes, options }) =>
      aptosHandler(new AptosGateway({ signer, network, lanes, fetch: fetch('aptos') }), options),
  };
}
