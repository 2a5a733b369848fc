import type { CallOptions } from '../../core/clock.js';
import { isObject } from '../../core/json.js';
import type { ForeignStatus } from '../../transactions/index.js';
import { outcomeOf, resultOf, type XrplTransactionResult } from '../result.js';
import type { LedgerTransaction, XrplNode } from './node.js';

/** What the ledger shows of an account's transaction that was not built here. */
export async function lookUpHash(
  node: XrplNode,
  networkId: number,
  { hash, address }: { readonly hash: string; readonly address: string },
  options: CallOptions,
): Promise<ForeignStatus<XrplTransactionResult> | undefined> {
  const known = await node.transaction(hash.toUpperCase(), options);
  if (!known) return undefined;
  if (known.tx_json.Account !== address) {
    return { isOther: true, number: undefined, outcome: undefined };
  }
  const result = resultOf(known, networkId);
  return { number: numberIn(known), outcome: result && outcomeOf(result) };
}

/** A transaction's own number, once the node knows it. */
function numberIn({ tx_json }: LedgerTransaction): bigint | undefined {
  const sequence = tx_json.Sequence;
  return typeof sequence === 'number' && sequence > 0 ? BigInt(sequence) : undefined;
}

/**
 * Whether a transaction is the payment that was asked for. The address of a destination that only the custody platform
 * knows is not known here.
 *
 * @param asked - Absent where that is not known: then any payment is.
 */
export function isPaymentOf(
  asked: object | undefined,
  { result: { tx_json: paid } }: XrplTransactionResult,
): boolean {
  if (paid.TransactionType !== 'Payment') return false;
  if (!isObject(asked)) return true;
  // Where none is asked for, the custody platform may set one: it knows its own vault accounts by tags.
  const { destination, destinationTag = paid.DestinationTag, amount } = asked;
  const isPayee = paid.Destination === destination && paid.DestinationTag === destinationTag;
  // API version 2 renames the amount of a payment.
  return (
    (paid.DeliverMax ?? paid.Amount) === amount && (isPayee || typeof destination !== 'string')
  );
}
