/**
 * A token's value as the ledger keeps it: `mantissa * 10^exponent`, with a mantissa of exactly 16
 * digits, or zero. Nothing here is ever a float.
 */
export interface TokenValue {
  /** Signed; zero, or 10^15 to 10^16 - 1 without its sign. */
  readonly mantissa: bigint;
  /** -96 to 80. */
  readonly exponent: number;
}

/** What becomes of digits that don't fit: half to even, towards zero, or away from it. */
export type Rounding = 'nearest' | 'down' | 'up';

export const ZERO: TokenValue = { mantissa: 0n, exponent: 0 };

const MIN_MANTISSA = 10n ** 15n;
const MAX_MANTISSA = 10n ** 16n - 1n;
const MIN_EXPONENT = -96;
const MAX_EXPONENT = 80;
/** More than any sum needs: beyond this distance the smaller summand can't change 16 digits. */
const MAX_ALIGNMENT = 40;

/** A value that no 16 digits and exponent can hold. The ledger fails such a transaction. */
export class TokenOverflow extends Error {}

/** Brings any mantissa and exponent into the ledger's form. */
export function tokenValue(
  mantissa: bigint,
  exponent: number,
  rounding: Rounding = 'nearest',
): TokenValue {
  return quotient(mantissa, exponent, 1n, rounding);
}

/** `numerator * 10^exponent / denominator`, rounded once. */
export function quotient(
  numerator: bigint,
  exponent: number,
  denominator: bigint,
  rounding: Rounding,
): TokenValue {
  if (numerator === 0n) return ZERO;
  const negative = numerator < 0n !== denominator < 0n;
  let above = magnitude(numerator);
  let below = magnitude(denominator);
  let shifted = exponent;
  const missing = 16 - (digitsOf(above) - digitsOf(below));
  if (missing > 0) {
    above *= 10n ** BigInt(missing);
    shifted -= missing;
  } else {
    below *= 10n ** BigInt(-missing);
    shifted -= missing;
  }
  if (above / below > MAX_MANTISSA) {
    below *= 10n;
    shifted += 1;
  }
  let mantissa = divideRounded(above, below, rounding);
  if (mantissa > MAX_MANTISSA) {
    mantissa /= 10n;
    shifted += 1;
  }
  return inRange(negative ? -mantissa : mantissa, shifted);
}

function inRange(mantissa: bigint, exponent: number): TokenValue {
  if (exponent < MIN_EXPONENT) return ZERO;
  if (exponent > MAX_EXPONENT) throw new TokenOverflow('the value is too large for a token');
  return { mantissa, exponent };
}

/** `above / below` for positive numbers, rounded to an integer. */
export function divideRounded(above: bigint, below: bigint, rounding: Rounding): bigint {
  const whole = above / below;
  const rest = above % below;
  if (rest === 0n || rounding === 'down') return whole;
  if (rounding === 'up') return whole + 1n;
  const twice = rest * 2n;
  if (twice > below || (twice === below && whole % 2n === 1n)) return whole + 1n;
  return whole;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function digitsOf(value: bigint): number {
  return value.toString().length;
}

export function add(a: TokenValue, b: TokenValue): TokenValue {
  if (a.mantissa === 0n) return b;
  if (b.mantissa === 0n) return a;
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a];
  if (high.exponent - low.exponent > MAX_ALIGNMENT) return high;
  const aligned = high.mantissa * 10n ** BigInt(high.exponent - low.exponent);
  return tokenValue(aligned + low.mantissa, low.exponent);
}

export function negate(value: TokenValue): TokenValue {
  return value.mantissa === 0n ? ZERO : { ...value, mantissa: -value.mantissa };
}

export function subtract(a: TokenValue, b: TokenValue): TokenValue {
  return add(a, negate(b));
}

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`. */
export function compare(a: TokenValue, b: TokenValue): number {
  const difference = subtract(a, b).mantissa;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/** Reads what the codec and the ledger's JSON write: a decimal, perhaps with an exponent. */
export function parseTokenValue(text: string): TokenValue {
  const match = DECIMAL.exec(text);
  if (match === null) throw new Error(`not a token value: ${text}`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}` || '0');
  return tokenValue(sign === '-' ? -digits : digits, Number(exponent) - fraction.length);
}

/** Writes a value as the ledger's JSON does: plain where it is short, else `mantissa e exponent`. */
export function formatTokenValue({ mantissa, exponent }: TokenValue): string {
  if (mantissa === 0n) return '0';
  const sign = mantissa < 0n ? '-' : '';
  if (exponent !== 0 && (exponent < -25 || exponent > -5)) {
    return `${sign}${trimmed(magnitude(mantissa), exponent)}`;
  }
  const digits = magnitude(mantissa)
    .toString()
    .padStart(1 - exponent, '0');
  const split = digits.length + exponent;
  const fraction = digits.slice(split).replace(/(?<!0)0+$/, '');
  return `${sign}${digits.slice(0, split)}${fraction === '' ? '' : `.${fraction}`}`;
}

function trimmed(mantissa: bigint, exponent: number): string {
  const digits = mantissa.toString().replace(/(?<!0)0+$/, '');
  return `${digits}e${exponent + mantissa.toString().length - digits.length}`;
}

export function isNormal({ mantissa }: TokenValue): boolean {
  const size = magnitude(mantissa);
  return size === 0n || (size >= MIN_MANTISSA && size <= MAX_MANTISSA);
}
