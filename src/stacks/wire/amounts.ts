import { parseAmount, parseNumber } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { MAX_U64, parsedWith } from '../../core/fields.js';

/** STX has six decimals. */
export const STX_DECIMALS = 6;

/**
 * Reads an amount above zero into base units: a decimal string, a number that is exact, or base
 * units as a bigint.
 *
 * @throws InvalidInputError naming `field`.
 */
function amountIn(value: unknown, decimals: number, field: string, most: bigint): bigint {
  const text = typeof value === 'number' ? parseNumber(value, field) : value;
  const units = parseAmount(text, decimals, field);
  if (units > 0n && units <= most) return units;
  throw new InvalidInputError(field, 'must be above zero, and no more than the chain can count');
}

/** A schema for an amount of STX, in microSTX. */
export const stxAmount = parsedWith((value) => amountIn(value, STX_DECIMALS, '', MAX_U64));

/** An amount of a token, once its decimals are known. Post-conditions hold at most 64 bits. */
export function tokenAmount(value: unknown, decimals: number, field = 'amount'): bigint {
  return amountIn(value, decimals, field, MAX_U64);
}
