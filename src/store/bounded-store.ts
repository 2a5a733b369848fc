import type { Clock } from '../core/clock.js';
import { withinTime } from '../core/http.js';
import { aroundCalls } from './around-calls.js';
import { storeFailure } from './errors.js';
import type { Store } from './store.js';

/**
 * A store that answers in time or fails, and fails with an error of this package: an error of a user's own store may
 * hold anything.
 */
export function boundedStore(store: Store, timeoutMs: number, clock: Clock): Store {
  return aroundCalls(store, async (call) => {
    try {
      return await withinTime({ peer: 'store', timeoutMs, clock }, async () => call());
    } catch (error) {
      throw storeFailure(error);
    }
  });
}
