import type { Clock } from '../core/clock.js';
import { withinTime } from '../core/http.js';
import type { Store } from '../store/store.js';
import type { CustodyTransaction } from './client.js';
import { isBehind, isKnown, stateOf } from './statuses.js';

/** Longer than any pause between two looks. */
const KEPT_FOR_MS = 3_600_000;
/** What takes longer helps nobody: a wait that looks here can't hear its own webhooks meanwhile. */
const ANSWERS_WITHIN_MS = 500;
/** Several webhooks may bring the same news at once, to several processes. */
const MOST_TRIES = 3;
/** The custody's ids are shorter; keys of the store have an end. */
const LONGEST_ID = 100;

/**
 * How far transactions have got, as webhooks told any of the processes that share a store. It is a reason to ask
 * the custody and nothing more: who can write to the store can't say what became of a transaction. Nor does
 * anything depend on it: without it the custody is asked later.
 */
export class WebhookNotes {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Notes what is worth a look: an end, or a hash. Never rejects. */
  async leave({ id, status, txHash }: CustodyTransaction): Promise<void> {
    const isWorthALook = isKnown(status) && (stateOf(status) !== 'pending' || Boolean(txHash));
    if (!isWorthALook || id.length > LONGEST_ID) return;
    await this.#advice(() => this.#write(keyOf(id), status));
  }

  /** The status that was noted last, as far as the store says in time. Never rejects. */
  async read(id: string, signal?: AbortSignal): Promise<string | undefined> {
    return this.#advice(() => this.#store.get(keyOf(id)), signal);
  }

  /** Unless what is there is as new. */
  async #write(key: string, status: string): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await this.#store.setIfAbsent(key, status, KEPT_FOR_MS)) return;
      const noted = await this.#store.get(key);
      if (noted === undefined) continue;
      if (noted === status || isBehind(status, noted)) return;
      if (await this.#store.compareAndSet(key, noted, status, KEPT_FOR_MS)) return;
    }
  }

  /** The store's own trouble is nobody's: who waits asks the custody after the silence. */
  async #advice<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const limits = { peer: 'store', timeoutMs: ANSWERS_WITHIN_MS, signal, clock: this.#clock };
    try {
      return await withinTime(limits, work);
    } catch {
      return undefined;
    }
  }
}

function keyOf(id: string): string {
  return `webhooks/1/${id}`;
}
