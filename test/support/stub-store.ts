import type { Store } from '../../src/store/index.js';

/** One call of a store: which it is, counted from 0, and how it would be made. */
export interface StoreCall {
  readonly index: number;
  readonly method: keyof Store;
  readonly key: string;
}

/** A store whose calls go through a test's hands. */
export function stubStore(
  store: Store,
  bend: <T>(call: StoreCall, make: () => Promise<T>) => Promise<T>,
): Store {
  let calls = 0;
  const through = <T>(method: keyof Store, key: string, make: () => Promise<T>): Promise<T> =>
    bend({ index: calls++, method, key }, make);
  return {
    get: (key) => through('get', key, () => store.get(key)),
    setIfAbsent: (key, ...rest) =>
      through('setIfAbsent', key, () => store.setIfAbsent(key, ...rest)),
    compareAndSet: (key, ...rest) =>
      through('compareAndSet', key, () => store.compareAndSet(key, ...rest)),
    delete: (key, ...rest) => through('delete', key, () => store.delete(key, ...rest)),
  };
}
