import { type Derive, derivedUuid } from '../../seed.js';

/**
 * The form of a webhook: 1 is the old one, 2 the present one.
 *
 * @example
 * ```ts
 * import { startSandbox, type WebhookVersion } from 'custody-gateways/sandbox';
 *
 * const versions: WebhookVersion[] = ['v1', 'v2'];
 * const sandbox = await startSandbox({ webhooks: { url: 'http://127.0.0.1:9/hooks', versions } });
 * await sandbox.stop();
 * ```
 */
export type WebhookVersion = 'v1' | 'v2';

/** What happened to a transaction, and how the transaction stands. */
export interface TransactionEvent {
  readonly kind: 'created' | 'status-updated';
  readonly transactionId: string;
  readonly transaction: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const TYPES = {
  created: { v1: 'TRANSACTION_CREATED', v2: 'transaction.created' },
  'status-updated': { v1: 'TRANSACTION_STATUS_UPDATED', v2: 'transaction.status.updated' },
} as const;

/** Words events in either form. */
export class WebhookWording {
  readonly #derive: Derive;
  readonly #workspaceId: string;
  #count = 0;

  constructor(derive: Derive) {
    this.#derive = derive;
    this.#workspaceId = derivedUuid(derive, 'workspace');
  }

  bodyOf(event: TransactionEvent, version: WebhookVersion): Record<string, unknown> {
    const { kind, transaction, transactionId, at } = event;
    const type = TYPES[kind][version];
    if (version === 'v1') {
      return { type, tenantId: this.#workspaceId, timestamp: at, data: transaction };
    }
    this.#count += 1;
    return {
      id: derivedUuid(this.#derive, `webhook ${this.#count}`),
      eventType: type,
      eventVersion: 1,
      resourceId: transactionId,
      workspaceId: this.#workspaceId,
      createdAt: at,
      data: transaction,
    };
  }
}
