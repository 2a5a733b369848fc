import * as z from 'zod/mini';
import { type Decimal, formatAmount, parseAmount, parseDecimal } from '../../core/amount.js';
import { fromHex } from '../../core/bytes.js';
import { address, addressOfId } from './address.js';
import { currency } from './currencies.js';
import { hex } from './fields.js';

/** 100 billion XRP in drops: the whole supply. */
const MAX_DROPS = 100_000_000_000_000_000n;
/** An issued amount is m * 10^e, with at most 16 digits of m (XRPL, "Token Precision"). */
const MAX_PRECISION = 16;
const MIN_EXPONENT = -96;
const MAX_EXPONENT = 80;
/** The most decimals that such an amount can have. */
const MAX_SCALE = 96;
/** The largest amount of a multi-purpose token that the ledger can hold. */
const MAX_MPT = 2n ** 63n - 1n;

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
const tokenAmount = z.strictObject({
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

/** A multi-purpose token's id: the number of what created it, and its issuer. */
export const mptIssuanceId = hex({ bytes: 24 });

/** An amount of a multi-purpose token (XLS-33), above zero. */
const mptAmount = z.strictObject({
  /** The token's id: 48 hexadecimal characters. */
  mptIssuanceId,
  /** A whole number of its smallest units, as text; the issuer's `AssetScale` says how many make one token. */
  value: z.string().check(z.refine(isMptValue, 'must be a whole number above zero, as text')),
});

/** XRP in drops, or an issued token. */
export const amount = z.union(
  [drops, tokenAmount],
  'must be drops, as text such as "1000000", or an object with currency, issuer and value',
);

/** An issued token, or a multi-purpose one. */
export const anyToken = z.union(
  [tokenAmount, mptAmount],
  'must have currency, issuer and value, or mptIssuanceId and value',
);

/** Any amount that can be sent. */
export const anyAmount = z.union(
  [drops, tokenAmount, mptAmount],
  'must be drops, as text such as "1000000", or an object with currency, issuer and value, or with mptIssuanceId and value',
);
type AnyAmount = z.output<typeof anyAmount>;

/** An amount of a multi-purpose token (XLS-33). */
export interface MptAmount extends z.input<typeof mptAmount> {}

/** An amount of an issued token. */
export interface TokenAmount extends z.input<typeof tokenAmount> {}

/** XRP in drops, or an issued token. */
export type XrplAmount = z.input<typeof amount>;

/** The value of an issued token, above zero. */
export function positiveValue() {
  return plainValue.check(z.refine((value) => value !== '0', 'must be above zero'));
}

function isDrops(value: string | bigint): boolean {
  if (typeof value === 'string' && !/^[1-9]\d{0,17}$/.test(value)) return false;
  const units = BigInt(value);
  return units > 0n && units <= MAX_DROPS;
}

function isMptValue(value: string): boolean {
  return /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MAX_MPT;
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

/** Whether an amount is of a multi-purpose token. */
export function isMpt(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mptIssuanceId' in value;
}

/** The issuer of a multi-purpose token, which is part of its id. */
export function mptIssuer(id: string): string {
  return addressOfId((fromHex(id) ?? new Uint8Array()).subarray(4));
}

/** An amount as the ledger writes it. */
export function amountField(value: AnyAmount) {
  if (typeof value !== 'object') return value.toString();
  if (!('mptIssuanceId' in value)) return value;
  return { mpt_issuance_id: value.mptIssuanceId, value: value.value };
}

/** Whether both are XRP, or the same token. */
export function sameAsset(one: AnyAmount, other: AnyAmount): boolean {
  return assetOf(one) === assetOf(other);
}

function assetOf(value: AnyAmount): string {
  if (typeof value !== 'object') return 'XRP';
  return 'mptIssuanceId' in value ? value.mptIssuanceId : `${value.currency} ${value.issuer}`;
}

/** How much it is, in the smallest part of any asset; for comparing amounts of the same one. */
export function sizeOf(value: AnyAmount): bigint {
  return parseAmount(typeof value === 'object' ? value.value : `${value}`, MAX_SCALE, 'value');
}
