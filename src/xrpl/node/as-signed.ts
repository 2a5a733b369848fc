import { encodeSigned } from '../wire/codec.js';
import { decodeFields, encodeFields } from '../wire/serialized/object.js';
import type { LedgerTransaction } from './node.js';

/**
 * A transaction as it was signed, whatever a node shows of it: people book by that. What the node shows is kept if it
 * has the hash; else what was signed is put in its place, without the signature. What no ledger can have is not
 * validated: another result, or a transaction whose time was over.
 *
 * @param signed - The transaction's fields.
 */
export function asSigned(
  { validated, ...shown }: LedgerTransaction,
  signed: { readonly LastLedgerSequence?: unknown },
): LedgerTransaction {
  const { meta, ledger_index = 0 } = shown;
  const isLate = ledger_index > Number(signed.LastLedgerSequence);
  const isPossible = /^te[cs]/.test(`${meta?.TransactionResult}`) && !isLate;
  const known = { ...shown, validated: validated && isPossible };
  if (hasItsHash(known)) return known;
  // Names in small letters, such as `date`, are in no bytes.
  const besides = Object.entries(known.tx_json).filter(([name]) => /^[a-z]/.test(name));
  const { Amount, ...fields } = decodeFields(encodeFields(signed));
  const isPayment = fields.TransactionType === 'Payment';
  const amount = Amount === undefined ? {} : { [isPayment ? 'DeliverMax' : 'Amount']: Amount };
  return { ...known, tx_json: { ...Object.fromEntries(besides), ...fields, ...amount } };
}

/** API version 2 has another name for the amount of a payment. */
function hasItsHash({ hash, tx_json: { DeliverMax, ...fields } }: LedgerTransaction): boolean {
  if (DeliverMax !== undefined && fields.Amount !== undefined) return false;
  try {
    return encodeSigned({ Amount: DeliverMax, ...fields }).hash === hash;
  } catch {
    return false;
  }
}
