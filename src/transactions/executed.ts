import type { TransactionReference } from '../core/errors.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import type { BatchMember } from './batch-members.js';
import type { Evidence } from './errors.js';

/** The facts about a transaction besides its result. */
export interface Receipt extends TransactionReference {
  readonly requestId: string;
  readonly attempt: number;
  /**
   * Whether the request was recorded outside this process. `false` means that a crash may lose the record of a
   * transaction: the signer keeps none, and no `journal` was given.
   */
  readonly durable: boolean;
  /**
   * When signed transactions were cancelled: whether several operators agree that these can land no more. Where it is
   * only one operator's word, pay again only with `newAttempt` under the same key.
   */
  readonly evidence?: Evidence;
  /**
   * When a batch was cancelled: how many of its transactions are on the ledger nevertheless. They stay there; the same
   * call as before says which. Absent if there are none.
   */
  readonly landed?: number;
}

/** The result of a call: the chain's result, or a transfer that the custody platform made. */
export type Executed<Result> =
  | { readonly kind: 'chain'; readonly result: Result; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly transfer: SigningRecord; readonly receipt: Receipt }
  | ExecutedBatch<Result>;

/** A batch whose transactions are all confirmed. */
export interface ExecutedBatch<Result> {
  readonly kind: 'batch';
  readonly members: readonly BatchMember<Result>[];
  readonly receipt: Receipt;
}
