import { formatAmount, parseAmount } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import type { ExchangeAsset } from './assets.js';
import { refusal } from './refusals.js';

/**
 * Base units of what a caller asks to move.
 *
 * @throws ProviderRefusal `amount-below-minimum` for nothing, `bad-request` for more decimals than there are.
 */
export function unitsOf(amount: string, { scale }: ExchangeAsset, propertyName: string): bigint {
  const units = parsed(amount, scale, propertyName);
  if (units === 0n) throw refusal('amount-below-minimum', 'The amount is zero.', propertyName);
  return units;
}

function parsed(amount: string, scale: number, propertyName: string): bigint {
  try {
    return parseAmount(amount, scale, 'amount');
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw refusal('bad-request', error.message, propertyName);
  }
}

export function amountOf(units: bigint, { scale }: ExchangeAsset): string {
  return formatAmount(units, scale);
}
