import { type ByteReader, uintHex } from '../../../core/hex-codec.js';
import { plainDigits } from '../plain-decimal.js';
import { ACCOUNT, CURRENCY, ID_BYTES, MPT_ID, tokenHex } from './assets.js';
import { lengthOf, scientificIn } from './numbers.js';
import { membersOf, type SerializedType, within, wrong } from './type.js';

/** The bits in front of an amount. */
const IS_TOKEN = 1n << 63n;
const IS_POSITIVE = 1n << 62n;
const IS_MPT = 0x20;
/** Of the byte in front of an amount of a multi-purpose token. */
const POSITIVE_MPT = 0x60;

const MAX_DROPS = 10n ** 17n;
const MAX_MPT = 2n ** 63n - 1n;

/** An issued token's amount has so many digits, times ten to the power of one of these. */
const DIGITS = 16;
const MIN_EXPONENT = -96;
const MAX_EXPONENT = 80;
/** What its exponent is written with. */
const BIAS = 97;
const MANTISSA_BITS = 54n;

/** XRP in drops, an issued token, or a multi-purpose token. */
export const AMOUNT: SerializedType = {
  write(value, field) {
    if (typeof value === 'string') return uintHex(dropsBits(value, field), 8);
    const { value: text, currency, issuer, mpt_issuance_id: id, ...others } = membersOf(value);
    const isToken = currency !== undefined && issuer !== undefined;
    if (Object.keys(others).length > 0 || isToken === (id !== undefined))
      throw wrong('is no amount');
    if (isToken) {
      const bits = within('value', () => uintHex(tokenBits(text), 8));
      return `${bits}${tokenHex(currency, issuer)}`;
    }
    const units = within('value', () => uintHex(unitsIn(text, MAX_MPT), 8));
    const token = within('mpt_issuance_id', () => MPT_ID.write(id));
    return `${uintHex(POSITIVE_MPT, 1)}${units}${token}`;
  },
  read(reader) {
    const first = reader.count(1);
    if ((first & 0x80) !== 0) return tokenAmount(reader, first);
    const sign = (first & 0x40) === 0 ? '-' : '';
    if ((first & IS_MPT) === 0) {
      const drops = (BigInt(first & 0x3f) << 56n) | reader.uint(7);
      return `${sign}${drops}`;
    }
    const value = `${sign}${reader.uint(8)}`;
    return { value, mpt_issuance_id: MPT_ID.read(reader) };
  },
};

/** Only a change of an amount may be one to less. */
function dropsBits(value: string, field: string): bigint {
  const isLess = field === 'FeeAmountDelta' && value.startsWith('-');
  const drops = unitsIn(isLess ? value.slice(1) : value, MAX_DROPS);
  return isLess && drops > 0n ? drops : IS_POSITIVE | drops;
}

function unitsIn(value: unknown, most: bigint): bigint {
  const units = typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined;
  if (units === undefined || units > most) throw wrong('is no amount');
  return units;
}

/** The first 64 bits of an issued token's amount. Nothing is rounded. */
function tokenBits(value: unknown): bigint {
  const { isNegative, digits, exponent } = scientificIn(value);
  if (digits === 0n) return IS_TOKEN;
  const missing = DIGITS - lengthOf(digits);
  const power = exponent - missing;
  if (missing < 0 || power < MIN_EXPONENT || power > MAX_EXPONENT) {
    throw wrong(`has more than ${DIGITS} digits, or is too large or too small`);
  }
  const mantissa = digits * 10n ** BigInt(missing);
  const sign = isNegative ? 0n : IS_POSITIVE;
  return IS_TOKEN | sign | (BigInt(power + BIAS) << MANTISSA_BITS) | mantissa;
}

function tokenAmount(reader: ByteReader, first: number): object {
  const bits = (BigInt(first) << 56n) | reader.uint(7);
  const mantissa = BigInt.asUintN(Number(MANTISSA_BITS), bits);
  const exponent = Number(BigInt.asUintN(8, bits >> MANTISSA_BITS)) - BIAS;
  return {
    value: plainDigits((bits & IS_POSITIVE) === 0n ? -mantissa : mantissa, exponent),
    currency: CURRENCY.read(reader),
    issuer: ACCOUNT.read(reader, ID_BYTES),
  };
}
