import { InvalidInputError } from './errors.js';

/** A decimal number, exactly: `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** Longer than any amount of any chain, short enough that parsing costs nothing. */
const MAX_LENGTH = 128;

/**
 * Reads a plain decimal string: digits, at most one point with digits on both sides. Signs,
 * exponents, blanks, separators and leading zeros are refused, so that no amount has two meanings.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseDecimal(value: unknown, field: string): Decimal {
  if (typeof value !== 'string') {
    throw new InvalidInputError(field, 'must be a decimal string such as "12.5"');
  }
  const match = value.length <= MAX_LENGTH ? DECIMAL.exec(value) : null;
  if (match === null) {
    throw new InvalidInputError(
      field,
      'must be a plain decimal string such as "12.5", without sign, exponent, blank or leading zero',
    );
  }
  return { units: BigInt(value.replace('.', '')), scale: match[1]?.length ?? 0 };
}

/**
 * Reads an amount into base units, exactly: `parseAmount('1.5', 6, 'amount')` is `1500000n`.
 * A `bigint` is taken as base units already. More decimals than `scale` are refused, never rounded.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseAmount(value: unknown, scale: number, field: string): bigint {
  if (typeof value === 'bigint') {
    if (value < 0n) throw new InvalidInputError(field, 'must not be negative');
    return value;
  }
  const decimal = parseDecimal(value, field);
  if (decimal.scale > scale) {
    throw new InvalidInputError(field, `has ${decimal.scale} decimals where ${scale} fit`);
  }
  return decimal.units * 10n ** BigInt(scale - decimal.scale);
}

/** The digits that a number always keeps. With more, the text of a number may not be what the caller meant. */
const SURE_DIGITS = 15;

/**
 * A number of JSON as the plain decimal string that it stands for: `1e-7` is `0.0000001`.
 *
 * @throws InvalidInputError for one with so many digits that it may be another's nearest.
 */
export function parseNumber(value: number, field: string): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`;
  if (!/^\d{1,17}$/.test(digits) || digits.replace(/^0+|(?<!0)0+$/g, '').length > SURE_DIGITS) {
    throw new InvalidInputError(
      field,
      'must be a number that is exact, or better a decimal string',
    );
  }
  const scale = fraction.length - Number(exponent);
  const padded = `${digits}${'0'.repeat(Math.max(0, -scale))}`.replace(/^0+/, '');
  return formatAmount(BigInt(padded || '0'), Math.max(0, scale));
}

/** Writes base units as a decimal string, without trailing zeros: `formatAmount(1500000n, 6)` is `1.5`. */
export function formatAmount(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The larger of two whole numbers. */
export function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
