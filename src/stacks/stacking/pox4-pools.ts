import type { StacksNetworkKind } from '../network.js';
import { onNetwork } from '../wire/principals.js';

const FAST_POOL = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.pox4-fast-pool-v3';

/** Pools that are joined through a function of their own, for which they must be allowed. */
const WRAPPED_POOLS: readonly string[] = [FAST_POOL];

/** Fast Pool's contract. */
export function fastPool(kind: StacksNetworkKind): string {
  return onNetwork(kind, FAST_POOL);
}

/** Whether a pool is joined through a function of its own. */
export function isWrappedPool(kind: StacksNetworkKind, contract: string): boolean {
  return WRAPPED_POOLS.some((pool) => onNetwork(kind, pool) === contract);
}
