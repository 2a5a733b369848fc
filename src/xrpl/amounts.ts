import * as z from 'zod/mini';
import { type Decimal, formatAmount, parseDecimal } from '../core/amount.js';
import { currency } from './currencies.js';
import { isValidClassicAddress } from './ripple-address.js';

/** 100 billion XRP in drops: all that there is. */
const MAX_DROPS = 100_000_000_000_000_000n;
/** An issued amount is m * 10^e, with at most 16 digits of m (XRPL, "Token Precision"). */
const MAX_PRECISION = 16;
const MIN_EXPONENT = -96;
const MAX_EXPONENT = 80;

/** A classic address: `r...`, with its checksum. */
export const address = z
  .string()
  .check(
    z.refine(
      (text) => text.length <= 64 && isValidClassicAddress(text),
      'must be a classic address (r...)',
    ),
  );

/** XRP in drops, above zero: digits as text, or a bigint. */
const drops = z
  .union([z.string(), z.bigint()])
  .check(z.refine(isDrops, 'must be a whole number of drops, as text such as "1000000"'));

export const plainValue = z
  .string()
  .check(
    z.refine(isDecimal, 'must be a plain decimal string such as "12.5"'),
    z.refine(fitsPrecision, `must have ${MAX_PRECISION} significant digits at most`),
    z.overwrite(canonicalValue),
  );

/** An amount of an issued token, above zero. */
export const tokenAmount = z.strictObject({
  /** Three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones; never `XRP`. */
  currency,
  /** The issuer's classic address. */
  issuer: address,
  /** A plain decimal string of at most 16 significant digits, above zero. */
  value: positiveValue(),
});

/** A limit of a trust line; zero is one. */
export const tokenLimit = z.strictObject({
  /** Three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones; never `XRP`. */
  currency,
  /** The other side's classic address. */
  issuer: address,
  /** A plain decimal string of at most 16 significant digits; `"0"` takes the limit away. */
  value: plainValue,
});

/** XRP in drops, or an issued token. */
export const amount = z.union(
  [drops, tokenAmount],
  'must be drops, as text such as "1000000", or an object with currency, issuer and value',
);

/** An amount of an issued token. */
export interface TokenAmount extends z.input<typeof tokenAmount> {}

/** XRP in drops, or an issued token. */
export type XrplAmount = z.input<typeof amount>;

/** The value of an issued token, above zero. */
export function positiveValue() {
  return plainValue.check(z.refine((value) => value !== '0', 'must be above zero'));
}

const NUMBER = /^(-?(?:0|[1-9]\d{0,127}))(?:\.(\d{1,127}))?(?:e([+-]?\d{1,3}))?$/i;

/** A number of the ledger's, which may have an exponent, in plain digits; else `undefined`. */
export function plainDecimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale < 0 ? formatAmount(units * 10n ** BigInt(-scale), 0) : formatAmount(units, scale);
}

function isDrops(value: string | bigint): boolean {
  if (typeof value === 'string' && !/^[1-9]\d{0,17}$/.test(value)) return false;
  const units = BigInt(value);
  return units > 0n && units <= MAX_DROPS;
}

function decimalOf(value: string): Decimal | undefined {
  try {
    return parseDecimal(value, 'value');
  } catch {
    return undefined;
  }
}

function isDecimal(value: string): boolean {
  return decimalOf(value) !== undefined;
}

function fitsPrecision(value: string): boolean {
  const decimal = decimalOf(value);
  if (!decimal || decimal.units === 0n) return decimal !== undefined;
  const digits = decimal.units.toString();
  const significant = digits.replace(/(?<!0)0+$/, '');
  // The ledger writes m with exactly 16 digits; its exponent follows.
  const exponent = digits.length - decimal.scale - MAX_PRECISION;
  return (
    significant.length <= MAX_PRECISION && exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT
  );
}

function canonicalValue(value: string): string {
  const decimal = decimalOf(value);
  return decimal ? formatAmount(decimal.units, decimal.scale) : value;
}

/** An amount as the ledger writes it. */
export function amountField(value: z.output<typeof amount>): string | TokenAmount {
  return typeof value === 'object' ? value : value.toString();
}

/** Whether both are XRP, or the same token of the same issuer. */
export function sameAsset(one: z.output<typeof amount>, other: z.output<typeof amount>): boolean {
  if (typeof one !== 'object') return typeof other !== 'object';
  if (typeof other !== 'object') return false;
  return one.currency === other.currency && one.issuer === other.issuer;
}
