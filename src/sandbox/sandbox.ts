import { systemRandom } from '../core/random.js';
import type { NetlinkRegistrationSettings } from '../netlink/registration.js';
import { AptosSandbox } from './aptos/aptos-sandbox.js';
import { SandboxClock } from './clock.js';
import type { ApprovalPolicy } from './custody/approvals.js';
import type { CallbackOptions } from './custody/callbacks/custody-callbacks.js';
import { CustodySandbox } from './custody/custody-sandbox.js';
import type { WebhookOptions } from './custody/webhooks/custody-webhooks.js';
import { XrpTransfers } from './custody/xrp-transfers.js';
import { type Fault, FaultBook } from './loopback/faults.js';
import { NetlinkSandbox } from './netlink/netlink-sandbox.js';
import { PlatformSandbox, type PlatformSandboxSettings } from './platform/platform-sandbox.js';
import { ProviderSandbox, type ProviderSandboxSettings } from './provider/provider-sandbox.js';
import { rsaKeysOf } from './rsa-keys.js';
import { deriveFrom } from './seed.js';
import type { StacksOptions } from './stacks/options.js';
import { StacksSandbox } from './stacks/stacks-sandbox.js';
import { XrplSandbox } from './xrpl/xrpl-sandbox.js';

/**
 * How a sandbox is set up. Everything has a default.
 *
 * @example
 * ```ts
 * import { type SandboxOptions, startSandbox } from 'custody-gateways/sandbox';
 *
 * const options: SandboxOptions = { seed: 'accounting tests', ledgerCloseMs: 0, latencyMs: 20 };
 * const sandbox = await startSandbox(options);
 * sandbox.xrpl.closeLedger();
 * await sandbox.stop();
 * ```
 */
export interface SandboxOptions {
  /** Who approves what the custody platform is asked to sign. Default `auto`: everything, at once. */
  readonly approvals?: ApprovalPolicy;
  /** Milliseconds between ledgers. Default 1000; 0 closes one only on `xrpl.closeLedger()`. */
  readonly ledgerCloseMs?: number;
  /** Milliseconds that every answer takes longer. Default 0. */
  readonly latencyMs?: number;
  /** What goes wrong, from the start. More with `sandbox.inject`. */
  readonly faults?: readonly Fault[];
  /** Custody keys, addresses and ids follow from it. Default `custody-gateways`. */
  readonly seed?: string;
  /** The port of the custody platform on 127.0.0.1. Default 0: any that is free. */
  readonly custodyPort?: number;
  /** The port of the XRPL node on 127.0.0.1, for JSON-RPC and WebSocket. Default 0: any that is free. */
  readonly xrplPort?: number;
  /** The port of the Aptos fullnode on 127.0.0.1. Default 0: any that is free. */
  readonly aptosPort?: number;
  /** The port of the Aptos indexer on 127.0.0.1. Default 0: any that is free. */
  readonly aptosIndexerPort?: number;
  /** The port of the network link provider on 127.0.0.1. Default 0: any that is free. */
  readonly netlinkPort?: number;
  /** The port of the Stacks node and its API on 127.0.0.1. Default 0: any that is free. */
  readonly stacksPort?: number;
  /** The port of the provider of the v2 API on 127.0.0.1. Default 0: any that is free. */
  readonly providerPort?: number;
  /** The port of the platform that providers call, on 127.0.0.1. Default 0: any that is free. */
  readonly platformPort?: number;
  /** The XRPL network's id. Default 1, as on the test network. */
  readonly networkId?: number;
  /** The Aptos chain's id. Default 4, as on a local network; 126 and 250 are Movement's. */
  readonly aptosChainId?: number;
  /** Milliseconds from a submission to its block. Default 50; 0 makes one only on `aptos.produceBlock()`. */
  readonly aptosBlockMs?: number;
  /**
   * Whether an Aptos account exists before it has sent anything, as on today's mainnet. Default `true`;
   * otherwise the node does not find it (`account_not_found`).
   */
  readonly aptosStatelessAccounts?: boolean;
  /** How many vault accounts there are, with the ids `0`, `1`, ... Default 100. */
  readonly vaultAccounts?: number;
  /** The size of API users' RSA keys. Default 2048: 4096 takes a second to make. */
  readonly apiKeyBits?: 2048 | 4096;
  /** Whether identical raw messages get the signature of the earlier request. Default `true`. */
  readonly reuseSignatures?: boolean;
  /** Where webhooks go, from the start. Default: nowhere. Later with `custody.webhooksTo`. */
  readonly webhooks?: WebhookOptions & {
    /** The URL that each one is posted to. */
    readonly url: string;
  };
  /** Whom the co-signer asks, from the start. Default: nobody. Later with `custody.callbacksTo`. */
  readonly callbacks?: CallbackOptions & {
    /** The callback handler's URL, without `/v2/...`. */
    readonly url: string;
  };
  /**
   * What differs in the registration of the network link provider: how requests are signed, which
   * operations there are. Default: HMAC with SHA-512, `plain` and `base64`; all of them.
   */
  readonly netlink?: Partial<NetlinkRegistrationSettings>;
  /** What the Stacks chain is like: its network, its stacking contract, how fast blocks come. */
  readonly stacks?: StacksOptions;
  /** How the provider of the v2 API differs: how requests are signed, how long things take. */
  readonly provider?: ProviderSandboxSettings;
  /** How the platform that providers call for off-exchange differs. */
  readonly platform?: PlatformSandboxSettings;
}

