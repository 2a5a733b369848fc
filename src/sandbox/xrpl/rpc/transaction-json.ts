import type { ClosedLedger, LedgerTransaction } from '../ledger/closed-ledgers.js';
import type { TransactionMetadata } from '../ledger/metadata.js';
import { isoTime } from '../ledger/ripple-time.js';
import { encode } from '../ripple.js';
import type { Transaction } from '../transaction.js';

/** A transaction's JSON in API version 2: a payment's Amount is shown as DeliverMax. */
export function transactionJson(tx: Transaction): Record<string, unknown> {
  if (tx.type !== 'Payment') return { ...tx.json };
  const { Amount, ...rest } = tx.json;
  return { ...rest, DeliverMax: Amount };
}

/** A transaction of a closed ledger, as `tx`, `account_tx` and the streams show it. */
export function validatedJson(
  { tx, metadata }: LedgerTransaction,
  ledger: ClosedLedger,
  binary = false,
): Record<string, unknown> {
  const where = {
    close_time_iso: isoTime(ledger.closeTime),
    hash: tx.hash,
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    validated: true,
  };
  if (binary) return { ...where, meta_blob: metadataBlob(metadata), tx_blob: tx.blob };
  const seen = { date: ledger.closeTime, ledger_index: ledger.index };
  return { ...where, meta: metadata, tx_json: { ...transactionJson(tx), ...seen } };
}

/** Who waits for a transaction asks for it again and again, and encoding it is most of the work of an answer. */
const encoded = new WeakMap<TransactionMetadata, string>();

export function metadataBlob(metadata: TransactionMetadata): string {
  const known = encoded.get(metadata);
  if (known !== undefined) return known;
  // `delivered_amount` is the API's own addition, not part of what the ledger keeps.
  const { delivered_amount, ...kept } = metadata;
  const blob = encode(kept);
  encoded.set(metadata, blob);
  return blob;
}

/** A compact id: ledger, place in it, and network. `undefined` for numbers that don't fit. */
export function ctidOf(entry: LedgerTransaction, networkId: number): string | undefined {
  const { ledgerIndex, metadata } = entry;
  if (networkId > 0xffff || ledgerIndex > 0x0fffffff) return undefined;
  const part = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const place = part(metadata.TransactionIndex, 4);
  return `c${part(ledgerIndex, 7)}${place}${part(networkId, 4)}`.toUpperCase();
}
