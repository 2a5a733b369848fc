import type { Clock } from '../../../core/clock.js';
import { type Random, uuidOf } from '../../../core/random.js';
import type { Store } from '../../../store/store.js';
import { renewal } from '../renewal.js';

/** The store that processes share, and each one's own clock and randomness. */
export interface Shared {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

const HELD_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Runs one piece of work at a time under one name, among all processes that share the store. A process that dies
 * meanwhile delays the others for a minute; one that only takes long keeps them out until it is done.
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
    // The work is done: the name becomes free when its lease ends.
    await store.delete(key, owner).catch(() => undefined);
  }
}
