import {
  type ResolvedEndpoint,
  refuseOthers,
  resolveEndpoints,
  type SharedHeaders,
} from '../core/endpoints.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { secureUrl } from '../core/secure-url.js';

/** A node's address, and the credentials that it asks for. */
export type XrplEndpoint =
  | string
  | {
      /** JSON-RPC, `https` (or `http` on loopback). */
      readonly url: string;
      /** Sent as `Authorization: Bearer`. */
      readonly apiKey?: string;
      /** Sent with each request to this node, which gets none of the gateway's own `headers`. */
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * The operator of the node. Default: its domain. A second node adds certainty only if another operator runs
       * it.
       */
      readonly operator?: string;
    };

/** A network by name, or nodes of any other by URL and network id (XLS-37). */
export type XrplNetwork =
  | 'mainnet'
  | 'testnet'
  | {
      /**
       * If there are several, the next one is asked when one fails; each operator is asked for the outcome of a
       * transaction.
       */
      readonly url: XrplEndpoint | readonly XrplEndpoint[];
      /** 0 is mainnet, 1 testnet. Ids above 1,024 are written into every transaction. */
      readonly networkId: number;
    };

/** The custody platform's two names for XRP. */
export type XrpAssetId = 'XRP' | 'XRP_TEST';

/** The properties of a network that transactions and requests depend on. */
export interface ResolvedNetwork {
  /** As it was given; it gets no requests if the user brings a transport of their own. */
  readonly url: unknown;
  readonly networkId: number;
  readonly assetId: XrpAssetId;
}

export const MAINNET_ID = 0;
const MAX_NETWORK_ID = 0xffff_ffff;

const NAMED: Readonly<Record<'mainnet' | 'testnet', { url: string; networkId: number }>> = {
  mainnet: { url: 'https://xrplcluster.com', networkId: MAINNET_ID },
  testnet: { url: 'https://s.altnet.rippletest.net:51234', networkId: 1 },
};

/**
 * A network's URL, id and asset. The asset follows from the network: the two can't contradict each other.
 *
 * @throws ConfigurationError naming `network` or `assetId`.
 */
export function resolveNetwork(network: XrplNetwork, assetId?: string): ResolvedNetwork {
  const { url, networkId } = lookUpNetwork(network);
  const follows: XrpAssetId = networkId === MAINNET_ID ? 'XRP' : 'XRP_TEST';
  if (assetId !== undefined && assetId !== follows) {
    throw new ConfigurationError(
      'assetId',
      `must be ${follows} on network ${networkId}, or left out`,
    );
  }
  return { url, networkId, assetId: follows };
}

function lookUpNetwork(network: XrplNetwork): { url: unknown; networkId: number } {
  if (network === 'mainnet' || network === 'testnet') return NAMED[network];
  if (!isObject(network)) {
    throw new ConfigurationError('network', 'must be mainnet, testnet or { url, networkId }');
  }
  const { url, networkId, ...others } = network;
  refuseOthers(network, others, 'network');
  if (!Number.isInteger(networkId) || networkId < 0 || networkId > MAX_NETWORK_ID) {
    throw new ConfigurationError('network.networkId', 'must be a whole number of 32 bits');
  }
  if (url === undefined) throw new ConfigurationError('network.url', 'must be a URL');
  return { url, networkId };
}

/** @throws ConfigurationError naming `network.url`, `apiKey` or `headers`. */
export function resolveNodes(
  { url }: ResolvedNetwork,
  shared: SharedHeaders,
): readonly ResolvedEndpoint[] {
  const keyHeader = (key: string) => ({ authorization: `Bearer ${key}` });
  return resolveEndpoints(url, { setting: 'network.url', shared, keyHeader, urlOf });
}

/** No path is appended to it, so a query may stand there. */
function urlOf(text: string, setting: string): string {
  secureUrl(text.replace(/\?.*/s, ''), setting);
  return text;
}

/** Above this, a transaction has to name its network (XLS-37). */
const LAST_UNWRITTEN_ID = 1_024;

/** A transaction's NetworkID, if the network requires one. */
export function networkIdField(networkId: number): { readonly NetworkID?: number } {
  return networkId > LAST_UNWRITTEN_ID ? { NetworkID: networkId } : {};
}

/**
 * A transaction's own NetworkID has to be the one that the network requires.
 *
 * @throws InvalidInputError
 */
export function checkNetworkId(given: unknown, networkId: number): void {
  const { NetworkID } = networkIdField(networkId);
  if (given === NetworkID) return;
  const reason =
    NetworkID === undefined ? 'is not written on this network' : `must be ${networkId}`;
  throw new InvalidInputError('transaction.NetworkID', reason);
}
