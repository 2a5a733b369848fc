import type { VaultMethods } from '../gateway/vault-methods.js';
import type { XrplGateway } from './gateway.js';

/** What is about no vault account, or names it in its parameters. */
export const NOT_OF_VAULTS = [
  'executeTransaction',
  'forVault',
  'getTransaction',
  'prepareMultisigned',
  'previewOf',
  'signMultisigned',
  'submitMultisigned',
] as const;

/**
 * An {@link XrplGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.accountSet({ configs: { tickSize: 4 } });
 * ```
 */
export interface XrplVault extends VaultMethods<XrplGateway, (typeof NOT_OF_VAULTS)[number]> {}
