import { formatAmount, parseAmount, parseNumber } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { MAX_U64, parsedWith } from '../../core/fields.js';
import { readQuantity, type Unit } from '../../core/quantity.js';

/** STX has six decimals. */
export const STX_DECIMALS = 6;

/** How amounts of STX are written. */
export const STX = { whole: 'STX', base: 'microSTX' } as const;

/** An amount of microSTX in whole STX. */
export function formatStx(units: bigint): string {
  return `${formatAmount(units, STX_DECIMALS)} STX`;
}

/**
 * An amount in whole STX or tokens, in one form: decimal text, or base units where the text says so. A bigint is
 * refused, since elsewhere it is in base units.
 *
 * @throws InvalidInputError without a field.
 */
export function wholeAmount(value: unknown, unit: Unit): unknown {
  if (typeof value === 'number') return parseNumber(value, '');
  if (typeof value === 'string' && value.includes(' ')) return readQuantity(value, unit, '');
  if (typeof value !== 'bigint') return value;
  const { whole, base } = unit;
  throw new InvalidInputError('', `is in ${whole}, so it can't be a bigint: write "15 ${base}"`);
}

/** A schema for an amount of STX, in microSTX. A number or plain text is in STX. */
export const stxAmount = parsedWith((value) =>
  countedAmount(wholeAmount(value, STX), STX_DECIMALS, ''),
);

/**
 * An amount in base units, once its decimals are known. Post-conditions hold at most 64 bits.
 *
 * @throws InvalidInputError naming `field`.
 */
export function countedAmount(value: unknown, decimals: number, field = 'amount'): bigint {
  const units = parseAmount(value, decimals, field);
  if (units > 0n && units <= MAX_U64) return units;
  throw new InvalidInputError(field, 'must be above zero, and below 2^64');
}
