import type { SandboxClock } from '../clock.js';
import type { CustodyKeys } from './keys.js';
import type { Lifecycle } from './lifecycle.js';
import type { NativeTransfers } from './native-transfer.js';
import type { TransactionStore } from './transactions.js';
import type { Vaults } from './vaults.js';

/** All that the custody platform is made of, for routes and for tests. */
export interface CustodyState {
  readonly clock: SandboxClock;
  readonly keys: CustodyKeys;
  readonly vaults: Vaults;
  readonly store: TransactionStore;
  readonly transfers: NativeTransfers;
  readonly lifecycle: Lifecycle;
}
