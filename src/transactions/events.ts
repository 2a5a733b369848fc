import type { ChainOutcome } from './outcome.js';

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

/**
 * A step of a transaction's life that is over. `durationMs` is how long this step alone took, in
 * milliseconds; only that of `final` is of the whole attempt.
 *
 * They come in the order below. `lane-entered` and `read` are told again when others turn out to be ahead,
 * `turn-reached` and `submitted` for each member of a batch. A call that goes on with a request that exists
 * hears only of what is left to do. A transfer that the custody makes itself has `lane-entered`, `read`,
 * `custody-sent` and `final`.
 *
 * @example
 * ```ts
 * import type { TransactionEvent } from 'custody-gateways/xrpl';
 *
 * const tookMs: Partial<Record<TransactionEvent['type'], number>> = {};
 * const onEvent = (event: TransactionEvent) => {
 *   if ('durationMs' in event) tookMs[event.type] = event.durationMs;
 * };
 * await gateway.accountSet('0', { configs: { domain: 'example.com' } }, { onEvent });
 * tookMs; // { 'lane-entered': 0, read: 41, 'number-taken': 0, prepared: 1, signed: 912, ... }
 * ```
 */
export type TransactionEvent = EventBase &
  (
    | {
        /** No idempotency key was given, so one was made. Told before the custody is asked. */
        readonly type: 'key-made';
      }
    | {
        /**
         * Which address the vault account has is the custody's word alone: `addresses` doesn't say it. Told
         * once of each, with the first transaction that it makes here.
         */
        readonly type: 'address-unpinned';
        readonly address: string;
      }
    | {
        /**
         * The signer may not look whether there is such a vault account, and nobody has pinned its address. Told
         * once of each, with the first transaction that it makes here.
         */
        readonly type: 'vault-unconfirmed';
        readonly address: string;
      }
    | {
        /** The account's lane is ours. */
        readonly type: 'lane-entered';
        /** How long others were in the way. */
        readonly durationMs: number;
      }
    | {
        /**
         * This process meets the account for the first time, and the signer has more requests than it looked at
         * for that: the latest. One from before them that still lives may hold a number of which nothing is known
         * here; the chain takes each number once. `lanes.store` spares most processes the meeting.
         */
        readonly type: 'list-cut';
        /** How many requests it looked at; of keys by path, as on Aptos and Stacks, those of all accounts count. */
        readonly lookedAt: number;
      }
    | {
        /** It is known what the transaction is built on, and whether anything is ahead of it. */
        readonly type: 'read';
        /** How long the nodes, and the custody where it was asked too, took to answer. */
        readonly durationMs: number;
      }
    | {
        /**
         * As things stand it would come to nothing, says a node that tried it, or what was read of the ledger.
         * People are asked to approve it all the same, unless the call says otherwise: things may change.
         */
        readonly type: 'would-fail';
        /** The chain's own code, such as `tecPATH_DRY`. */
        readonly resultCode: string;
        readonly reason: string;
      }
    | {
        /** It has the number that it will spend. */
        readonly type: 'number-taken';
        /**
         * How long that took. A Ticket may have had to be created; a later attempt asks first what
         * became of the earlier ones.
         */
        readonly durationMs: number;
      }
    | {
        /** The transaction is complete but for its signature. */
        readonly type: 'prepared';
        /** How long it took to build, of what was read before. */
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
        /** From asking the signer, approvals included. */
        readonly durationMs: number;
        readonly requestId: string;
        /** Absent for a batch, whose members have one each. */
        readonly hash: string | undefined;
      }
    | {
        /** The custody has approved, signed and sent a transfer that it makes itself. */
        readonly type: 'custody-sent';
        /** From asking the custody, approvals included, until it told the transaction's hash. */
        readonly durationMs: number;
        readonly requestId: string;
        readonly hash: string;
      }
    | {
        /** What has smaller numbers was sent, or given up. Not told of Tickets, which have no order. */
        readonly type: 'turn-reached';
        /** How long what is signed waited for that. */
        readonly durationMs: number;
      }
    | {
        /** A node took it. */
        readonly type: 'submitted';
        /** From the first time that it was sent, repetitions included. */
        readonly durationMs: number;
        readonly hash: string;
        /** The node's own code. */
        readonly code: string;
      }
    | {
        /**
         * A node asks more of it now than it pays, so that it waits, or is held back: the load has risen, or
         * what its kind costs is not known here. Told once each time that it is sent until a node has it.
         */
        readonly type: 'underpaid';
        readonly hash: string;
        /** What it pays, in the chain's base units, as decimal text. */
        readonly fee: string;
        /** What the node asks. */
        readonly asked: string;
      }
    | {
        /** It was sent again, since the node seemed to have lost it. */
        readonly type: 'resubmitted';
        readonly hash: string;
      }
    | {
        /** Of what the network's operators say, something is not true. Enough must agree before it counts. */
        readonly type: 'operators-disagree';
        readonly said: readonly { readonly operator: string; readonly says: string }[];
      }
    | {
        /** The final outcome. */
        readonly type: 'final';
        /** From the beginning of the attempt; of a batch, that of its first request. */
        readonly durationMs: number;
        readonly outcome: ChainOutcome<unknown>['state'] | 'rejected' | 'transferred';
        readonly hash: string | undefined;
      }
  );
