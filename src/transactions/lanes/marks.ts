import type { Store } from '../../store/store.js';
import { SPENT_FOR_MS } from './spent.js';

/**
 * What a lane remembers outside its text, each under a key of its own, so that the text does not grow with the number
 * of transactions: which requests were sent, and which Tickets are spent. The store forgets the marks in time.
 */
export class LaneMarks {
  readonly #store: Store;
  readonly #name: string;

  /** `name`: the lane's own key. */
  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
  }

  async has(mark: string): Promise<boolean> {
    return (await this.#store.get(this.#keyOf(mark))) !== undefined;
  }

  /** Resolves with the marks that are certainly stored from now on. */
  async add(marks: readonly string[]): Promise<ReadonlySet<string>> {
    const added = await Promise.allSettled(
      marks.map(async (mark) => ((await this.#write(this.#keyOf(mark))) ? [mark] : [])),
    );
    return new Set(added.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
  }

  /** Writes the mark; if it is there already, its time begins again. Returns whether it is stored. */
  async #write(key: string): Promise<boolean> {
    return (
      (await this.#store.setIfAbsent(key, '1', SPENT_FOR_MS)) ||
      (await this.#store.compareAndSet(key, '1', '1', SPENT_FOR_MS))
    );
  }

  #keyOf(mark: string): string {
    return `${this.#name}/${mark}`;
  }
}
