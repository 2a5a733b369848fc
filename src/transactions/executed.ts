import type { TransactionReference } from '../core/errors.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import type { BatchMember } from './batch-members.js';

/** What is kept of a transaction beside its result. */
export interface Receipt extends TransactionReference {
  readonly requestId: string;
  readonly attempt: number;
  /**
   * Whether the request was remembered outside this process. `false` means that a crash may lose
   * track of a transaction: the signer keeps no record, and no `journal` was given.
   */
  readonly durable: boolean;
}

/** What a call resolves with: the chain's result, or the custody's own transfer. */
export type Executed<Result> =
  | { readonly kind: 'chain'; readonly result: Result; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly transfer: SigningRecord; readonly receipt: Receipt }
  | {
      readonly kind: 'batch';
      readonly members: readonly BatchMember<Result>[];
      readonly receipt: Receipt;
    };
