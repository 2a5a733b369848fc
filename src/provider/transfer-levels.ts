import { parseInput } from '../core/schema.js';
import { positiveAmount } from './schemas/values.js';

/**
 * The level of detail of a transfer method: possible for an asset (`capability`), with an address (`address`),
 * with an amount (`destination`), or carried out (`transfer`).
 */
export type TransferLevel = 'capability' | 'address' | 'destination' | 'transfer';

const NO_ADDRESS = new Set(['transferMethod', 'asset', 'blockchain', 'destinationPolicy']);

/**
 * The level of detail of a transfer method. A transfer that has neither reference nor hash yet can't be
 * distinguished from a destination.
 *
 * @example
 * ```ts
 * import { transferLevelOf } from 'custody-gateways/provider';
 *
 * const asset = { nationalCurrencyCode: 'EUR' };
 * transferLevelOf({ transferMethod: 'Iban', asset }); // 'capability'
 * ```
 */
export function transferLevelOf<
  Method extends {
    /** Such as `Iban`. It is on every level. */
    readonly transferMethod: string;
    /** It is on every level, too. */
    readonly asset: object;
  },
>(method: Method): TransferLevel {
  const said = Object.entries(method).filter(([, value]) => value !== undefined);
  const names = new Set(said.map(([name]) => name));
  if (names.has('amount')) {
    return names.has('referenceId') || names.has('blockchainTxId') ? 'transfer' : 'destination';
  }
  return [...names].every((name) => NO_ADDRESS.has(name)) ? 'capability' : 'address';
}

/**
 * The destination from an address and an amount.
 *
 * @throws InvalidInputError when the amount is not a plain decimal string.
 *
 * @example
 * ```ts
 * import { destinationOf } from 'custody-gateways/provider';
 *
 * const address = {
 *   transferMethod: 'PublicBlockchain',
 *   asset: { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' },
 *   address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
 * } as const;
 * destinationOf(address, '12.5').amount; // '12.5'
 * ```
 */
export function destinationOf<
  Address extends {
    /** Such as `PublicBlockchain`. */
    readonly transferMethod: string;
  },
>(
  address: Address,
  amount: string,
): Address & {
  /** In whole units of the asset: digits, with one point at most. */
  amount: string;
} {
  return { ...address, amount: parseInput(positiveAmount(), amount, 'amount') };
}
