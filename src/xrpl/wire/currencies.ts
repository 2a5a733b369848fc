import * as z from 'zod/mini';
import { bytesToHex, fromHex, utf8ToBytes, withoutPadding } from '../../core/bytes.js';

/** How many hexadecimal characters a code has: 160 bits. */
const HEX_LENGTH = 40;
const STANDARD = /^(?:[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}|[0-9A-Fa-f]{40})$/;
const STANDARD_HEX = /^0{24}([0-9A-F]{6})0{10}$/;
/** Text that people write for codes of more than three letters: visible ASCII, as long as it fits. */
const LONG_TEXT = /^[\x21-\x7e]{4,20}$/;

/**
 * Reads a currency as people write it: three characters, 4 to 20 visible ASCII ones such as `RLUSD`, or 160 bits
 * of hexadecimal. Never XRP, which has no issuer, in any case of its letters. Returns the ledger's form.
 */
export const currency = z.string().check(
  z.refine(
    (code) => STANDARD.test(code) || LONG_TEXT.test(code),
    'must be a currency code: 3 characters, 4 to 20 as in RLUSD, or 40 hexadecimal ones',
  ),
  z.overwrite((code) => (LONG_TEXT.test(code) ? hexOf(code) : canonicalCurrency(code))),
  z.refine((code) => !/^(?:xrp|0{40})$/i.test(code), 'must not be XRP'),
);

/** The standard codes have two spellings; the short one is the ledger's own. */
export function canonicalCurrency(code: string): string {
  if (code.length === 3) return code;
  const upper = code.toUpperCase();
  const short = asciiOf(STANDARD_HEX.exec(upper)?.[1] ?? '');
  return STANDARD.test(short) ? short : upper;
}

/**
 * The text of a code of more than three letters, if {@link currency} would read it as that same code. The issuer
 * of a token chooses it: the same text from another issuer is another token.
 */
export function currencyText(code: string): string | undefined {
  const text = String.fromCharCode(...withoutPadding(fromHex(code) ?? new Uint8Array()));
  return LONG_TEXT.test(text) && hexOf(text) === code ? text : undefined;
}

function hexOf(text: string): string {
  return bytesToHex(utf8ToBytes(text)).toUpperCase().padEnd(HEX_LENGTH, '0');
}

function asciiOf(hex: string): string {
  return String.fromCharCode(...(fromHex(hex) ?? []));
}
