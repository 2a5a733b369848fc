import type { ResolvedEndpoint } from '../../core/endpoints.js';
import type { Fetch } from '../../core/http.js';
import type { FireblocksRawSigner } from '../../fireblocks/index.js';
import type { LaneSharing } from '../../gateway/settings.js';
import type { GatewayHandlerOptions, GatewayMetrics, HttpHandler } from '../../handlers.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { Readiness } from '../../server/readiness.js';
import type { SigningKey } from '../../signer/index.js';
import type { Environment } from './environment.js';
import type { NodeQuestion } from './node-question.js';
import type { ServerSettings } from './server-settings.js';

/** The options to open any server. */
export type ServingOptions = GatewayHandlerOptions & { readonly metrics: GatewayMetrics };

/** A gateway or a proxy to serve, once its variables are read. */
export interface Served {
  readonly settings: ServerSettings;
  /** A description, for the output at the start. */
  readonly description: string;
  readonly warnings: readonly string[];
  readiness(): Readiness | Promise<Readiness>;
  /** @throws ConfigurationError naming the setting that can't work. */
  open(options: ServingOptions): HttpHandler;
}

/** The options to open a gateway. */
interface Opening {
  readonly signer: FireblocksRawSigner;
  /** A `fetch` whose calls to a peer are counted. */
  fetch(peer: string): Fetch;
  /** How the gateway shares its vault accounts with other processes. */
  readonly lanes: LaneSharing;
  readonly options: GatewayHandlerOptions;
}

/** A gateway whose settings are known. */
export interface Settled {
  /** The chain and the network, for the output at the start. */
  readonly description: string;
  /** The nodes that are asked. */
  nodes(): readonly ResolvedEndpoint[];
  readonly nodeQuestion: NodeQuestion;
  /** The id that the nodes' chain must have; `undefined`: any. */
  chainId(): number | undefined;
  /** The key that signs for a vault account. */
  keyOf(vaultAccountId: string): SigningKey;
  /** Checks whether the settings fit together, and records problems in the environment. */
  check?(): Promise<void>;
  /** Prepares a new sandbox for the examples in the documents. */
  stage?(signer: FireblocksRawSigner): Promise<void>;
  /** @throws ConfigurationError naming the setting that can't work. */
  open(opening: Opening): HttpHandler;
}

/** A gateway that `serve` can start. */
export interface ServedGateway {
  /** Reads its own variables, and records problems with them. */
  read(environment: Environment): Settled;
  /** The same on a sandbox. */
  onSandbox(sandbox: Sandbox): Settled;
}

/** The part of a URL that may be shown: some providers have their key in its path. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** The same for several. */
export function hostsOf(urls: readonly string[]): string {
  return urls.map(hostOf).join(', ');
}
