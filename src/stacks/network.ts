import { type ResolvedEndpoint, resolveEndpoints, type SharedHeaders } from '../core/endpoints.js';
import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';

/** Where a node with the API beside it is, and what it wants to see before it answers. */
export type StacksEndpoint =
  | string
  | {
      /** `https`, or `http` on loopback. */
      readonly url: string;
      /** Sent as `x-api-key`. */
      readonly apiKey?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Who runs it. Default: its domain. Two are only worth more than one if nobody runs both. */
      readonly operator?: string;
    };

/** Whose addresses, transaction versions and boot contracts a network has. */
export type StacksNetworkKind = 'mainnet' | 'testnet';

/** A network by name, served by Hiro's public API, or any other by where its nodes are. */
export type StacksNetwork =
  | StacksNetworkKind
  | {
      readonly network: StacksNetworkKind;
      /**
       * Without a path. Of several, the next is asked when one fails; what became of a transaction is
       * asked of each operator.
       */
      readonly url: StacksEndpoint | readonly StacksEndpoint[];
      /** What nodes must say of themselves. Default: 1 on mainnet, 2147483648 on testnet. */
      readonly chainId?: number;
    };

/** Everything about a network that a transaction depends on. */
export interface NetworkFacts {
  readonly kind: StacksNetworkKind;
  readonly chainId: number;
}

/** Everything about a network that a request depends on. */
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
  const { url = NAMED[kind].url, chainId = NAMED[kind].chainId } = given;
  if (typeof chainId !== 'number' || !Number.isInteger(chainId) || chainId < 1) {
    throw new ConfigurationError('network.chainId', 'must be a whole number above zero');
  }
  const rules = { setting: 'network.url', shared: choice, keyHeader: apiKeyHeader };
  return { kind, chainId, endpoints: resolveEndpoints(url, rules) };
}

/** In any case: a configuration that says TESTNET must never end on mainnet. */
function kindOf(name: unknown): StacksNetworkKind {
  const text = typeof name === 'string' ? name.toLowerCase() : name;
  if (text === 'mainnet' || text === 'testnet') return text;
  throw new ConfigurationError('network', "must be 'mainnet', 'testnet' or { network, url }");
}

function apiKeyHeader(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key };
}
