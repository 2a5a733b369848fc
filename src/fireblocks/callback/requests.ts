import type {
  DecodedTransaction,
  Explanation,
  TransactionCodec,
} from '../../signer/transaction-codec.js';
import type { Claims } from './claims.js';

/** The facts of every request that a co-signer is asked to sign. */
export interface CallbackFacts {
  /** The co-signer's id for this question; the same again when it asks again. */
  readonly requestId: string;
  /** Fireblocks' own id of the transaction. */
  readonly txId: string | undefined;
  /** The requester's own id, at a gateway the request id. Missing where the request has none. */
  readonly externalTxId: string | undefined;
  /** The API user whose key share would sign. */
  readonly signerId: string | undefined;
  /** Fireblocks' name of the operation: `RAW`, `TRANSFER`, `CONTRACT_CALL` and so on. */
  readonly operation: string;
  /** The vault account whose key signs, if the request says so. */
  readonly vaultAccountId: string | undefined;
  /** Fireblocks' id of the asset, such as `XRP_TEST`. Missing where the request names none. */
  readonly assetId: string | undefined;
  /** The requester's note. It proves nothing. */
  readonly note: string | undefined;
  /** All claims of the co-signer, unchanged. */
  readonly claims: Claims;
}

/**
 * A raw signing request whose messages are exactly the digests of these transactions, in this order.
 */
export interface RawCallback<Chain extends string = string, Transaction = unknown>
  extends CallbackFacts {
  /** Operation `RAW`: messages, each of which was compared with the digest of its transaction. */
  readonly kind: 'raw';
  /** The name of the chain whose codec decoded the payload, such as `xrpl`. */
  readonly chain: Chain;
  /**
   * Whether `addressOf` returned the address of the vault account and the transactions name it as their signer; of a
   * derivation path only the vault account is compared. Otherwise nothing connects `vaultAccountId`, whose key
   * Fireblocks would use, with the `signer` and `account` of the transactions: both are only the request's claims, and
   * you must know both.
   */
  readonly vaultChecked: boolean;
  /**
   * One transaction; or several of one signer, where a batch is approved as a whole; or the same transaction once per
   * signer, where all signers are asked at once. In that case `vaultAccountId` is the first signer's, and all of them
   * are checked: without an `addressOf` that knows them, such a request is refused.
   */
  readonly transactions: readonly [
    DecodedTransaction<Transaction>,
    ...DecodedTransaction<Transaction>[],
  ];
  /**
   * The same transactions with their fees, their expiries and what they do in words, for rules, as the codec's
   * `explain` reads them from the checked payload. Empty if the codec has no words.
   */
  readonly explanations: readonly Explanation<Transaction>[];
  /**
   * What would be signed, in one line for people, read from what the digests stand for: names that others chose are
   * in quotation marks and escaped. Absent if the codec has no words.
   */
  readonly summary: string | undefined;
}

/** The destination of a transfer that Fireblocks makes. */
export interface TransferDestination {
  /** Fireblocks' type, such as `VAULT` or `ONE_TIME_ADDRESS`, if the request says so. */
  readonly type: string | undefined;
  /** Fireblocks' id of the destination: of a vault account or a wallet. */
  readonly id: string | undefined;
  /**
   * The address that is paid, if the request says so. For one of several destinations Fireblocks gives it only when the
   * co-signer is to sign, not yet when it is to approve.
   */
  readonly address: string | undefined;
  /** In whole units of the asset. */
  readonly amount: string | undefined;
}

/**
 * A transfer that Fireblocks builds itself. Amounts are Fireblocks' text in whole units of the asset; its numbers,
 * which are floats, are only in `claims`.
 */
export interface TransferCallback extends CallbackFacts {
  /** Operation `TRANSFER`. One that has messages to sign as well is refused before `decide`. */
  readonly kind: 'transfer';
  /** What the requester asked for, over all destinations. Missing where the request has no amount as text. */
  readonly amount: string | undefined;
  /** One at least; what the request does not say of it is missing from it. */
  readonly destinations: readonly TransferDestination[];
}

/** Another operation of Fireblocks that was enabled by name; nothing of it is checked here. */
export interface OtherCallback extends CallbackFacts {
  /** Any other operation that `otherOperations` has; `operation` is its name. */
  readonly kind: 'other';
}

type RawOf<Codec> =
  Codec extends TransactionCodec<infer Chain, infer Transaction>
    ? RawCallback<Chain, Transaction>
    : never;

/** The requests that `decide` is asked about: `kind` tells them apart, and `chain` the raw ones. */
export type CallbackRequest<Codec extends TransactionCodec = TransactionCodec> =
  | RawOf<Codec>
  | TransferCallback
  | OtherCallback;

/** A change of the workspace's configuration that the co-signer is asked to approve. */
export interface ConfigChange {
  /** The co-signer's id for this question; the same again when it asks again. */
  readonly requestId: string;
  /** Fireblocks' type, such as `ADD_USER` or `POLICY_APPROVAL`. */
  readonly type: string;
  /** The co-signer's claim of this name, unchecked: what is to change. Its form depends on `type`. */
  readonly extraInfo: unknown;
  /** All claims of the co-signer, unchanged. */
  readonly claims: Claims;
}

/**
 * `REJECT` is final: no other approver is asked, and the transaction ends. After `RETRY` the co-signer asks again
 * later, about every three minutes for an hour unless it was set up otherwise.
 */
export type CallbackDecision =
  | {
      /** The co-signer may do what it asked about: approve, or sign. */
      readonly action: 'APPROVE';
    }
  | {
      /** Final, for every later question with this id. */
      readonly action: 'REJECT';
      /** Sent to the co-signer as `rejectionReason`, the first 256 characters of it. */
      readonly reason: string;
    }
  | {
      /** Nothing is decided yet; the next time that the co-signer asks, `decide` is called again. */
      readonly action: 'RETRY';
    };
