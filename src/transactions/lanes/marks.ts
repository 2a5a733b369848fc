import type { Store } from '../../store/store.js';
import { SPENT_FOR_MS } from './spent.js';

/**
 * What a lane remembers outside of its text, each under a key of its own, so that the text does not grow with
 * what is sent: which requests were sent, and which Tickets are spent. The store forgets it in time.
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

  /** Resolves with those that are remembered from now on, for certain. */
  async add(marks: readonly string[]): Promise<ReadonlySet<string>> {
    const added = await Promise.allSettled(
      marks.map(async (mark) => ((await this.#write(this.#keyOf(mark))) ? [mark] : [])),
    );
    return new Set(added.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
  }

  /** Whether it is there, for as long as if it had not been there before. */
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
