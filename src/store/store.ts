import { InvalidInputError } from '../core/errors.js';

/**
 * A small shared memory: what lanes, journals, replayed nonces and idempotent answers need, and no
 * more. Values are text. Every method is atomic, for every process that shares the store.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'custody-gateways/store';
 *
 * const store = memoryStore();
 * const first = await store.setIfAbsent('order-12', 'mine', 60_000); // true: nobody had it
 * ```
 */
export interface Store {
  /** The value, or `undefined` when there is none or its time is over. */
  get(key: string): Promise<string | undefined>;
  /**
   * Writes only where there is nothing; says whether it did. `ttlMs` is its time to live, above
   * zero; without it the value stays.
   */
  setIfAbsent(key: string, value: string, ttlMs?: number): Promise<boolean>;
  /**
   * Replaces `expected` by `value`, and its time to live by `ttlMs`, or by none; says whether
   * `expected` was still there.
   */
  compareAndSet(key: string, expected: string, value: string, ttlMs?: number): Promise<boolean>;
  /** Removes the value, with `expected` only if it is that one; says whether it did. */
  delete(key: string, expected?: string): Promise<boolean>;
}

const METHODS = ['get', 'setIfAbsent', 'compareAndSet', 'delete'];

/** Whether something that plain JavaScript may have given can be used as one. */
export function isStore(value: unknown): value is Store {
  if (typeof value !== 'object' || value === null) return false;
  return METHODS.every((name) => typeof Reflect.get(value, name) === 'function');
}

/** @throws InvalidInputError for what would be gone at once: a lock that holds nobody off. */
export function checkTimeToLive(ttlMs: number): void {
  // NaN too.
  if (!(ttlMs > 0)) throw new InvalidInputError('ttlMs', 'must be above zero');
}
