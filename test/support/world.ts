import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.js';
import type { RawSigner } from '../../src/signer/index.js';
import {
  type TransactionEvent,
  XrplGateway,
  type XrplGatewayOptions,
} from '../../src/xrpl/index.js';
import type { ClientKind } from './clients.js';
import { endingFetch } from './ending-fetch.js';

/** A sandbox, a custody signer and a gateway that look often, so that tests need not wait. */
export interface World {
  readonly sandbox: Sandbox;
  readonly signer: FireblocksRawSigner;
  gateway: XrplGateway;
  readonly events: TransactionEvent[];
  /** Another gateway on the same sandbox: another process, as far as memory goes. */
  another(options?: Partial<XrplGatewayOptions>): XrplGateway;
  newSigner(): FireblocksRawSigner;
  stop(): Promise<void>;
}

export const FAST = { firstMs: 20, factor: 1.2, maxMs: 60 };

export interface WorldOptions extends SandboxOptions {
  readonly gateway?: Partial<XrplGatewayOptions>;
  /** How the signers reach the custody: one of `CLIENTS`. Default: the package's own client. */
  readonly client?: ClientKind;
  /** Vault accounts that get 1,000 XRP. Default 0 and 1. */
  readonly funded?: readonly string[];
}

export async function newWorld(options: WorldOptions = {}): Promise<World> {
  const { gateway: given, funded = ['0', '1'], ...sandboxOptions } = options;
  const client = options.client ?? (await clientOfThisRun());
  const sandbox = await startSandbox({ ledgerCloseMs: 40, ...sandboxOptions });
  const life = endingFetch();
  const events: TransactionEvent[] = [];
  const newSigner = () => signerOf(sandbox, client, life.fetch);
  const another = (more: Partial<XrplGatewayOptions> = {}) =>
    gatewayOf(sandbox, newSigner(), {
      fetch: life.fetch,
      onEvent: (event) => events.push(event),
      ...given,
      ...more,
    });
  const signer = newSigner();
  for (const vault of funded) {
    await sandbox.xrpl.fund(sandbox.custody.addressOf(vault, 'XRP_TEST'), 1_000_000_000n);
  }
  return {
    sandbox,
    signer,
    events,
    gateway: another({ signer }),
    another,
    newSigner,
    stop: () => {
      life.end();
      return sandbox.stop();
    },
  };
}

/** `npm run test:clients` runs the ledger's tests once with each client that is not our own. */
async function clientOfThisRun(): Promise<ClientKind | undefined> {
  const { CUSTODY_CLIENT: name } = process.env;
  if (!name) return undefined;
  const { CLIENTS } = await import('./clients.js');
  const client = CLIENTS.find((kind) => kind.name === name);
  if (!client) throw new Error(`There is no client called ${name}.`);
  return client;
}

function signerOf(
  { custody }: Sandbox,
  client: ClientKind | undefined,
  fetchIt: typeof fetch,
): FireblocksRawSigner {
  const retry = { baseMs: 10, maxMs: 50 };
  if (client) {
    return new FireblocksRawSigner({ client: client.connect(custody, { retry }), polling: FAST });
  }
  const { apiKey, apiSecret, url: basePath } = custody;
  const access = { apiKey, apiSecret, basePath, fetch: fetchIt };
  return new FireblocksRawSigner({ ...access, polling: FAST, retry });
}

function gatewayOf(
  sandbox: Sandbox,
  signer: RawSigner,
  options: Partial<XrplGatewayOptions> = {},
): XrplGateway {
  return new XrplGateway({
    signer,
    network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
    polling: FAST,
    secondsPerLedger: 0.1,
    retry: { baseMs: 10, maxMs: 50 },
    ...options,
  });
}

/** The sequence numbers that an account has spent on the ledger, in order. */
export function sequencesOf(sandbox: Sandbox, address: string): number[] {
  return sandbox.xrpl
    .transactionsOf(address)
    .map((entry) => (entry.tx_json ?? entry) as Record<string, unknown>)
    .filter((json) => json.Account === address)
    .map((json) => Number(json.Sequence))
    .sort((one, other) => one - other);
}

/** What a promise was rejected with; fails when it was not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection.');
}
