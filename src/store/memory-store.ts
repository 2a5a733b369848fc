import type { Clock } from '../core/clock.js';
import { knownOptions } from '../core/known-options.js';
import { checkClock, systemTime } from '../core/time.js';
import { checkTimeToLive, type Store } from './store.js';

interface Entry {
  readonly value: string;
  /** On the monotonic clock. */
  readonly expiresAt: number;
}

/** How many writes pass between two removals of expired values. */
const SWEEP_EVERY = 1_000;

/**
 * A {@link Store} in this process's memory: the default, and right for one process. It forgets
 * everything when the process ends.
 *
 * @throws ConfigurationError naming the option.
 */
export function memoryStore(options: { readonly clock?: Clock } = {}): Store {
  knownOptions(options, { clock: 'any' });
  if (options.clock !== undefined) checkClock(options.clock);
  return memoryStoreOn(options.clock ?? systemTime);
}

/** The same, with a clock that is checked. */
export function memoryStoreOn(clock: Pick<Clock, 'monotonic'>): Store {
  const entries = new Map<string, Entry>();
  let writes = 0;

  const read = (key: string): string | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > clock.monotonic()) return entry.value;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, value: string, ttlMs = Number.POSITIVE_INFINITY) => {
    checkTimeToLive(ttlMs);
    const now = clock.monotonic();
    if (++writes % SWEEP_EVERY === 0) {
      for (const [name, entry] of entries) if (entry.expiresAt <= now) entries.delete(name);
    }
    entries.set(key, { value, expiresAt: now + ttlMs });
  };

  return {
    async get(key) {
      return read(key);
    },
    async setIfAbsent(key, value, ttlMs) {
      if (read(key) !== undefined) return false;
      write(key, value, ttlMs);
      return true;
    },
    async compareAndSet(key, expected, value, ttlMs) {
      if (read(key) !== expected) return false;
      write(key, value, ttlMs);
      return true;
    },
    async delete(key, expected) {
      const current = read(key);
      if (current === undefined || (expected !== undefined && current !== expected)) return false;
      return entries.delete(key);
    },
  };
}
