import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import type { Names } from '../../core/field-names.js';
import { readQuantity, type Unit } from '../../core/quantity.js';
import { parseInput } from '../../core/schema.js';
import { SYMBOLS } from '../wire/native-coin.js';

export { inNames, nameIn } from '../../core/field-names.js';

/** What {@link AptosGateway.transfer} takes. */
export interface AptosTransferParams {
  /** `0x` and 64 hexadecimal characters. An account that does not exist is created. */
  readonly to: string;
  /**
   * Octas as a bigint, or text with its unit: `'10 octas'`, `'1.5 APT'`, on Movement `'1.5 MOVE'`, and on a chain
   * whose coin has no name here `'1.5 coins'`.
   */
  readonly amount: bigint | `${string} ${'octas' | 'APT' | 'MOVE' | 'coins'}`;
}

/** What {@link AptosGateway.transferToken} takes. */
export interface AptosTransferTokenParams {
  /** The address of a fungible asset's metadata object, or the type of a coin such as `0x1::aptos_coin::AptosCoin`. */
  readonly token: string;
  /** `0x` and 64 hexadecimal characters. */
  readonly to: string;
  /** The token's base units as a bigint, or text with its unit: `'1.5 tokens'`, `'15 units'`. */
  readonly amount: bigint | `${string} tokens` | `${string} units`;
  /**
   * For whole tokens: how many decimals the token has, 0 to 32. The transfer is refused if the chain has another
   * value. Default: the chain's value, on which as many operators must agree as `agree` says.
   */
  readonly decimals?: number | undefined;
}

/** The common names of the specification's fields. */
export const NAMES: Names = {
  recipientAddress: 'to',
  tokenType: 'token',
  tokenDecimals: 'decimals',
};

const any = z.optional(z.unknown());
const payment = { to: any, amount: any };

/**
 * A transfer of the native coin in the specification's fields.
 *
 * @param chainId - `undefined` before it is known; then the coin may have any of its names.
 * @throws InvalidInputError
 */
export function transferMoveOf(params: unknown, chainId: number | undefined): object {
  const { to, amount } = parseInput(z.strictObject(payment), params);
  const symbol = (chainId === undefined ? symbolIn(amount) : SYMBOLS[chainId]) ?? 'coins';
  const [sum, isWhole] = read(amount, { whole: symbol, base: 'octas' });
  return { recipientAddress: to, amount: sum, unit: isWhole ? 'coins' : 'octas' };
}

/** A transfer of a token in the specification's fields. @throws InvalidInputError */
export function transferTokenOf(params: unknown): object {
  const schema = z.strictObject({ ...payment, token: any, decimals: any });
  const { to, amount, token, decimals } = parseInput(schema, params);
  const [sum, isWhole] = read(amount, { whole: 'tokens', base: 'units' });
  const named = { recipientAddress: to, amount: sum, tokenType: token };
  if (!isWhole && decimals !== undefined) {
    throw new InvalidInputError('decimals', 'is for an amount of whole tokens');
  }
  if (!isWhole) return { ...named, unit: 'base' };
  return {
    ...named,
    unit: 'tokens',
    ...(decimals === undefined ? {} : { tokenDecimals: decimals }),
  };
}

function symbolIn(amount: unknown): string | undefined {
  return Object.values(SYMBOLS).find((one) => typeof amount === 'string' && amount.endsWith(one));
}

function read(amount: unknown, unit: Unit): readonly [bigint | string, isWhole: boolean] {
  const given = readQuantity(amount, unit, 'amount');
  return [given, typeof given === 'string'];
}
