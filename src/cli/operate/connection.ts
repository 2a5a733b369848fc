import type { ResolvedEndpoint } from '../../core/endpoints.js';
import type { Listener } from '../../core/events.js';
import type { Fetch } from '../../core/http.js';
import type { FireblocksClient } from '../../fireblocks/client.js';
import type { HttpHandler } from '../../handlers.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { TransactionEvent } from '../../transactions/index.js';
import type { Variables } from '../env-file.js';
import { Environment } from '../serve/environment.js';
import { connectionOf, sandboxConnection } from '../serve/plan.js';
import type { ServedGateway } from '../serve/served.js';
import { abortOnSignal } from '../signals.js';
import { fundVaults } from '../vaults.js';
import { readOnly } from './read-only.js';

/** A gateway in this process, asked as its server is. */
export interface Opened {
  /** The chain and the network. */
  readonly description: string;
  readonly warnings: readonly string[];
  readonly handler: HttpHandler;
  /** The nodes that are asked, and what asks them. */
  readonly nodes: readonly ResolvedEndpoint[];
  readonly fetch: Fetch;
  /** Fireblocks itself, for what no operation asks. */
  readonly custody: FireblocksClient;
  /** Ends all waiting; what was begun is found again by its key. */
  close(): Promise<void>;
}

interface OpenOptions {
  readonly waitMs: number;
  readonly onEvent: Listener<TransactionEvent> | undefined;
  /** Whether nothing may be signed or submitted. Default `false`. */
  readonly isReadOnly?: boolean;
}

/** A sandbox of one command closes its ledgers faster than one that is looked at. */
const LEDGER_CLOSE_MS = 200;

/** @throws Mistakes that name every variable that is missing or wrong. */
export async function open(
  gateway: ServedGateway,
  variables: Variables,
  isOnSandbox: boolean,
  options: OpenOptions,
): Promise<Opened> {
  const environment = new Environment(variables);
  const sandbox = isOnSandbox ? await newSandbox() : undefined;
  const connection = sandbox
    ? sandboxConnection(gateway, environment, sandbox)
    : await connectionOf(gateway, environment);
  const { settled, shared, warnings } = connection;
  const stopping = abortOnSignal();
  if (sandbox) await settled.stage?.(connection.signer(fetch));
  const { waitMs, onEvent, isReadOnly = false } = options;
  const call = isReadOnly ? readOnly(fetch) : fetch;
  const handler = settled.open({
    signer: connection.signer(call),
    fetch: () => call,
    lanes: shared.lanes,
    options: { waitMs, docs: false, signal: stopping.signal, ...(onEvent ? { onEvent } : {}) },
  });
  const close = async () => {
    stopping.end();
    await sandbox?.stop();
  };
  const custody = connection.custody(call);
  const { description } = settled;
  const nodes = settled.nodes();
  return { description, warnings, handler, nodes, fetch: call, custody, close };
}

/** A sandbox of one command. */
export async function newSandbox(): Promise<Sandbox> {
  const { startSandbox } = await import('../../sandbox/index.js');
  const sandbox = await startSandbox({ ledgerCloseMs: LEDGER_CLOSE_MS });
  await fundVaults(sandbox);
  return sandbox;
}
