import {
  type ResolvedEndpoint,
  refuseOthers,
  resolveEndpoints,
  type SharedHeaders,
} from '../core/endpoints.js';
import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';

/** The address of a node with the API beside it, and the credentials that it asks for. */
export type StacksEndpoint =
  | string
  | {
      /** `https`, or `http` on loopback. */
      readonly url: string;
      /** Sent as `x-api-key`. */
      readonly apiKey?: string;
      /** Sent to this endpoint only, which does not get the gateway's own `headers`. Default: none. */
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * The operator of the node. Default: its domain. A second node adds certainty only if another operator runs
       * it.
       */
      readonly operator?: string;
    };

/** The kind of network, which decides its addresses, transaction versions and boot contracts. */
export type StacksNetworkKind = 'mainnet' | 'testnet';

/** A network by name, served by Hiro's public API, or any other by the addresses of its nodes. */
export type StacksNetwork =
  | StacksNetworkKind
  | {
      /** The kind whose addresses and boot contracts it has; a development network has those of one of the two. */
      readonly network: StacksNetworkKind;
      /**
       * Without a path. Of several, the next is asked when one fails; each operator is asked for the outcome of a
       * transaction.
       */
      readonly url: StacksEndpoint | readonly StacksEndpoint[];
      /** The chain id that nodes must report. Default: 1 on mainnet, 2147483648 on testnet. */
      readonly chainId?: number;
    };

/** The properties of a network that transactions depend on. */
export interface NetworkFacts {
  readonly kind: StacksNetworkKind;
  readonly chainId: number;
}

/** The properties of a network that requests depend on. */
export interface ResolvedNetwork extends NetworkFacts {
  readonly endpoints: readonly ResolvedEndpoint[];
}

interface NetworkChoice extends SharedHeaders {
  readonly network?: StacksNetwork | undefined;
  readonly testnet?: boolean | undefined;
}

const NAMED = {
  mainnet: { url: 'https://api.hiro.so', chainId: 1 },
  testnet: { url: 'https://api.testnet.hiro.so', chainId: 0x80000000 },
} as const;

/** @throws ConfigurationError naming `network`, `testnet`, `apiKey` or `headers`. */
export function resolveNetwork(choice: NetworkChoice): ResolvedNetwork {
  const { testnet, network = testnet ? 'testnet' : 'mainnet' } = choice;
  if (testnet !== undefined && typeof testnet !== 'boolean') {
    throw new ConfigurationError('testnet', 'must be true or false');
  }
  const given: Record<string, unknown> = isObject(network) ? network : { network };
  const kind = kindOf(given.network);
  if (testnet !== undefined && testnet !== (kind === 'testnet')) {
    throw new ConfigurationError('testnet', 'contradicts network');
  }
  const { network: _, url = NAMED[kind].url, chainId = NAMED[kind].chainId, ...others } = given;
  refuseOthers(network, others, 'network');
  if (typeof chainId !== 'number' || chainId < 1 || chainId >>> 0 !== chainId) {
    throw new ConfigurationError('network.chainId', 'must be a whole number from 1 to 4294967295');
  }
  const rules = { setting: 'network.url', shared: choice, keyHeader: apiKeyHeader };
  return { kind, chainId, endpoints: resolveEndpoints(url, rules) };
}

/** In any case of its letters: a configuration with TESTNET must never end on mainnet. */
function kindOf(name: unknown): StacksNetworkKind {
  const text = typeof name === 'string' ? name.toLowerCase() : name;
  if (text === 'mainnet' || text === 'testnet') return text;
  throw new ConfigurationError('network', "must be 'mainnet', 'testnet' or { network, url }");
}

function apiKeyHeader(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key };
}
