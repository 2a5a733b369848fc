import * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import { CustodyError } from './errors.js';

/** A field that is read as missing where it is not as documented: one odd field must not hide a signature. */
export function lenient<S extends z.ZodMiniType>(schema: S) {
  const read = (value: unknown): z.output<S> | null | undefined =>
    value === null ? null : z.safeParse(schema, value).data;
  return z.optional(z.transform(read));
}

const text = lenient(z.string());

const signedMessage = z.looseObject({
  /** What was signed, in hexadecimal: a digest for ECDSA, the whole message for EdDSA. */
  content: text,
  /** Fireblocks' name of the algorithm, such as `MPC_ECDSA_SECP256K1`. */
  algorithm: text,
  /** The key's path: `[44, coin type, vault account, change, address index]`, no level hardened. */
  derivationPath: lenient(z.array(z.number())),
  /** The key that Fireblocks says it used, in hexadecimal. Another one than the pinned key is refused. */
  publicKey: text,
  /** Missing while the message is not signed. */
  signature: lenient(
    z.looseObject({
      /** 64 bytes in hexadecimal: r||s for ECDSA, R||S for EdDSA. */
      fullSig: text,
      /** The first half, in hexadecimal; read only where `fullSig` is missing. */
      r: text,
      /** The second half, in hexadecimal; read only where `fullSig` is missing. */
      s: text,
      /** The recovery id of an ECDSA signature, 0 to 3; ignored for EdDSA. */
      v: lenient(z.number()),
    }),
  ),
});

const peer = z.looseObject({
  /** Fireblocks' type, such as `VAULT_ACCOUNT` or `ONE_TIME_ADDRESS`. */
  type: text,
  /** Fireblocks' id within that type. Missing or `null` for a one-time address, and where none is named. */
  id: text,
});

export const custodyTransaction = z.looseObject({
  /** Fireblocks' own id of the transaction. */
  id: z.string(),
  /** Fireblocks' word, such as `PENDING_SIGNATURE` or `COMPLETED`. One that is not known here counts as pending. */
  status: z.string(),
  /** Fireblocks' reason beside the status, such as `REJECTED_BY_USER`. May be empty. */
  subStatus: text,
  /** The id that the requester gave: a request of this package has its idempotency key at the signer there. */
  externalTxId: text,
  /** `RAW`, `TRANSFER` or another name. */
  operation: text,
  /** Fireblocks' id of the asset, such as `XRP_TEST`. Missing for a RAW transaction whose keys are named by path. */
  assetId: text,
  /** The vault account that pays or signs. */
  source: lenient(peer),
  /** Where a TRANSFER goes. */
  destination: lenient(peer),
  /** The address that is paid. Missing or empty while it is unknown. */
  destinationAddress: text,
  /** The tag that goes with the address, as text. Missing or empty without one. */
  destinationTag: text,
  /** The amounts of a TRANSFER, as decimal text. */
  amountInfo: lenient(
    z.looseObject({
      /** What was asked for, in whole units of the asset. */
      requestedAmount: text,
      /** In the same unit; read only where `requestedAmount` is missing. */
      amount: text,
    }),
  ),
  /** The requester's note, which approvers see. */
  note: text,
  /** The hash on the chain of a transfer that was sent. Fireblocks sends no RAW transaction, so it has none. */
  txHash: text,
  /** Why it failed, in Fireblocks' words. */
  errorDescription: text,
  /** In milliseconds since the epoch. */
  createdAt: lenient(z.number()),
  /** When the approval window closes, in milliseconds since the epoch. */
  expiresAt: lenient(z.number()),
  /** Those of a RAW transaction, in any order; not all need be there yet. */
  signedMessages: lenient(z.array(signedMessage)),
});
/** The fields of a Fireblocks transaction that this package reads. Only the id and the status are required. */
export type CustodyTransaction = z.output<typeof custodyTransaction>;
/** A message of a RAW transaction with its signature, in hexadecimal. */
export type SignedMessage = z.output<typeof signedMessage>;

/** Fireblocks documents only `id` and `status`; other fields that it returns must match the request. */
export type CreatedTransaction = CustodyTransaction;

export const cancelledTransaction = z.looseObject({});

/** @throws CustodyError unless Fireblocks says, by `success` or by nothing, that it was cancelled. */
export function assertCancelled({ success }: z.output<typeof cancelledTransaction>): void {
  const custodyMessage = 'the transaction was not cancelled';
  if (success !== undefined && success !== true)
    throw new CustodyError({ status: 200, custodyMessage });
}

export const publicKeyInfo = z.looseObject({
  /** In hexadecimal: 33 bytes, compressed, or 32 for Ed25519. */
  publicKey: z.string(),
  /** Fireblocks' name of the algorithm. An answer with another one than was asked for is refused. */
  algorithm: text,
  /** `[44, coin type, vault account, change, address index]`. Refused where another path was asked for. */
  derivationPath: lenient(z.array(z.number())),
});
/** A public key as Fireblocks shows it, in hexadecimal. */
export type PublicKeyInfo = z.output<typeof publicKeyInfo>;

export const vaultAccount = z.looseObject({
  /** A whole number as text, such as `0`. */
  id: z.string(),
});
export type VaultAccountInfo = z.output<typeof vaultAccount>;

/** The algorithms of raw signing, by Fireblocks' names. */
export type CustodyAlgorithm = 'MPC_ECDSA_SECP256K1' | 'MPC_EDDSA_ED25519' | 'MPC_ECDSA_SECP256R1';

