import type { Clock } from '../../../core/clock.js';
import { type Random, uuidOf } from '../../../core/random.js';
import type { Store } from '../../../store/store.js';
import { renewal } from '../renewal.js';

/** What processes share, and what each has of its own. */
export interface Shared {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

const HELD_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Does one thing at a time under one name, among all processes that share the store. Whoever dies
 * meanwhile holds the others up for a minute; whoever only takes long keeps them out until it is done.
 *
 * @throws AbortedError when `signal` fires while waiting.
 */
export async function exclusively<T>(
  { store, clock, random }: Shared,
  name: readonly string[],
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const key = `provider-exclusive:${JSON.stringify(name)}`;
  const owner = uuidOf(random);
  while (!(await store.setIfAbsent(key, owner, HELD_MS))) await clock.sleep(PAUSE_MS, signal);
  const held = renewal(clock, HELD_MS / 3, () => store.compareAndSet(key, owner, owner, HELD_MS));
  try {
    return await work();
  } finally {
    await held.end();
    // What was done is done: the name comes free by itself.
    await store.delete(key, owner).catch(() => undefined);
  }
}
