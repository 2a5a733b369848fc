import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { secureUrl } from '../core/secure-url.js';

/** Where a node or an indexer is, and what it wants to see before it answers. */
export type AptosEndpoint =
  | string
  | {
      /** `https`, or `http` on loopback. */
      readonly url: string;
      /** Sent as `Authorization: Bearer`. */
      readonly apiKey?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A network by name, or any other by where its nodes are. */
export type AptosNetwork =
  | 'aptos-mainnet'
  | 'aptos-testnet'
  | 'movement-mainnet'
  | 'movement-testnet'
  | {
      /** The REST API, version included (`.../v1`). Of several, the next is asked when one fails. */
      readonly fullnodeUrl: AptosEndpoint | readonly AptosEndpoint[];
      /** The GraphQL endpoint of an indexer of the same network. */
      readonly indexerUrl: AptosEndpoint;
      /**
       * What nodes must say of themselves. Default: whatever the first answer says, which is then
       * kept; give it, so that a wrong URL can't have you sign for another chain.
       */
      readonly chainId?: number;
    };

/** An endpoint with everything that is sent to it. */
export interface ResolvedEndpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything about a network that a request depends on. */
export interface ResolvedNetwork {
  readonly fullnodes: readonly ResolvedEndpoint[];
  readonly indexer: ResolvedEndpoint;
  /** Not known yet where only nodes can tell. */
  readonly chainId: number | undefined;
}

/** What is sent to every endpoint that says nothing of its own. */
export interface SharedHeaders {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const NAMED = {
  'aptos-mainnet': {
    fullnodeUrl: 'https://api.mainnet.aptoslabs.com/v1',
    indexerUrl: 'https://api.mainnet.aptoslabs.com/v1/graphql',
    chainId: 1,
  },
  'aptos-testnet': {
    fullnodeUrl: 'https://api.testnet.aptoslabs.com/v1',
    indexerUrl: 'https://api.testnet.aptoslabs.com/v1/graphql',
    chainId: 2,
  },
  'movement-mainnet': {
    fullnodeUrl: 'https://mainnet.movementnetwork.xyz/v1',
    indexerUrl: 'https://indexer.mainnet.movementnetwork.xyz/v1/graphql',
    chainId: 126,
  },
  'movement-testnet': {
    fullnodeUrl: 'https://testnet.movementnetwork.xyz/v1',
    indexerUrl: 'https://hasura.testnet.movementnetwork.xyz/v1/graphql',
    chainId: 250,
  },
} as const;

/** @throws ConfigurationError naming `network`, `apiKey` or `headers`. */
export function resolveNetwork(network: AptosNetwork, shared: SharedHeaders): ResolvedNetwork {
  const { fullnodeUrl, indexerUrl, chainId } = described(network);
  const own = headersOf(shared, '');
  const nodes = Array.isArray(fullnodeUrl) ? [...fullnodeUrl] : [fullnodeUrl];
  if (nodes.length === 0) throw new ConfigurationError('network.fullnodeUrl', 'must not be empty');
  if (chainId !== undefined && !(Number.isInteger(chainId) && chainId > 0 && chainId <= 0xff)) {
    throw new ConfigurationError('network.chainId', 'must be a whole number from 1 to 255');
  }
  return {
    fullnodes: nodes.map((node) => resolveEndpoint(node, 'network.fullnodeUrl', own)),
    indexer: resolveEndpoint(indexerUrl, 'network.indexerUrl', own),
    chainId,
  };
}

function described(network: AptosNetwork): Exclude<AptosNetwork, string> {
  if (typeof network === 'string' && Object.hasOwn(NAMED, network)) return NAMED[network];
  if (isObject(network)) return network;
  const names = Object.keys(NAMED).join(', ');
  throw new ConfigurationError('network', `must be ${names} or { fullnodeUrl, indexerUrl }`);
}

function resolveEndpoint(
  endpoint: unknown,
  setting: string,
  shared: Readonly<Record<string, string>>,
): ResolvedEndpoint {
  const given: Record<string, unknown> = isObject(endpoint) ? endpoint : { url: endpoint };
  const { url, apiKey, headers } = given;
  if (typeof url !== 'string') throw new ConfigurationError(setting, 'must be a URL');
  const text = secureUrl(url, setting).href.replace(/\/+$/, '');
  // What one provider gave is not shown to another.
  return isObject(endpoint)
    ? { url: text, headers: headersOf({ apiKey, headers }, `${setting}.`) }
    : { url: text, headers: shared };
}

function headersOf(
  { apiKey, headers }: { readonly apiKey?: unknown; readonly headers?: unknown },
  prefix: string,
): Readonly<Record<string, string>> {
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))) {
    throw new ConfigurationError(`${prefix}apiKey`, 'must be visible ASCII characters');
  }
  const all = { ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}), ...record(headers) };
  try {
    return Object.fromEntries(new Headers(all));
  } catch {
    // The reason would repeat the value.
    throw new ConfigurationError(`${prefix}headers`, 'has what no header can carry');
  }
}

function record(headers: unknown): Record<string, string> {
  const entries = Object.entries(isObject(headers) ? headers : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
