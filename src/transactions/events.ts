import type { Outcome } from './outcome.js';

/** What every event of a transaction says. */
export interface EventBase {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The chain's id, such as `xrpl:0`. */
  readonly chain: string;
  readonly vaultAccountId: string;
  readonly idempotencyKey: string;
  readonly attempt: number;
}

/** A step of a transaction's life; `durationMs` is how long that step took. */
export type TransactionEvent = EventBase &
  (
    | {
        /** No idempotency key was given, so one was made. Told before the custody is asked. */
        readonly type: 'key-made';
      }
    | {
        /** The account's lane is ours. */
        readonly type: 'lane-entered';
        readonly durationMs: number;
      }
    | {
        /** The transaction is complete but for its signature. */
        readonly type: 'prepared';
        readonly durationMs: number;
        readonly requestId: string;
        /** The sequence number or Ticket, as decimal text; of a batch all of them: `5-7,9`. */
        readonly number: string;
        /** In the chain's base units, as decimal text. */
        readonly fee: string;
        /** The last ledger or second of its life; absent where nothing expires. */
        readonly expiry: string | undefined;
      }
    | {
        /** The custody has the request, or moved it on. */
        readonly type: 'custody-status';
        readonly requestId: string;
        readonly custodyId: string;
        /** The custody's own word. */
        readonly status: string;
      }
    | {
        /** A signature came and was verified here. */
        readonly type: 'signed';
        readonly durationMs: number;
        readonly requestId: string;
        /** Absent for a batch, whose members have one each. */
        readonly hash: string | undefined;
      }
    | {
        /** A node took it. */
        readonly type: 'submitted';
        readonly durationMs: number;
        readonly hash: string;
        /** The node's own code. */
        readonly code: string;
      }
    | {
        /** It was sent again, since the node seemed to have lost it. */
        readonly type: 'resubmitted';
        readonly hash: string;
      }
    | {
        /** The final outcome. */
        readonly type: 'final';
        readonly durationMs: number;
        readonly outcome: Outcome<unknown>['state'];
        readonly hash: string | undefined;
      }
  );
