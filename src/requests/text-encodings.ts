/**
 * The text forms of bytes, written as ASCII bytes: as a pre-encoding they are signed unchanged. Decoding is
 * strict: each byte string has one text, so a signature has no second spelling.
 */
import { utf8ToBytes } from '../core/bytes.js';

const HEX = '0123456789abcdef';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const PAD = '='.charCodeAt(0);

const codes = (alphabet: string): Uint8Array =>
  Uint8Array.from(alphabet, (character) => character.charCodeAt(0));

interface BitAlphabet {
  readonly codes: Uint8Array;
  /** The value of each character code; 255 means no value. */
  readonly values: Uint8Array;
  readonly bits: number;
  /** Characters in a full group, to which padding fills up. 1 means no padding. */
  readonly group: number;
}

function bitAlphabet(alphabet: string, bits: number, group: number): BitAlphabet {
  const values = new Uint8Array(128).fill(255);
  for (const [value, code] of codes(alphabet).entries()) values[code] = value;
  return { codes: codes(alphabet), values, bits, group };
}

const hexAlphabet = bitAlphabet(HEX, 4, 1);
const base32Alphabet = bitAlphabet(BASE32, 5, 8);
const base64Alphabet = bitAlphabet(BASE64, 6, 4);

function encodeBits(bytes: Uint8Array, { codes, bits, group }: BitAlphabet): Uint8Array {
  const length = Math.ceil((bytes.length * 8) / bits);
  const text = new Uint8Array(Math.ceil(length / group) * group).fill(PAD);
  const mask = (1 << bits) - 1;
  let at = 0;
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    heldBits += 8;
    while (heldBits >= bits) {
      heldBits -= bits;
      text[at++] = codes[(held >> heldBits) & mask] ?? 0;
    }
  }
  if (heldBits > 0) text[at] = codes[(held << (bits - heldBits)) & mask] ?? 0;
  return text;
}

function decodeBits(text: string, alphabet: BitAlphabet): Uint8Array | undefined {
  const { values, bits, group } = alphabet;
  const digits = group === 1 ? text : text.replace(/(?<!=)=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * bits) / 8));
  let at = 0;
  let held = 0;
  let heldBits = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = values[digits.charCodeAt(index)] ?? 255;
    if (value === 255) return undefined;
    held = ((held << bits) | value) & 0xffff;
    heldBits += bits;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[at++] = (held >> heldBits) & 0xff;
    }
  }
  // Only the text that encoding would give: correct padding, and no bits left over.
  return asciiText(encodeBits(bytes, alphabet)) === text ? bytes : undefined;
}

export const encodeHex = (bytes: Uint8Array): Uint8Array => encodeBits(bytes, hexAlphabet);
export const encodeBase32 = (bytes: Uint8Array): Uint8Array => encodeBits(bytes, base32Alphabet);
export const encodeBase64 = (bytes: Uint8Array): Uint8Array => encodeBits(bytes, base64Alphabet);

/** Either case, but not both at once. */
export const decodeHex = (text: string) => decodeBits(oneCase(text), hexAlphabet);
/** Either case, but not both at once. */
export const decodeBase32 = (text: string) => decodeBits(oneCase(text), base32Alphabet);
export const decodeBase64 = (text: string) => decodeBits(text, base64Alphabet);

function oneCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text;
}

const PERCENT_FORMS = Array.from({ length: 256 }, (_, code) =>
  code < 128
    ? encodeURIComponent(String.fromCharCode(code))
    : `%${code.toString(16).toUpperCase()}`,
);

/** The form of encodeURIComponent, made from the bytes, so that a body that is not UTF-8 has a form too. */
export function encodePercent(bytes: Uint8Array): Uint8Array {
  let text = '';
  for (const byte of bytes) text += PERCENT_FORMS[byte];
  return utf8ToBytes(text);
}

const BASE58_CODES = codes(BASE58);
/** Digits that a Number holds exactly. */
const LEAF_DIGITS = 8;

/**
 * Bitcoin's base58, no checksum. The number is halved until it fits a Number: converted digit by digit, a body of
 * a megabyte would take minutes.
 */
export function encodeBase58(bytes: Uint8Array): Uint8Array {
  const start = leadingZeros(bytes);
  // A digit in front, since an empty text is no number.
  const value = BigInt(`0x0${hexText(bytes)}`);
  const powers = [58n ** BigInt(LEAF_DIGITS)];
  for (let top = powers[0] ?? 0n; top <= value; powers.push(top)) top *= top;
  const width = LEAF_DIGITS * 2 ** (powers.length - 1);
  const digits = new Uint8Array(width);
  writeDigits(value, powers, powers.length - 1, digits);
  const significant = digits.subarray(leadingZeros(digits));
  const text = new Uint8Array(start + significant.length).fill(BASE58_CODES[0] ?? 0, 0, start);
  text.set(
    significant.map((digit) => BASE58_CODES[digit] ?? 0),
    start,
  );
  return text;
}

/** Writes `value`, which is below `powers[level]`, right-aligned into `digits`. */
function writeDigits(
  value: bigint,
  powers: readonly bigint[],
  level: number,
  digits: Uint8Array,
): void {
  const half = powers[level - 1];
  if (half === undefined) {
    let left = Number(value);
    for (let at = digits.length - 1; left > 0; at--, left = Math.floor(left / 58)) {
      digits[at] = left % 58;
    }
    return;
  }
  const middle = digits.length / 2;
  if (value >= half) {
    const quotient = value / half;
    writeDigits(quotient, powers, level - 1, digits.subarray(0, middle));
    writeDigits(value - quotient * half, powers, level - 1, digits.subarray(middle));
  } else {
    writeDigits(value, powers, level - 1, digits.subarray(middle));
  }
}

/** Converts digit by digit, so only for short texts such as signatures. */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  const number = decodeHex(hex.length % 2 === 0 ? hex : `0${hex}`) ?? new Uint8Array();
  const bytes = new Uint8Array(zeros + number.length);
  bytes.set(number, zeros);
  return bytes;
}

/** How many leading values are `value`. */
function leadingZeros(bytes: Uint8Array): number {
  const found = bytes.findIndex(Boolean);
  return found < 0 ? bytes.length : found;
}

/** What {@link encodeHex} gives, as text. */
export const hexText = (bytes: Uint8Array): string => asciiText(encodeHex(bytes));

/** Bytes as text, one character each; in pieces, since each byte becomes an argument. */
export function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return text;
}
