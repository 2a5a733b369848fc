import type { VaultMethods } from '../gateway/vault-methods.js';
import type { AptosGateway } from './gateway.js';

/** What is about no vault account. */
export const NOT_OF_VAULTS = ['forVault', 'getTransaction', 'previewOf'] as const;

/**
 * An {@link AptosGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.getAddress();
 * ```
 */
export interface AptosVault extends VaultMethods<AptosGateway, (typeof NOT_OF_VAULTS)[number]> {}
