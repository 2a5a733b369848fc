import type * as z from 'zod/mini';
import type { TransactionFields } from '../codec.js';
import { defined } from '../fields.js';

/** What an operation may need to know of the ledger before it can be built. */
export interface LedgerFacts {
  /** The limit of our side of the line that `needsLine` asked for; `"0"` where there is none. */
  readonly lineLimit: string;
}

/** One operation: what it takes, and the transaction that it makes. */
export interface Operation<Input, Output> {
  readonly schema: z.ZodMiniType<Output, Input>;
  /** Pure. The account's own fields (Account, Sequence, Fee, ...) are filled in later. */
  build(params: Output, account: string, facts: LedgerFacts): TransactionFields;
  /** The trust line whose limit on our side has to be kept. */
  needsLine?(params: Output): { readonly peer: string; readonly currency: string } | undefined;
}

/** A transaction of a type, without the fields that are not given. */
export function transaction(
  TransactionType: string,
  fields: Readonly<Record<string, unknown>>,
): TransactionFields {
  return { TransactionType, ...defined(fields) };
}
