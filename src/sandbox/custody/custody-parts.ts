import type { PeerOptions } from '../loopback/peer.js';
import type { RsaKeys } from '../rsa-keys.js';
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

/** How a custody platform sandbox is set up. */
export interface CustodySandboxOptions extends PeerOptions {
  readonly derive: Derive;
  readonly approvals: ApprovalPolicy;
  readonly vaultAccounts: number;
  readonly reuseSignatures: boolean;
  readonly chains: ReadonlyMap<string, NativeChain>;
  /** The private RSA keys of API users, webhooks and the co-signer, by what each is for. */
  readonly rsaKeys: RsaKeys;
  /** How webhooks and the co-signer's questions leave. Default: as the machine's requests do. */
  readonly fetch?: typeof fetch | undefined;
}

/** What a custody platform consists of. */
export interface CustodyParts {
  readonly first: ApiUser;
  readonly state: CustodyState;
  readonly users: ApiUsers;
  readonly server: CustodyServer;
  readonly outbox: Outbox;
  readonly webhooks: CustodyWebhooks;
  readonly callbacks: CustodyCallbacks;
}

/** Puts a custody platform together. */
export async function custodyParts(options: CustodySandboxOptions): Promise<CustodyParts> {
  const { clock, derive, approvals, chains, rsaKeys } = options;
  const keys = new CustodyKeys(derive);
  const vaults = new Vaults(keys, options.vaultAccounts);
  const store = new TransactionStore(derive);
  const transfers = new NativeTransfers(vaults, keys, chains);
  const signing = new RawSigning(keys, store, options.reuseSignatures);
  const outbox = new Outbox(clock.source, options.fetch);
  const webhookKeys = new WebhookKeys(rsaKeys);
  const baseUrl = (): string => server.http.url;
  const webhooks = new CustodyWebhooks({ clock, outbox, derive, baseUrl, keys: webhookKeys });
  const callbacks = new CustodyCallbacks({ clock, outbox, derive, transfers, rsaKeys });
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
  const users = new ApiUsers(derive, rsaKeys);
  const first = await users.add('ADMIN');
  const server = new CustodyServer({ ...options, users, state, webhookKeys });
  return { first, state, users, server, outbox, webhooks, callbacks };
}
