import type { CustodyTransaction } from '../client.js';
import { isBehind, isKnown } from '../statuses.js';

/**
 * Passes the transactions of webhooks to the calls that wait for them. A transaction that no call waits for is
 * dropped.
 */
export class WebhookBus {
  readonly #subscriptions = new Set<Subscription>();

  /** Begins to listen for a request. Fireblocks' own id is added once it is known. */
  listen(requestId: string): Subscription {
    const subscription = new Subscription(requestId, () =>
      this.#subscriptions.delete(subscription),
    );
    this.#subscriptions.add(subscription);
    return subscription;
  }

  /** Whether a call waits for it. */
  tell(transaction: CustodyTransaction): boolean {
    const waiting = [...this.#subscriptions].filter((subscription) =>
      subscription.isAbout(transaction),
    );
    for (const subscription of waiting) subscription.tell(transaction);
    return waiting.length > 0;
  }
}

/** The news for one wait that it has not taken yet. */
export class Subscription {
  readonly #requestId: string;
  readonly #onEnd: () => void;
  #custodyId: string | undefined;
  readonly #heard = new Set<string>();
  /** By Fireblocks' id; there may be several until the one of this request is known. */
  readonly #news = new Map<string, CustodyTransaction>();
  #wake: (() => void) | undefined;

  constructor(requestId: string, onEnd: () => void) {
    this.#requestId = requestId;
    this.#onEnd = onEnd;
  }

  knowAs(custodyId: string): void {
    this.#custodyId = custodyId;
  }

  /** Once the request's id is known, only that id counts: a transaction of another user may name our external id. */
  isAbout({ id, externalTxId }: CustodyTransaction): boolean {
    if (this.#custodyId === undefined) return externalTxId === this.#requestId;
    return id === this.#custodyId && (!externalTxId || externalTxId === this.#requestId);
  }

  /**
   * Each status is news once, and of the unknown statuses only the first: events come again, by accident or by
   * attack. Of several that were not taken yet, the one furthest along is kept.
   */
  tell(transaction: CustodyTransaction): void {
    const { id, status } = transaction;
    const heard = `${id} ${isKnown(status) ? status : ''}`;
    if (this.#heard.has(heard)) return;
    this.#heard.add(heard);
    const news = this.#news.get(id);
    if (news && isBehind(status, news.status)) return;
    this.#news.set(id, transaction);
    this.#wake?.();
  }

  take(): CustodyTransaction | undefined {
    const news = this.#news.get(this.#custodyId ?? '');
    this.#news.clear();
    return news;
  }

  /** Calls `wake` whenever there is something to take. */
  readonly wakeOn = (wake: () => void): (() => void) => {
    this.#wake = wake;
    return () => {
      this.#wake = undefined;
    };
  };

  end(): void {
    this.#onEnd();
  }
}
