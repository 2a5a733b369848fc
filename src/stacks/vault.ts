import type { VaultMethods } from '../gateway/vault-methods.js';
import type { StacksGateway } from './gateway.js';

/** What is about no vault account. */
export const NOT_OF_VAULTS = [
  'forVault',
  'getPoxInfo',
  'getTransaction',
  'getTxStatusById',
  'listSignerManagers',
  'previewOf',
] as const;

/**
 * A {@link StacksGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.getAddress();
 * ```
 */
export interface StacksVault<Strict extends boolean = false>
  extends VaultMethods<StacksGateway<Strict>, (typeof NOT_OF_VAULTS)[number]> {}
