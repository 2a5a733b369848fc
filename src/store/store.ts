import { InvalidInputError } from '../core/errors.js';

/**
 * A small shared memory for lanes, journals, used nonces and idempotent answers. Values are text. Every method is
 * atomic, for every process that shares the store.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'custody-gateways/store';
 *
 * const store = memoryStore();
 * const first = await store.setIfAbsent('order-12', 'mine', 60_000); // true: the key was free
 * ```
 */
export interface Store {
  /** The value, or `undefined` when there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /**
   * Writes only where there is no value; says whether it did. `ttlMs` is the time to live, above zero; without it the
   * value stays.
   */
  setIfAbsent(key: string, value: string, ttlMs?: number): Promise<boolean>;
  /**
   * Replaces `expected` by `value`, and its time to live by `ttlMs`, or removes the time to live; says whether
   * `expected` was still there.
   */
  compareAndSet(key: string, expected: string, value: string, ttlMs?: number): Promise<boolean>;
  /** Removes the value, with `expected` only if it equals that; says whether it did. */
  delete(key: string, expected?: string): Promise<boolean>;
}

const METHODS = ['get', 'setIfAbsent', 'compareAndSet', 'delete'];

/** Whether a value, possibly from plain JavaScript, has all methods of a store. */
export function isStore(value: unknown): value is Store {
  if (typeof value !== 'object' || value === null) return false;
  return METHODS.every((name) => typeof Reflect.get(value, name) === 'function');
}

/** @throws InvalidInputError for a value that would expire at once: such a lock would hold nothing. */
export function checkTimeToLive(ttlMs: number): void {
  // NaN too.
  if (!(ttlMs > 0)) throw new InvalidInputError('ttlMs', 'must be above zero');
}
