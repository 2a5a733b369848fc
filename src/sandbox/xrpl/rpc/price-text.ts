import { type AmountJson, numberOf, readAmount } from '../values/amounts.js';
import { formatTokenValue, quotient } from '../values/token-value.js';

/** What a taker pays for 1 of what it gets, in drops where that is XRP, as a decimal. */
export function priceText(pays: AmountJson, gets: AmountJson): string {
  const [above, below] = [readAmount(pays), readAmount(gets)];
  if (above === undefined || below === undefined) return '0';
  const [numerator, denominator] = [numberOf(above), numberOf(below)];
  const exponent = numerator.exponent - denominator.exponent;
  return formatTokenValue(quotient(numerator.mantissa, exponent, denominator.mantissa, 'nearest'));
}
