import type { DecodedTransaction, TransactionCodec } from '../../signer/transaction-codec.js';
import type { Claims } from './claims.js';

/** What is known of every request that a co-signer is asked to sign. */
export interface CallbackFacts {
  /** The co-signer's id for this question; the same again when it asks again. */
  readonly requestId: string;
  /** The custody's own id of the transaction. */
  readonly txId: string | undefined;
  readonly externalTxId: string | undefined;
  /** The API user whose key share would sign. */
  readonly signerId: string | undefined;
  /** The custody's word: `RAW`, `TRANSFER`, `CONTRACT_CALL` and so on. */
  readonly operation: string;
  /** The vault account whose key signs, where the request tells. */
  readonly vaultAccountId: string | undefined;
  readonly assetId: string | undefined;
  /** Whoever asked for the signature wrote it. It proves nothing. */
  readonly note: string | undefined;
  /** Everything that the co-signer says, as it says it. */
  readonly claims: Claims;
}

/**
 * A raw signing request whose messages are exactly the digests of these transactions, in this order.
 */
export interface RawCallback<Chain extends string = string, Transaction = unknown>
  extends CallbackFacts {
  readonly kind: 'raw';
  readonly chain: Chain;
  /**
   * Whether `addressOf` gave the address of the vault account and the transactions are signed by it.
   * Otherwise nothing ties `vaultAccountId`, whose key the custody would use, to the `signer` and
   * `account` of the transactions: each is what the request says, and both must be ones you know.
   */
  readonly vaultChecked: boolean;
  /**
   * One; or several, of one signer, where a batch is approved as a whole; or one and the same once for each
   * who signs it, where they are asked at once. Then `vaultAccountId` is the first one's, and all of
   * them are checked: without an `addressOf` that knows them, such a request is refused.
   */
  readonly transactions: readonly [
    DecodedTransaction<Transaction>,
    ...DecodedTransaction<Transaction>[],
  ];
}

/** Where a transfer of the custody's own goes. */
export interface TransferDestination {
  readonly type: string | undefined;
  /** What the custody calls it: the id of a vault account or a wallet. */
  readonly id: string | undefined;
  readonly address: string | undefined;
  /** In whole units of the asset. */
  readonly amount: string | undefined;
}

/**
 * A transfer that the custody builds itself. Amounts are the custody's text in whole units of the
 * asset; its numbers, which are floats, are left in `claims`.
 */
export interface TransferCallback extends CallbackFacts {
  readonly kind: 'transfer';
  readonly amount: string | undefined;
  readonly destinations: readonly TransferDestination[];
}

/** An operation of the custody's that was enabled by name; nothing of it is checked here. */
export interface OtherCallback extends CallbackFacts {
  readonly kind: 'other';
}

type RawOf<Codec> =
  Codec extends TransactionCodec<infer Chain, infer Transaction>
    ? RawCallback<Chain, Transaction>
    : never;

/** What `decide` is asked about: `kind` tells them apart, and `chain` the raw ones. */
export type CallbackRequest<Codec extends TransactionCodec = TransactionCodec> =
  | RawOf<Codec>
  | TransferCallback
  | OtherCallback;

/** A change of the workspace's configuration that the co-signer is asked to approve. */
export interface ConfigChange {
  readonly requestId: string;
  /** The custody's word, such as `ADD_USER` or `POLICY_APPROVAL`. */
  readonly type: string;
  readonly extraInfo: unknown;
  readonly claims: Claims;
}

/**
 * `REJECT` is for good: nobody else is asked, and the transaction ends. `RETRY` has the co-signer ask
 * again later, about every three minutes for an hour unless it was set up otherwise.
 */
export type CallbackDecision =
  | { readonly action: 'APPROVE' }
  | { readonly action: 'REJECT'; readonly reason: string }
  | { readonly action: 'RETRY' };
