import type { StacksNetworkKind } from '../network.js';
import { decodeAddress, encodeAddress } from '../wire/c32.js';
import { singleSigVersion } from '../wire/principals.js';

const FAST_POOL = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.pox4-fast-pool-v3';

/** Pools that are joined through a function of their own, for which they must be allowed. */
const WRAPPED_POOLS: readonly string[] = [FAST_POOL];

/** The contract of the same deployer and name on a network: pools deploy on both networks with one key. */
export function onNetwork(kind: StacksNetworkKind, contract: string): string {
  const [address = '', name = ''] = contract.split('.');
  const { hash160 = '' } = decodeAddress(address) ?? {};
  return `${encodeAddress({ version: singleSigVersion(kind), hash160 })}.${name}`;
}

/** Fast Pool's contract. */
export function fastPool(kind: StacksNetworkKind): string {
  return onNetwork(kind, FAST_POOL);
}

/** Whether a pool is joined through a function of its own. */
export function isWrappedPool(kind: StacksNetworkKind, contract: string): boolean {
  return WRAPPED_POOLS.some((pool) => onNetwork(kind, pool) === contract);
}
