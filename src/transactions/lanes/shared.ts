import { boundedStore } from '../../store/bounded-store.js';
import type { Lanes } from './lanes.js';
import { Lease, type LeaseSettings } from './lease.js';
import { type LanesOptions, lanesOver } from './memory.js';
import { StoreCell } from './store-cell.js';

export interface SharedLanesSettings extends Omit<LeaseSettings, 'leaseMs'> {
  readonly leaseMs?: number | undefined;
}

const DEFAULT_LEASE_MS = 30_000;

/** Lanes that processes share, one for each account and kind of number; `kind` is a part of their keys. */
export function sharedLanes(
  settings: SharedLanesSettings,
): (kind: string, options: LanesOptions) => Lanes {
  const { clock, random, leaseMs = DEFAULT_LEASE_MS } = settings;
  // A call that took longer would outlast the lease under which it is made.
  const store = boundedStore(settings.store, leaseMs / 3, clock);
  const lease = new Lease({ store, leaseMs, clock, random });
  return (kind, options) =>
    lanesOver((account) => {
      const name = `lanes/1/${kind}/${account}`;
      return new StoreCell({ name, store, lease, leaseMs, clock });
    }, options);
}
