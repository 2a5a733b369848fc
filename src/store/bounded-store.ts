import type { Clock } from '../core/clock.js';
import { withinTime } from '../core/http.js';
import { storeFailure } from './errors.js';
import type { Store } from './store.js';

/**
 * A store that answers in time or fails, and fails with an error of this package: an error of a user's own store may
 * hold anything.
 */
export function boundedStore(store: Store, timeoutMs: number, clock: Clock): Store {
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await withinTime({ peer: 'store', timeoutMs, clock }, async () => work());
    } catch (error) {
      throw storeFailure(error);
    }
  };
  return {
    get: (key) => bounded(() => store.get(key)),
    setIfAbsent: (...args) => bounded(() => store.setIfAbsent(...args)),
    compareAndSet: (...args) => bounded(() => store.compareAndSet(...args)),
    delete: (...args) => bounded(() => store.delete(...args)),
  };
}
