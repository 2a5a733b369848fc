import type { SigningRecord } from '../signer/raw-signer.js';
import type { ChainOutcome } from './outcome.js';

/** The fields of every event of a transaction. */
export interface EventBase {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The chain's id, such as `xrpl:0`. */
  readonly chain: string;
  /** The account's id at the signer, such as `0` for a vault account at Fireblocks. */
  readonly vaultAccountId: string;
  /** The caller's key, or the one made for the caller. */
  readonly idempotencyKey: string;
  /** Which attempt under this key, from 1 on. */
  readonly attempt: number;
}

/**
 * An event of a transaction. An event with `durationMs` ends a step: `durationMs` is how long this step alone took,
 * in milliseconds; only that of `final` is for the whole attempt.
 *
 * They come in the order below. `lane-entered` and `read` come again when other requests turn out to be ahead,
 * `turn-reached` and `submitted` for each member of a batch. A call that continues an existing request only gets the
 * events of the remaining steps. A transfer that the custody platform makes itself has `lane-entered`, `read`,
 * `custody-asked`, `custody-status`, `custody-sent` and `final`.
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
        /** No idempotency key was given, so one was made. Emitted before the signer is asked. */
        readonly type: 'key-made';
      }
    | {
        /**
         * The vault account's address is only the custody platform's statement: `addresses` does not contain it.
         * Emitted once per account, with its first transaction here.
         */
        readonly type: 'address-unpinned';
        /** The address on the chain that belongs to the public key which the signer gave. */
        readonly address: string;
      }
    | {
        /**
         * The signer may not look whether the vault account exists, and its address is not pinned. Emitted once per
         * account, with its first transaction here.
         */
        readonly type: 'vault-unconfirmed';
        /** The address on the chain that belongs to the public key which the signer gave. */
        readonly address: string;
      }
    | {
        /** The call has entered the account's lane. */
        readonly type: 'lane-entered';
        /** How long it waited for others. */
        readonly durationMs: number;
      }
    | {
        /**
         * This process uses the account for the first time, and the signer has more requests than were read for that;
         * the latest were read. An older request that is still open may hold a number that is not known here; the
         * chain accepts each number once. With `lanes.store` most processes need not read the list.
         */
        readonly type: 'list-cut';
        /** How many requests were read; for keys by path, as on Aptos and Stacks, those of all accounts count. */
        readonly lookedAt: number;
      }
    | {
        /**
         * The operator of nodes that was asked first had something against the transaction: no money, a trial that
         * fails, a fee above the cap. As many as have to agree, and most of all, had not: what these say is built on.
         */
        readonly type: 'refusal-overruled';
        /** What it had against it, at most 500 characters. */
        readonly refusal: string;
        /** The names of those who overruled it. One that is missing here may lie, or be behind. */
        readonly by: readonly string[];
      }
    | {
        /** The data to build the transaction on was read, and which requests are ahead of it. */
        readonly type: 'read';
        /** How long the nodes took to answer, and the signer where it was asked too. */
        readonly durationMs: number;
        /** Whether a node was asked to try the transaction, too. */
        readonly isTried: boolean;
      }
    | {
        /** The transaction has the number that it will spend. */
        readonly type: 'number-taken';
        /**
         * How long that took. A Ticket may have had to be created; a later attempt first checks the outcome of the
         * earlier ones.
         */
        readonly durationMs: number;
      }
    | {
        /**
         * In the present state the transaction would have no effect, according to a node that tried it or to the
         * ledger's state. Approval is requested nevertheless, unless the call says otherwise: the state may change.
         */
        readonly type: 'would-fail';
        /** The chain's own code, such as `tecPATH_DRY`. */
        readonly resultCode: string;
        /** The reason, for people, at most 256 characters of it. Control characters are escaped. */
        readonly reason: string;
      }
    | {
        /** The transaction is complete except for its signature. */
        readonly type: 'prepared';
        /** How long it took to build from the data that was read before. */
        readonly durationMs: number;
        /** The id that the request is going to have at the signer: at Fireblocks its `externalTxId`. */
        readonly requestId: string;
        /** The sequence number or Ticket, as decimal text; of a batch all of them: `5-7,9`. */
        readonly number: string;
        /** In the chain's base units, as decimal text. */
        readonly fee: string;
        /** The last ledger or second in which it is valid; absent where nothing expires. */
        readonly expiry: string | undefined;
        /**
         * What is going to be signed, in one line for people, as the approvers see it: names that others chose are in
         * quotation marks and escaped. Absent if it could not be made, or `summaryLength` is 0.
         */
        readonly summary: string | undefined;
      }
    | {
        /** The custody platform is asked for a transfer that it makes itself: from now on the transfer may exist. */
        readonly type: 'custody-asked';
        /** The request's id, made here: at Fireblocks its `externalTxId`. */
        readonly requestId: string;
      }
    | {
        /** The custody platform has the request, or its status has changed. */
        readonly type: 'custody-status';
        /** The request's id, made here: at Fireblocks its `externalTxId`. */
        readonly requestId: string;
        /** The id that the custody platform gave the request. */
        readonly custodyId: string;
        /** The custody platform's own status. */
        readonly status: string;
        /** What that means here: `signed` is signed, or a transfer of the platform's own that is completed. */
        readonly state: SigningRecord['state'];
        /** The transaction's hash on the chain, of a transfer that the platform makes itself and has sent. */
        readonly hash: string | undefined;
      }
    | {
        /** A signature came and was verified here. */
        readonly type: 'signed';
        /** From asking the signer, approvals included. */
        readonly durationMs: number;
        /** The request's id, made here: at Fireblocks its `externalTxId`. */
        readonly requestId: string;
        /** Absent for a batch, whose members have one each. */
        readonly hash: string | undefined;
      }
    | {
        /** The custody platform has approved, signed and sent a transfer that it makes itself. */
        readonly type: 'custody-sent';
        /** From the request to the custody platform, approvals included, until it gave the transaction's hash. */
        readonly durationMs: number;
        /** The request's id, made here: at Fireblocks its `externalTxId`. */
        readonly requestId: string;
        /** The transaction's hash on the chain, as the custody platform gave it. */
        readonly hash: string;
      }
    | {
        /**
         * Every transaction with a smaller number was sent, or given up. Not emitted for Tickets, which have no
         * order.
         */
        readonly type: 'turn-reached';
        /** How long the signed transaction waited for that. */
        readonly durationMs: number;
        /** The hash of this transaction, in a batch of this member: the next to be sent. */
        readonly hash: string | undefined;
      }
    | {
        /**
         * A node now asks for a higher fee than the transaction pays, so that it waits, or is held back: the load has
         * risen, or the fee of this type of transaction is not known here. Emitted for each sending until a node has
         * it.
         */
        readonly type: 'underpaid';
        /** The hash of this transaction, in a batch of this member. */
        readonly hash: string;
        /** What it pays, in the chain's base units, as decimal text. */
        readonly fee: string;
        /** The fee that the node asks for. */
        readonly asked: string;
      }
    | {
        /** A node accepted it. */
        readonly type: 'submitted';
        /** From the first time that it was sent, repetitions included. */
        readonly durationMs: number;
        /** The hash of this transaction, in a batch of this member. */
        readonly hash: string;
        /** The node's own code. */
        readonly code: string;
      }
    | {
        /** It was sent again, since the node seemed to have lost it. */
        readonly type: 'resubmitted';
        /** The hash of this transaction, in a batch of this member. */
        readonly hash: string;
      }
    | {
        /** The network's operators contradict each other. Enough of them must agree before a statement counts. */
        readonly type: 'operators-disagree';
        /** One for each operator that has answered so far. */
        readonly said: readonly {
          /** Its name in the network's settings, or else the domain of its nodes. */
          readonly operator: string;
          /** The status that it reports, in words, such as `replaced by` and a hash; at most 500 characters. */
          readonly says: string;
        }[];
      }
    | {
        /** The final outcome. */
        readonly type: 'final';
        /** From the beginning of the attempt; for a batch, of its first request. */
        readonly durationMs: number;
        /**
         * What the chain says; or `rejected`: the signer will never sign it; or `transferred`: the custody platform has
         * completed its own transfer. Of a batch that is over without being confirmed as a whole, it is the end of
         * its first member without effect, or else that of the request that had the rest of its members.
         */
        readonly outcome: ChainOutcome<unknown>['state'] | 'rejected' | 'transferred';
        /** Absent for a batch, whose members have one each, and where no hash is known. */
        readonly hash: string | undefined;
      }
  );
