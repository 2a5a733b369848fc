import { formatAmount } from '../../core/amount.js';

const NUMBER = /^(-?(?:0|[1-9]\d{0,127}))(?:\.(\d{1,127}))?(?:e([+-]?\d{1,3}))?$/i;

/** A number of the ledger, which may have an exponent, in plain digits; else `undefined`. */
export function plainDecimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale < 0 ? formatAmount(units * 10n ** BigInt(-scale), 0) : formatAmount(units, scale);
}
