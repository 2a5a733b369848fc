import { formatAmount } from '../../core/amount.js';
import { bytesToHex, fromHex, utf8ToBytes, withoutPadding } from '../../core/bytes.js';
import { isObject } from '../../core/json.js';
import { quoted } from '../../core/shown.js';
import { summaryOf } from '../../signer/summary.js';
import type { ExplainOptions, Explanation } from '../../signer/transaction-codec.js';
import type { UnsignedTransaction } from './codec.js';
import { plainDecimal } from './plain-decimal.js';
import { xrplCodec } from './transaction-codec.js';

const XRP_DECIMALS = 6;
/** `tfPartialPayment`: less than the amount may arrive. */
const PARTIAL = 0x0002_0000;

/** A payload's transaction in words. */
export async function explain(
  payload: unknown,
  options: ExplainOptions = {},
): Promise<Explanation<UnsignedTransaction>> {
  const decoded = xrplCodec.decode(payload);
  const { transaction } = decoded;
  const words =
    transaction.TransactionType === 'Payment'
      ? paymentWords(transaction)
      : (await import('./explained-types.js')).wordsOf(transaction);
  const explanation = {
    ...decoded,
    action: `${words}${memoWords(transaction)}`,
    fee: {
      units: BigInt(transaction.Fee),
      decimals: XRP_DECIMALS,
      symbol: 'XRP',
      isLimit: false,
    },
    expiry: { kind: 'ledger', index: BigInt(transaction.LastLedgerSequence) },
  } as const;
  return { ...explanation, summary: summaryOf([explanation], options) };
}

function paymentWords(payment: UnsignedTransaction): string {
  const { Amount, Destination, DestinationTag, SendMax, DeliverMin, Flags } = payment;
  const isPartial = typeof Flags === 'number' && (Flags & PARTIAL) !== 0;
  return [
    `Pay ${isPartial ? 'at most ' : ''}${amountWords(Amount)} to ${Destination}`,
    DestinationTag !== undefined && `tag ${DestinationTag}`,
    SendMax !== undefined && `spending at most ${amountWords(SendMax)}`,
    isPartial && `as little as ${DeliverMin === undefined ? 'nothing' : amountWords(DeliverMin)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** An amount in XRP, or of a token with its issuer: other issuers may have tokens of the same name. */
export function amountWords(amount: unknown): string {
  if (typeof amount === 'string') return `${formatAmount(BigInt(amount), XRP_DECIMALS)} XRP`;
  if (!isObject(amount)) return quoted(JSON.stringify(amount) ?? '');
  const { value, currency, issuer, mpt_issuance_id: id } = amount;
  if (id !== undefined) return `${value} base units of the token ${id}`;
  return `${plainDecimal(`${value}`) ?? value} ${currencyWords(`${currency}`)} of ${issuer}`;
}

/** The letters of a code, if they stand for no other code; else its hexadecimal. */
export function currencyWords(code: string): string {
  if (code.length === 3) return /^\w+$/.test(code) ? code : quoted(code);
  return textIn(code, 40) ?? code;
}

/** Hexadecimal as the text that it stands for, in quotation marks; `undefined` if it is none. */
export function textIn(hex: string, length = hex.length): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      withoutPadding(fromHex(hex) ?? new Uint8Array()),
    );
    const again = bytesToHex(utf8ToBytes(text)).toUpperCase().padEnd(length, '0');
    return text !== '' && again === hex.toUpperCase() ? quoted(text) : undefined;
  } catch {
    return undefined;
  }
}

function memoWords({ Memos }: UnsignedTransaction): string {
  const memos: readonly unknown[] = Array.isArray(Memos) ? Memos : [];
  return memos
    .map((memo) => {
      const data = isObject(memo) && isObject(memo.Memo) ? memo.Memo.MemoData : undefined;
      const text = typeof data === 'string' ? (textIn(data) ?? quoted(data)) : 'without data';
      return `, memo ${text}`;
    })
    .join('');
}
