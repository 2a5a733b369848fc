import type { SandboxClock } from '../clock.js';
import type { FaultBook } from '../loopback/faults.js';
import type { Derive } from '../seed.js';
import { type ApiUser, ApiUsers } from './api-users.js';
import type { ApprovalPolicy } from './approvals.js';
import { CustodyCallbacks } from './callbacks/custody-callbacks.js';
import { CustodyServer } from './custody-server.js';
import { CustodyKeys } from './keys.js';
import { Lifecycle } from './lifecycle.js';
import { type NativeChain, NativeTransfers } from './native-transfer.js';
import { Outbox } from './outbox.js';
import { RawSigning } from './raw-signing.js';
import type { CustodyState } from './state.js';
import { transactionJson } from './transaction-json.js';
import { TransactionStore } from './transactions.js';
import { Vaults } from './vaults.js';
import { CustodyWebhooks } from './webhooks/custody-webhooks.js';
import { WebhookKeys } from './webhooks/webhook-keys.js';

/** How a custody sandbox is set up. */
export interface CustodySandboxOptions {
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  readonly derive: Derive;
  readonly port: number;
  readonly latencyMs: number;
  readonly approvals: ApprovalPolicy;
  readonly vaultAccounts: number;
  readonly apiKeyBits: 2048 | 4096;
  readonly reuseSignatures: boolean;
  readonly chains: ReadonlyMap<string, NativeChain>;
}

/** What a running custody consists of. */
export interface CustodyParts {
  readonly first: ApiUser;
  readonly state: CustodyState;
  readonly users: ApiUsers;
  readonly server: CustodyServer;
  readonly outbox: Outbox;
  readonly webhooks: CustodyWebhooks;
  readonly callbacks: CustodyCallbacks;
}

/** Puts a custody together and starts its server. */
export async function startCustody(options: CustodySandboxOptions): Promise<CustodyParts> {
  const { clock, derive, approvals, chains } = options;
  const keys = new CustodyKeys(derive);
  const vaults = new Vaults(keys, options.vaultAccounts);
  const store = new TransactionStore(derive);
  const transfers = new NativeTransfers(vaults, keys, chains);
  const signing = new RawSigning(keys, store, options.reuseSignatures);
  const outbox = new Outbox(clock.source);
  const webhookKeys = new WebhookKeys();
  const baseUrl = (): string => `http://127.0.0.1:${server.http.port}`;
  const webhooks = new CustodyWebhooks({ clock, outbox, derive, baseUrl, keys: webhookKeys });
  const callbacks = new CustodyCallbacks({ clock, outbox, derive, transfers });
  const lifecycle = new Lifecycle({
    clock,
    policy: approvals,
    signing,
    transfers,
    callbacks,
    onChange: (transaction) =>
      webhooks.announce({
        kind: transaction.history.length === 1 ? 'created' : 'status-updated',
        transactionId: transaction.id,
        transaction: transactionJson(transaction, transfers),
        at: clock.now(),
      }),
  });
  const state: CustodyState = { clock, keys, vaults, store, transfers, lifecycle };
  const users = new ApiUsers(derive, options.apiKeyBits);
  const first = await users.add('ADMIN');
  const server = new CustodyServer({ ...options, users, state, webhookKeys });
  await server.http.start();
  return { first, state, users, server, outbox, webhooks, callbacks };
}
