import type { Fetch } from '../../core/http.js';
import type { FireblocksRawSigner } from '../../custody/index.js';
import type { GatewayHandlerOptions, GatewayMetrics, HttpHandler } from '../../http/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { LaneSharing } from '../../transactions/index.js';
import type { Environment } from './environment.js';
import type { ServerSettings } from './server-settings.js';

/** What a server is opened with, whatever it serves. */
export type ServingOptions = GatewayHandlerOptions & { readonly metrics: GatewayMetrics };

/** What can be served, once its variables are read. */
export interface Served {
  readonly settings: ServerSettings;
  /** What it is, for whoever starts the server. */
  readonly description: string;
  readonly warnings: readonly string[];
  isReady(): boolean | Promise<boolean>;
  /** @throws ConfigurationError naming what can't work. */
  open(options: ServingOptions): HttpHandler;
}

/** What a gateway is opened with. */
interface Opening {
  readonly signer: FireblocksRawSigner;
  /** A `fetch` whose calls to a peer are counted. */
  fetch(peer: string): Fetch;
  /** With whom the gateway shares its vault accounts. */
  readonly lanes: LaneSharing;
  readonly options: GatewayHandlerOptions;
}

/** A gateway whose settings are known. */
export interface Settled {
  /** Which chain and network, for whoever starts the server. */
  readonly description: string;
  /** Asks whether what is set fits together, and notes in the environment what doesn't. */
  check?(): Promise<void>;
  /** Prepares a new sandbox for the documents' examples. */
  stage?(signer: FireblocksRawSigner): Promise<void>;
  /** @throws ConfigurationError naming what can't work. */
  open(opening: Opening): HttpHandler;
}

/** A gateway that `serve` can start. */
export interface ServedGateway {
  /** Reads its own variables, and notes what is wrong with them. */
  read(environment: Environment): Settled;
  /** The same on a sandbox. */
  onSandbox(sandbox: Sandbox): Settled;
}

/** What may be shown of a URL: some providers have their key in its path. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** The same of several. */
export function hostsOf(urls: readonly string[]): string {
  return urls.map(hostOf).join(', ');
}
