import { parseAmount, parseDecimal } from './amount.js';
import { InvalidInputError } from './errors.js';

/** How people write an asset's amounts: in whole coins or tokens, and in the units that the chain counts. */
export interface Unit {
  /** Such as `XRP`. Left out where nobody here knows how many units make one. */
  readonly whole?: string;
  /** Such as `drops`. Left out for an asset that is not counted in units of its own. */
  readonly base?: string;
}

/** One blank between a number and its unit. */
const QUANTITY = /^(\S*) (\S+)$/;

/**
 * Reads an amount that says its unit, in the form that {@link parseAmount} takes: `'1.5 XRP'` is `'1.5'`, and
 * `'10 drops'` is `10n`, as is a bigint, which is always in base units. A number, and text without a unit, could be
 * meant in either, and are refused.
 *
 * @throws InvalidInputError naming `field`.
 */
export function readQuantity(
  value: unknown,
  { whole, base }: Unit,
  field: string,
): bigint | string {
  if (typeof value === 'bigint' && base !== undefined) return parseAmount(value, 0, field);
  const [, digits = '', unit = ''] = QUANTITY.exec(typeof value === 'string' ? value : '') ?? [];
  if (unit === whole) return parseDecimal(digits, field) && digits;
  if (unit === base) return parseAmount(digits, 0, field);
  const texts = [whole && `"1.5 ${whole}"`, base && `"15 ${base}"`].filter(Boolean).join(' or ');
  const other = base === undefined ? '' : `, or a bigint of ${base}`;
  throw new InvalidInputError(field, `must say its unit: text such as ${texts}${other}`);
}
