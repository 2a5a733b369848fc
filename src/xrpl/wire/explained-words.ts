import { formatAmount } from '../../core/amount.js';
import { bytesToHex, fromHex, utf8ToBytes, withoutPadding } from '../../core/bytes.js';
import { isObject } from '../../core/json.js';
import { quoted } from '../../core/shown.js';
import { bytesToUtf8 } from '../../core/utf8.js';
import { XRP_DECIMALS } from './drops.js';
import { plainDecimal } from './plain-decimal.js';

/** An amount in XRP, or of a token with its issuer: other issuers may have tokens of the same name. */
export function amountWords(amount: unknown): string {
  if (typeof amount === 'string') return `${formatAmount(BigInt(amount), XRP_DECIMALS)} XRP`;
  if (!isObject(amount)) return quoted(JSON.stringify(amount) ?? '');
  const { value, currency, issuer, mpt_issuance_id: id } = amount;
  if (id !== undefined) return `${value} base units of the token ${id}`;
  return `${plainDecimal(`${value}`) ?? value} ${currencyWords(`${currency}`)} of ${issuer}`;
}

/** The letters of a code, if they can be seen, and stand for no other code; else its hexadecimal. */
export function currencyWords(code: string): string {
  if (code.length === 3) return /^\w+$/.test(code) ? code : quoted(code);
  const text = textIn(code, 40) ?? code;
  return text.includes('\\') ? code : text;
}

/**
 * Hexadecimal as the text that it stands for, in quotation marks; `undefined` if it is none. `padded` is the length of
 * what is filled up with zeros, as a currency code is; elsewhere zeros at the end are part of the text.
 */
export function textIn(hex: string, padded?: number): string | undefined {
  try {
    const bytes = fromHex(hex) ?? new Uint8Array();
    const text = bytesToUtf8(padded === undefined ? bytes : withoutPadding(bytes));
    const again = bytesToHex(utf8ToBytes(text))
      .toUpperCase()
      .padEnd(padded ?? 0, '0');
    return text !== '' && again === hex.toUpperCase() ? quoted(text) : undefined;
  } catch {
    return undefined;
  }
}
