import { type ByteReader, uintHex } from '../../../core/hex-codec.js';
import { plainDigits } from '../plain-decimal.js';
import { namesIn } from './names.js';
import { type SerializedType, upperHex, wrong } from './type.js';

/** A whole number of up to four bytes; in JSON its name, if numbers have names in its field. */
export function whole(bytes: number): SerializedType {
  return {
    write(value, field) {
      const names = namesIn(field)?.numbers;
      const number = typeof value === 'string' ? numberIn(value, names) : value;
      if (Number.isInteger(number)) return uintHex(Number(number), bytes);
      throw wrong(`is no whole number of ${bytes} bytes`);
    },
    read(reader, _, field) {
      const number = reader.count(bytes);
      return namesIn(field)?.names.get(number) ?? number;
    },
  };
}

function numberIn(text: string, names?: ReadonlyMap<string, number>): number | undefined {
  if (names) return names.get(text);
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Of these JSON has decimal digits, of others hexadecimal ones. */
const DECIMAL: ReadonlySet<string> = new Set([
  ...['MaximumAmount', 'OutstandingAmount', 'MPTAmount', 'LockedAmount'],
  'ConfidentialOutstandingAmount',
]);

export const UINT64: SerializedType = {
  write(value, field) {
    if (Number.isSafeInteger(value)) return uintHex(Number(value), 8);
    const isDecimal = DECIMAL.has(field);
    const digits = isDecimal ? /^\d{1,20}$/ : /^[\da-f]{1,16}$/i;
    if (typeof value !== 'string' || !digits.test(value)) throw wrong('is no number of 64 bits');
    return uintHex(BigInt(isDecimal ? value : `0x${value}`), 8);
  },
  read: (reader, _, field) =>
    DECIMAL.has(field) ? reader.uint(8).toString() : upperHex(reader, 8),
};

export const INT32 = {
  write(value: unknown): string {
    const number = Number(value) | 0;
    if (number !== value) throw wrong('is no number of 32 bits');
    return uintHex(number >>> 0, 4);
  },
  read: (reader: ByteReader) => reader.count(4) | 0,
} satisfies SerializedType;

/** A number as its digits, without zeros at either end, and the power of ten that they are times. */
export interface Scientific {
  readonly isNegative: boolean;
  readonly digits: bigint;
  readonly exponent: number;
}

const SCIENTIFIC = /^([-+]?)(\d{1,128})(?:\.(\d{1,128}))?(?:e([-+]?\d{1,10}))?$/i;

/** @throws InvalidInputError for what is no number. */
export function scientificIn(value: unknown): Scientific {
  const match = typeof value === 'string' ? SCIENTIFIC.exec(value) : undefined;
  if (!match) throw wrong('is no number');
  const [, sign, integer, fraction = '', power = '0'] = match;
  const all = `${integer}${fraction}`;
  const kept = all.replace(/(?<!0)0+$/, '');
  const exponent = Number(power) - fraction.length + all.length - kept.length;
  return { isNegative: sign === '-', digits: BigInt(kept || '0'), exponent };
}

/** How many digits a number has. */
export function lengthOf(digits: bigint): number {
  return digits.toString().length;
}

/** The digits of a `Number` (XLS-65). A number of so many that does not fit into 63 bits has one less. */
const NUMBER_DIGITS = 19;
const MOST = 2n ** 63n - 1n;
const ZERO_EXPONENT = -(2 ** 31);
const FARTHEST_EXPONENT = 32768;

/** A number of 63 bits with its sign, and a power of ten. */
export const NUMBER = {
  write(value: unknown): string {
    const { isNegative, digits, exponent } = scientificIn(value);
    if (digits === 0n) return `${uintHex(0, 8)}${INT32.write(ZERO_EXPONENT)}`;
    const missing = NUMBER_DIGITS - lengthOf(digits);
    const added = missing > 0 && digits * 10n ** BigInt(missing) > MOST ? missing - 1 : missing;
    if (added < 0) throw wrong(`has more than ${NUMBER_DIGITS} digits`);
    const mantissa = digits * 10n ** BigInt(added);
    const power = exponent - added;
    if (mantissa > MOST) throw wrong('has too many digits');
    if (Math.abs(power) > FARTHEST_EXPONENT) throw wrong('is too large, or too small');
    const signed = BigInt.asUintN(64, isNegative ? -mantissa : mantissa);
    return `${uintHex(signed, 8)}${INT32.write(power)}`;
  },
  read(reader: ByteReader): string {
    const hex = reader.hex(12);
    const mantissa = BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`));
    const text = numberText(scientificIn(`${mantissa}e${Number(`0x${hex.slice(16)}`) | 0}`));
    if (NUMBER.write(text) === hex) return text;
    throw wrong('is written in another way than the ledger does');
  },
} satisfies SerializedType;

/** As rippled has it in JSON. */
function numberText({ isNegative, digits, exponent }: Scientific): string {
  const units = isNegative ? -digits : digits;
  if (units === 0n) return '0';
  const power = exponent + lengthOf(digits) - NUMBER_DIGITS;
  return power === 0 || (power >= -28 && power <= -8)
    ? plainDigits(units, exponent)
    : `${units}e${exponent}`;
}
