import { formatAmount, parseAmount } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import type { ExchangeAsset } from './assets.js';
import { refusal } from './refusals.js';

/**
 * Base units of what a caller asks to move.
 *
 * @throws ProviderRefusal `bad-request` for nothing, and for more decimals than the asset has.
 */
export function unitsOf(amount: string, { scale }: ExchangeAsset, propertyName: string): bigint {
  const units = parsed(amount, scale, propertyName);
  if (units === 0n) throw refusal('bad-request', 'The amount is zero.', propertyName);
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
