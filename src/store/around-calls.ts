import type { Store } from './store.js';

/** The same store, with something around each of its calls, such as a limit of time. */
export function aroundCalls(
  store: Store,
  around: <T>(call: () => Promise<T>) => Promise<T>,
): Store {
  return {
    get: (...given) => around(() => store.get(...given)),
    setIfAbsent: (...given) => around(() => store.setIfAbsent(...given)),
    compareAndSet: (...given) => around(() => store.compareAndSet(...given)),
    delete: (...given) => around(() => store.delete(...given)),
  };
}
