import type { Store } from '../../../../src/store/index.js';

/** Whose next `times` calls of the methods throw before they do anything, or after they have. */
export function failing(inner: Store, when: 'before' | 'after') {
  const down = new Map<keyof Store, number>();
  const guard =
    <Args extends readonly unknown[], T>(name: keyof Store, call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const left = down.get(name) ?? 0;
      if (left <= 0) return call(...args);
      down.set(name, left - 1);
      if (when === 'after') await call(...args);
      throw new Error('the store is gone');
    };
  const store: Store = {
    get: guard('get', inner.get.bind(inner)),
    setIfAbsent: guard('setIfAbsent', inner.setIfAbsent.bind(inner)),
    compareAndSet: guard('compareAndSet', inner.compareAndSet.bind(inner)),
    delete: guard('delete', inner.delete.bind(inner)),
  };
  return { store, fail: (name: keyof Store, times = 1) => down.set(name, times) };
}