/**
 * A custody platform and an XRP Ledger that know each other, an Aptos node with its indexer, a Stacks node, and a
 * provider of each of the two APIs.
 *
 * @example
 * ```ts
 * import { type Sandbox, startSandbox } from 'custody-gateways/sandbox';
 *
 * async function funded(): Promise<Sandbox> {
 *   const sandbox = await startSandbox();
 *   await sandbox.xrpl.fund(sandbox.custody.addressOf('0', 'XRP_TEST'), 50_000_000n);
 *   return sandbox;
 * }
 * await (await funded()).stop();
 * ```
 */
export interface Sandbox {
  /** Speaks the Fireblocks REST API v1, with vault accounts, approvals, webhooks and callbacks. */
  readonly custody: CustodySandbox;
  /** JSON-RPC and WebSocket of one node. Native transfers of `custody` are made on this ledger. */
  readonly xrpl: XrplSandbox;
  /** A node and the API beside it. */
  readonly stacks: StacksSandbox;
  /** A fullnode, an archive and the indexer. With the chain id 126 or 250 they are those of Movement. */
  readonly aptos: AptosSandbox;
  /** A provider of network link (v1). */
  readonly netlink: NetlinkSandbox;
  /** A provider of the Provider Connectivity API (v2). */
  readonly provider: ProviderSandbox;
  /** The party that providers call for off-exchange. It works with `provider`, until `workWith`. */
  readonly platform: PlatformSandbox;
  /** Makes something go wrong from now on. */
  inject(fault: Fault): void;
  /** Lets `ms` milliseconds pass at once: approval windows, ledger closes and expirations. */
  advanceTime(ms: number): void;
  /** Stops every server and every timer, and breaks what connections are left. */
  stop(): Promise<void>;
}

const DEFAULT_SEED = 'custody-gateways';
const DEFAULT_CLOSE_MS = 1_000;
const DEFAULT_VAULTS = 100;
const TESTNET = 1;
const APTOS_LOCAL = 4;
const DEFAULT_BLOCK_MS = 50;

/**
 * Starts a custody platform, an XRP Ledger, an Aptos node with its indexer, a Stacks node and a provider of each of
 * the two provider APIs on loopback, for development and tests: the embedded default that everything in this package runs on.
 * Nothing leaves the machine, and the keys are worth nothing.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ seed: 'my tests' });
 * const address = sandbox.custody.addressOf('0', 'XRP_TEST');
 * await sandbox.xrpl.fund(address, 1_000_000_000n); // 1000 XRP, in drops
 * await sandbox.stop();
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = new SandboxClock();
  const servers: Pick<Sandbox, 'stop'>[] = [];
  const stop = async () => {
    clock.stop();
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    return await startAll(options, { clock, servers, stop });
  } catch (error) {
    // Such as a port that is taken: what has started would keep the process.
    await stop();
    throw error;
  }
}

/** What starts, and is to be stopped again. */
interface Starting {
  readonly clock: SandboxClock;
  readonly servers: Pick<Sandbox, 'stop'>[];
  stop(): Promise<void>;
}

async function startAll(
  options: SandboxOptions,
  { clock, servers, stop }: Starting,
): Promise<Sandbox> {
  const faults = new FaultBook();
  for (const fault of options.faults ?? []) faults.add(fault);
  const derive = deriveFrom(options.seed ?? DEFAULT_SEED);
  const random = systemRandom;
  const shared = { clock, random, faults, derive, latencyMs: options.latencyMs ?? 0 };
  const xrpl = await XrplSandbox.start({
    ...shared,
    port: options.xrplPort ?? 0,
    networkId: options.networkId ?? TESTNET,
    ledgerCloseMs: options.ledgerCloseMs ?? DEFAULT_CLOSE_MS,
  });
  servers.push(xrpl);
  const xrp = new XrpTransfers(xrpl.node, clock);
  const custody = await CustodySandbox.start({
    ...shared,
    port: options.custodyPort ?? 0,
    approvals: options.approvals ?? 'auto',
    vaultAccounts: options.vaultAccounts ?? DEFAULT_VAULTS,
    rsaKeys: rsaKeysOf(options.apiKeyBits ?? 2048),
    reuseSignatures: options.reuseSignatures ?? true,
    chains: new Map([
      ['XRP', xrp],
      ['XRP_TEST', xrp],
    ]),
  });
  servers.push(custody);
  const stacks = await StacksSandbox.start({
    ...options.stacks,
    ...shared,
    port: options.stacksPort ?? 0,
  });
  servers.push(stacks);
  const aptos = await AptosSandbox.start({
    ...shared,
    port: options.aptosPort ?? 0,
    indexerPort: options.aptosIndexerPort ?? 0,
    chainId: options.aptosChainId ?? APTOS_LOCAL,
    blockMs: options.aptosBlockMs ?? DEFAULT_BLOCK_MS,
    statelessAccounts: options.aptosStatelessAccounts ?? true,
  });
  servers.push(aptos);
  const netlink = await NetlinkSandbox.start({
    ...shared,
    port: options.netlinkPort ?? 0,
    registration: options.netlink ?? {},
  });
  servers.push(netlink);
  const provider = await ProviderSandbox.start({
    ...shared,
    port: options.providerPort ?? 0,
    settings: options.provider ?? {},
  });
  servers.push(provider);
  const platform = await PlatformSandbox.start({
    ...shared,
    port: options.platformPort ?? 0,
    settings: options.platform ?? {},
    target: () => provider,
  });
  servers.push(platform);
  const { webhooks, callbacks } = options;
  if (webhooks !== undefined) custody.webhooksTo(webhooks.url, webhooks);
  if (callbacks !== undefined) custody.callbacksTo(callbacks.url, callbacks);
  return {
    custody,
    xrpl,
    stacks,
    aptos,
    netlink,
    provider,
    platform,
    inject: (fault) => faults.add(fault),
    advanceTime: (ms) => clock.skip(ms),
    stop,
  };
}
