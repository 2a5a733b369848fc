import type { CustodyTransaction } from './client.js';
import { isBehind } from './statuses.js';

/** Hands what webhooks tell to whoever waits for it. What nobody waits for is forgotten. */
export class Announcements {
  readonly #hearings = new Set<Hearing>();

  /** Begins to listen for a request. The custody's own id is added once it is known. */
  listen(requestId: string): Hearing {
    const hearing = new Hearing(requestId, () => this.#hearings.delete(hearing));
    this.#hearings.add(hearing);
    return hearing;
  }

  /** Whether somebody waits for it. */
  tell(transaction: CustodyTransaction): boolean {
    const waiting = [...this.#hearings].filter((hearing) => hearing.isAbout(transaction));
    for (const hearing of waiting) hearing.tell(transaction);
    return waiting.length > 0;
  }
}

/** What one wait has been told and has not taken in yet. */
export class Hearing {
  readonly #requestId: string;
  readonly #onEnd: () => void;
  #custodyId: string | undefined;
  readonly #heard = new Set<string>();
  #news: CustodyTransaction | undefined;
  #wake: (() => void) | undefined;

  constructor(requestId: string, onEnd: () => void) {
    this.#requestId = requestId;
    this.#onEnd = onEnd;
  }

  knowAs(custodyId: string): void {
    this.#custodyId = custodyId;
  }

  isAbout({ id, externalTxId }: CustodyTransaction): boolean {
    return externalTxId ? externalTxId === this.#requestId : id === this.#custodyId;
  }

  /**
   * Each status is news once: events come again, by accident or by malice. Of several that were not
   * taken yet, the one furthest along is kept.
   */
  tell(transaction: CustodyTransaction): void {
    if (this.#heard.has(transaction.status)) return;
    this.#heard.add(transaction.status);
    if (this.#news && isBehind(transaction.status, this.#news.status)) return;
    this.#news = transaction;
    this.#wake?.();
  }

  take(): CustodyTransaction | undefined {
    const news = this.#news;
    this.#news = undefined;
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
