import { formatAmount } from '../../core/amount.js';

const NUMBER = /^(-?(?:0|[1-9]\d{0,127}))(?:\.(\d{1,127}))?(?:e([+-]?\d{1,3}))?$/i;

/** A number of the ledger, which may have an exponent, in plain digits; else `undefined`. */
export function plainDecimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return plainDigits(BigInt(whole + fraction), Number(exponent) - fraction.length);
}

/** Units times a power of ten, in plain digits. */
export function plainDigits(units: bigint, exponent: number): string {
  if (exponent < 0) return formatAmount(units, -exponent);
  return formatAmount(units * 10n ** BigInt(exponent), 0);
}
