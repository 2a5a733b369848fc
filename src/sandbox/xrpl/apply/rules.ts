import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import type { AmountJson } from '../values/amounts.js';
import type { MptJson } from '../values/mpt-amounts.js';

/** What one type of transaction does, apart from what all have in common. */
export interface TransactionRules {
  /** The flags it may carry, besides those that every transaction may. */
  readonly flags: number;
  /** What can be told from the transaction alone. */
  check(tx: Transaction): ResultCode;
  /** What can be told from the ledger, before the fee is taken. */
  claim?(tx: Transaction, view: ReadView): ResultCode;
  /** Does it. On anything but `tesSUCCESS` what it did is thrown away. */
  apply(tx: Transaction, view: WorkView, context: ApplyContext): ResultCode;
}

/** What a transaction's rules get to know, and may say, beyond the ledger. */
export interface ApplyContext {
  /** The sender's balance before the fee was taken, in drops. */
  readonly priorBalance: bigint;
  /** Notes that a payment delivered something else than its Amount. */
  deliver(amount: AmountJson | MptJson): void;
}

export const OK: ResultCode = 'tesSUCCESS';

/** The first result that is not `tesSUCCESS`; later checks are not run once one has failed. */
export function firstFailure(...checks: readonly (() => ResultCode)[]): ResultCode {
  for (const check of checks) {
    const result = check();
    if (result !== OK) return result;
  }
  return OK;
}
