import {
  type ResolvedEndpoint,
  refuseOthers,
  resolveEndpoints,
  type SharedHeaders,
} from '../core/endpoints.js';
import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';

/** SLIP-44. Movement has none of its own. */
export const COIN_TYPE = 637;

/** The address of a node or an indexer, and the credentials that it asks for. */
export type AptosEndpoint =
  | string
  | {
      /** `https`, or `http` on loopback. */
      readonly url: string;
      /** Sent as `Authorization: Bearer`. */
      readonly apiKey?: string;
      /** Sent with each request to this endpoint, which gets none of the gateway's own `headers`. */
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * The operator of the endpoint. Default: its domain. A second one adds certainty only if another operator
       * runs it.
       */
      readonly operator?: string;
    };

/** A network by name, or any other by the addresses of its nodes. */
export type AptosNetwork =
  | 'aptos-mainnet'
  | 'aptos-testnet'
  | 'movement-mainnet'
  | 'movement-testnet'
  | (AptosNodes & {
      /**
       * The REST API of nodes of the same network that keep all history, for history that the others have pruned.
       * One that is given as a plain URL gets neither `apiKey` nor `headers`, since archives do not accept them.
       * Default: the public one of Aptos' networks, where a node names it.
       */
      readonly archiveUrl?: AptosEndpoint | readonly AptosEndpoint[];
      /**
       * The GraphQL endpoint of an indexer of the same network. Default: the public one of `aptos-mainnet` where
       * the nodes are of that chain, without the nodes' keys; else requests that need an indexer are refused with
       * {@link IndexerMissingError}.
       */
      readonly indexerUrl?: AptosEndpoint;
      /**
       * The chain id that nodes must report. Default: the one in the first answer, which is then kept. Set it, so
       * that a wrong URL can't make you sign for another chain.
       */
      readonly chainId?: number;
    });

/** Under `url`, as on every chain, or under the name that the specification's variable has. */
export type AptosNodes =
  | {
      /**
       * The REST API, version included (`.../v1`). Of several, the next is asked when one fails; each operator is
       * asked for the outcome of a transaction.
       */
      readonly url: AptosEndpoint | readonly AptosEndpoint[];
    }
  | {
      /** The same as `url`. */
      readonly fullnodeUrl: AptosEndpoint | readonly AptosEndpoint[];
    };

interface GivenNodes {
  readonly url?: unknown;
  readonly fullnodeUrl?: unknown;
}

/** The properties of a network that requests depend on. */
export interface ResolvedNetwork {
  readonly fullnodes: readonly ResolvedEndpoint[];
  readonly indexer: ResolvedEndpoint;
  /** The only chain that the indexer is used for, if the user has not configured it. */
  readonly indexerChainId: number | undefined;
  /** The archives that are asked whenever a node has pruned something; `undefined` if only a node may name one. */
  readonly archives: readonly ResolvedEndpoint[] | undefined;
  /** `undefined` while only nodes can say it. */
  readonly chainId: number | undefined;
}

/** Public archives, by chain id. None is known for Movement. */
const ARCHIVES = {
  1: 'https://archive.mainnet.aptoslabs.com/v1',
  2: 'https://archive.testnet.aptoslabs.com/v1',
} as const;

const NAMED = {
  'aptos-mainnet': {
    url: 'https://api.mainnet.aptoslabs.com/v1',
    indexerUrl: 'https://api.mainnet.aptoslabs.com/v1/graphql',
    archiveUrl: ARCHIVES[1],
    chainId: 1,
  },
  'aptos-testnet': {
    url: 'https://api.testnet.aptoslabs.com/v1',
    indexerUrl: 'https://api.testnet.aptoslabs.com/v1/graphql',
    archiveUrl: ARCHIVES[2],
    chainId: 2,
  },
  'movement-mainnet': {
    url: 'https://mainnet.movementnetwork.xyz/v1',
    indexerUrl: 'https://indexer.mainnet.movementnetwork.xyz/v1/graphql',
    chainId: 126,
  },
  'movement-testnet': {
    url: 'https://testnet.movementnetwork.xyz/v1',
    indexerUrl: 'https://hasura.testnet.movementnetwork.xyz/v1/graphql',
    chainId: 250,
  },
} as const;

/** The nodes, the indexer and the chain id of a network with a name. */
export function addressesOf(name: keyof typeof NAMED): (typeof NAMED)[keyof typeof NAMED] {
  return NAMED[name];
}

/** The chains whose coins have real value. */
export const MAINNET_IDS: readonly number[] = [
  NAMED['aptos-mainnet'].chainId,
  NAMED['movement-mainnet'].chainId,
];

/** @throws ConfigurationError naming `network`, `apiKey` or `headers`. */
export function resolveNetwork(network: AptosNetwork, shared: SharedHeaders): ResolvedNetwork {
  const given: Exclude<AptosNetwork, string> & GivenNodes = described(network);
  const { fullnodeUrl, url = fullnodeUrl, indexerUrl, archiveUrl, chainId, ...others } = given;
  refuseOthers(network, others, 'network');
  if ((fullnodeUrl ?? url) !== url) {
    throw new ConfigurationError('network.fullnodeUrl', 'contradicts url');
  }
  const read = (endpoints: unknown, setting: string, given = shared) =>
    resolveEndpoints(endpoints, { setting, shared: given, keyHeader: bearer });
  const fullnodes = read(url, fullnodeUrl ? 'network.fullnodeUrl' : 'network.url');
  const { 'aptos-mainnet': usual } = NAMED;
  const [indexer] =
    indexerUrl === undefined
      ? read(usual.indexerUrl, 'network.indexerUrl', {})
      : read(indexerUrl, 'network.indexerUrl');
  if (!indexer || Array.isArray(indexerUrl)) {
    throw new ConfigurationError('network.indexerUrl', 'must be a URL');
  }
  const indexerChainId = indexerUrl === undefined ? usual.chainId : undefined;
  if (chainId !== undefined && !(Number.isInteger(chainId) && chainId > 0 && chainId <= 0xff)) {
    throw new ConfigurationError('network.chainId', 'must be a whole number from 1 to 255');
  }
  // The indexer does not accept the nodes' keys: it would answer 401.
  const archives =
    archiveUrl === undefined ? undefined : read(archiveUrl, 'network.archiveUrl', {});
  return { fullnodes, indexer, indexerChainId, archives, chainId };
}

/** The public archive of a chain. The user has not configured it, so a node has to name it. */
export function publicArchive(chainId: number): readonly ResolvedEndpoint[] {
  const url = Object.entries(ARCHIVES).find(([id]) => id === String(chainId))?.[1];
  return url ? resolveEndpoints(url, { setting: 'network', shared: {}, keyHeader: bearer }) : [];
}

/**
 * How long a transaction without a number can wait for its block, in seconds: the chains' own constants. Their
 * documents say a minute, which is the lifetime that is used here.
 */
export function orderlessSecondsOf(chainId: number): bigint {
  return chainId === NAMED['movement-mainnet'].chainId ||
    chainId === NAMED['movement-testnet'].chainId
    ? 65n
    : 100n;
}

function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

function described(network: AptosNetwork): Exclude<AptosNetwork, string> {
  if (typeof network === 'string' && Object.hasOwn(NAMED, network)) return NAMED[network];
  if (isObject(network)) return network;
  const names = Object.keys(NAMED).join(', ');
  throw new ConfigurationError('network', `must be ${names} or { url }`);
}