/** The body of `POST /v1/transactions`, as far as this package uses it. */
export interface CreateTransactionRequest {
  /** `RAW` signs messages, and sends nothing. `TRANSFER` is built, signed and sent by Fireblocks. */
  readonly operation: 'RAW' | 'TRANSFER';
  /**
   * The request's idempotency key: 1 to 64 letters, digits, `-` or `_`. Fireblocks keeps it for ever, and refuses a
   * second transaction with it.
   */
  readonly externalTxId: string;
  /** Fireblocks' id of the asset, such as `XRP_TEST`. Missing where the messages name their keys by path. */
  readonly assetId?: string;
  /** The vault account that pays, or whose key signs. */
  readonly source: {
    /** The only type of source that this package uses. */
    readonly type: 'VAULT_ACCOUNT';
    /** The vault account's id. Missing where the messages name their keys by path: the path has it. */
    readonly id?: string;
  };
  /** Where a TRANSFER goes. Missing for RAW. */
  readonly destination?: {
    /** `ONE_TIME_ADDRESS`, or the type of what `id` names, such as `VAULT_ACCOUNT`. */
    readonly type: string;
    /** Fireblocks' id of the destination. Missing for a one-time address. */
    readonly id?: string;
    /** Present for the type `ONE_TIME_ADDRESS`, and for no other. */
    readonly oneTimeAddress?: {
      /** An address on the asset's chain. */
      readonly address: string;
      /** The tag that goes with the address, as text. Missing for a transfer without one. */
      readonly tag?: string;
    };
  };
  /** What a TRANSFER pays, in whole units of the asset, as plain decimal text. Missing for RAW. */
  readonly amount?: string;
  /** Shown to the approvers. */
  readonly note?: string;
  /** Missing where Fireblocks' own approval window is to hold. */
  readonly configurations?: {
    /** The approval window: a whole number of seconds, above zero. */
    readonly expiresAfterSeconds: number;
  };
  /** Missing for a TRANSFER. */
  readonly extraParameters?: {
    /** What is to be signed. */
    readonly rawMessageData: {
      /** Of the keys that messages name by path. Missing otherwise: the asset decides. */
      readonly algorithm?: CustodyAlgorithm;
      /** 1 to 127. */
      readonly messages: readonly RawMessage[];
    };
    /** What the messages stand for, as JSON, for callback handlers. Fireblocks does not compare it. */
    readonly unhashedTxPayload?: unknown;
  };
}

/** One message of a RAW transaction. */
export interface RawMessage {
  /** Hex, no `0x`. */
  readonly content: string;
  /** `[44, coin type, vault account, change, address index]`. Missing where the asset finds the key. */
  readonly derivationPath?: readonly number[];
  /** The path's level `change`, where the asset finds the key. Not sent by the signer of this package. */
  readonly bip44change?: number;
  /** The path's address index, where the asset finds the key. Not sent by the signer of this package. */
  readonly bip44addressIndex?: number;
}

/** Filters of `GET /v1/transactions`; times in milliseconds since the epoch. */
export interface TransactionQuery {
  /** Only transactions that were made after this time. */
  readonly after?: number;
  /** Only transactions that were made before this time. */
  readonly before?: number;
  /** The vault account's id. Without it, transactions of all vault accounts are listed. */
  readonly sourceId?: string;
  /** How many at most: 1 to 500. */
  readonly limit: number;
}

/** How each list of transactions is asked for. */
export const NEWEST_FIRST = {
  orderBy: 'createdAt',
  sort: 'DESC',
  sourceType: 'VAULT_ACCOUNT',
} as const;

/**
 * The Fireblocks calls that this package makes. {@link FireblocksRestClient} makes them by itself;
 * {@link clientFromTsSdk} and {@link clientFromFireblocksSdk} make them through an SDK.
 */
export interface FireblocksClient {
  /** Fireblocks' clock, in milliseconds since the epoch, as far as an answer has shown it. */
  time?(): number | undefined;
  /**
   * After a try without a clear answer, no error of a later try may read as a refusal: it has to be retryable.
   *
   * @throws DuplicateExternalIdError when the external id is taken.
   * @throws CustodyUnconfirmedError when it is not known whether Fireblocks accepted the request.
   * @throws InvalidInputError where there is no external id: each try would make another transaction.
   */
  createTransaction(
    request: CreateTransactionRequest,
    options?: CallOptions,
  ): Promise<CreatedTransaction>;
  /** A transaction by the id that Fireblocks gave it. */
  getTransaction(id: string, options?: CallOptions): Promise<CustodyTransaction>;
  /** @throws CustodyNotFoundError when there is no such transaction. */
  getTransactionByExternalId(id: string, options?: CallOptions): Promise<CustodyTransaction>;
  /** The transactions of one vault account or of all, newest first. */
  listTransactions(
    query: TransactionQuery,
    options?: CallOptions,
  ): Promise<readonly CustodyTransaction[]>;
  /** Cancels a transaction that is not signed yet. @throws CustodyError when Fireblocks does not cancel it. */
  cancelTransaction(id: string, options?: CallOptions): Promise<void>;
  /** @throws CustodyNotFoundError when there is no such account. */
  getVaultAccount(id: string, options?: CallOptions): Promise<VaultAccountInfo>;
  /** The public key of a derivation path. */
  getPublicKeyByPath(
    path: readonly number[],
    algorithm: CustodyAlgorithm,
    options?: CallOptions,
  ): Promise<PublicKeyInfo>;
  /** The public key of an address of a vault account's wallet. */
  getPublicKeyByAsset(
    address: {
      readonly vaultAccountId: string;
      readonly assetId: string;
      readonly change: number;
      readonly addressIndex: number;
    },
    options?: CallOptions,
  ): Promise<PublicKeyInfo>;
}
