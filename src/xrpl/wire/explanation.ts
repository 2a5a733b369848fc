import { isObject } from '../../core/json.js';
import { quoted } from '../../core/shown.js';
import { summaryOf } from '../../signer/summary.js';
import type { ExplainOptions, Explanation } from '../../signer/transaction-codec.js';
import type { UnsignedTransaction } from './codec.js';
import { decode } from './decode.js';
import { XRP_DECIMALS } from './drops.js';
import { amountWords, textIn } from './explained-words.js';

export { decode } from './decode.js';

/** `tfPartialPayment`: less than the amount may arrive. */
const PARTIAL = 0x0002_0000;

/** A payload's transaction in words. @throws InvalidInputError as `decode` does. */
export async function explain(
  payload: unknown,
  options: ExplainOptions = {},
): Promise<Explanation<UnsignedTransaction>> {
  const decoded = decode(payload);
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
