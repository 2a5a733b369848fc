import type { Clock } from '../../core/clock.js';
import { withinTime } from '../../core/http.js';
import type { Store } from '../../store/store.js';
import type { CustodyTransaction } from '../client.js';
import { isBehind, isKnown, stateOf } from '../statuses.js';

/** Longer than any pause between two looks. */
const KEPT_FOR_MS = 3_600_000;
/** Slower answers are of no use: while a wait reads the store, it can't process its own webhooks. */
const ANSWERS_WITHIN_MS = 500;
/** Several webhooks may bring the same news at once, to several processes. */
const MOST_TRIES = 3;
/** Fireblocks' ids are shorter; keys of the store must have a limit. */
const LONGEST_ID = 100;

/**
 * The progress of transactions, as webhooks reported it to any of the processes that share a store. It is only a
 * reason to ask Fireblocks: an attacker that can write to the store can't change the outcome of a transaction.
 * Nothing depends on it: without it Fireblocks is asked later.
 */
export class WebhookNotes {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Notes a status that is a reason to ask: an end, or a hash. Never rejects. */
  async leave({ id, status, txHash }: CustodyTransaction): Promise<void> {
    const isWorthALook = isKnown(status) && (stateOf(status) !== 'pending' || Boolean(txHash));
    if (!isWorthALook || id.length > LONGEST_ID) return;
    await this.#advice(() => this.#write(keyOf(id), status));
  }

  /** The status that was noted last, if the store answers in time. Never rejects. */
  async read(id: string, signal?: AbortSignal): Promise<string | undefined> {
    return this.#advice(() => this.#store.get(keyOf(id)), signal);
  }

  /** Writes the status, unless the stored one is as new. */
  async #write(key: string, status: string): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await this.#store.setIfAbsent(key, status, KEPT_FOR_MS)) return;
      const noted = await this.#store.get(key);
      if (noted === undefined) continue;
      if (noted === status || isBehind(status, noted)) return;
      if (await this.#store.compareAndSet(key, noted, status, KEPT_FOR_MS)) return;
    }
  }

  /** A failure of the store is ignored: the wait asks Fireblocks after the silence. */
  #advice<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const limits = { peer: 'store', clock: this.#clock, timeoutMs: ANSWERS_WITHIN_MS, signal };
    return withinTime(limits, work).catch(() => undefined);
  }
}

function keyOf(id: string): string {
  return `webhooks/1/${id}`;
}
