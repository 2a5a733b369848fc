import { xrplHandler } from '../../handlers.js';
import { XrplGateway } from '../../xrpl/index.js';
import { resolveNetwork, resolveNodes } from '../../xrpl/network.js';
import { keyOf } from '../../xrpl/setup.js';
import { hostsOf, type ServedGateway } from './served.js';
import { stageXrpl } from './xrpl-stage.js';

const QUESTION = { method: 'POST', path: '', body: '{"method":"ping"}' } as const;

const onSandbox: ServedGateway['onSandbox'] = ({ xrpl }) => {
  const network = { url: xrpl.url, networkId: xrpl.networkId };
  return {
    description: 'XRP Ledger, sandbox',
    nodes: () => resolveNodes(resolveNetwork(network), {}),
    nodeQuestion: QUESTION,
    chainId: () => xrpl.networkId,
    keyOf: (vaultAccountId) => keyOf(vaultAccountId, resolveNetwork(network)),
    open: ({ signer, fetch, lanes, options }) =>
      xrplHandler(new XrplGateway({ signer, network, lanes, fetch: fetch('xrpl') }), options),
    stage: (signer) => stageXrpl(new XrplGateway({ signer, network })),
  };
};

/** The XRP Ledger gateway as a server. */
export const servedXrpl: ServedGateway = {
  read: (environment) => {
    const assetId = environment.custody('ASSET_ID')?.value ?? 'XRP_TEST';
    if (assetId !== 'XRP' && assetId !== 'XRP_TEST') {
      environment.problems.push('CUSTODY_ASSET_ID must be XRP (mainnet) or XRP_TEST (testnet).');
    }
    const named = assetId === 'XRP' ? 'mainnet' : 'testnet';
    const url = environment.urls('XRPL_URL');
    const networkId = named === 'mainnet' ? 0 : 1;
    const network = url === undefined ? named : { url, networkId };
    return {
      description: `XRP Ledger ${named}${url === undefined ? '' : `, at ${hostsOf(url)}`}`,
      nodes: () => resolveNodes(resolveNetwork(network), {}),
      nodeQuestion: QUESTION,
      chainId: () => networkId,
      keyOf: (vaultAccountId) => keyOf(vaultAccountId, resolveNetwork(network)),
      open: ({ signer, fetch, lanes, options }) =>
        xrplHandler(new XrplGateway({ signer, network, lanes, fetch: fetch('xrpl') }), options),
    };
  },
  onSandbox,
};
