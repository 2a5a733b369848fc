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
  content: text,
  algorithm: text,
  derivationPath: lenient(z.array(z.number())),
  publicKey: text,
  signature: lenient(z.looseObject({ fullSig: text, r: text, s: text, v: lenient(z.number()) })),
});

const peer = z.looseObject({ type: text, id: text });

export const custodyTransaction = z.looseObject({
  id: z.string(),
  status: z.string(),
  subStatus: text,
  externalTxId: text,
  operation: text,
  assetId: text,
  source: lenient(peer),
  destination: lenient(peer),
  destinationAddress: text,
  destinationTag: text,
  amountInfo: lenient(z.looseObject({ requestedAmount: text, amount: text })),
  note: text,
  txHash: text,
  errorDescription: text,
  createdAt: lenient(z.number()),
  expiresAt: lenient(z.number()),
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
  publicKey: z.string(),
  algorithm: text,
  derivationPath: lenient(z.array(z.number())),
});
/** A public key as Fireblocks shows it, in hexadecimal. */
export type PublicKeyInfo = z.output<typeof publicKeyInfo>;

export const vaultAccount = z.looseObject({ id: z.string() });
export type VaultAccountInfo = z.output<typeof vaultAccount>;

/** The algorithms of raw signing, by Fireblocks' names. */
export type CustodyAlgorithm = 'MPC_ECDSA_SECP256K1' | 'MPC_EDDSA_ED25519' | 'MPC_ECDSA_SECP256R1';

/** The body of `POST /v1/transactions`, as far as this package uses it. */
export interface CreateTransactionRequest {
  readonly operation: 'RAW' | 'TRANSFER';
  readonly externalTxId: string;
  readonly assetId?: string;
  readonly source: { readonly type: 'VAULT_ACCOUNT'; readonly id?: string };
  readonly destination?: {
    readonly type: string;
    readonly id?: string;
    readonly oneTimeAddress?: { readonly address: string; readonly tag?: string };
  };
  readonly amount?: string;
  readonly note?: string;
  readonly configurations?: { readonly expiresAfterSeconds: number };
  readonly extraParameters?: {
    readonly rawMessageData: {
      readonly algorithm?: CustodyAlgorithm;
      readonly messages: readonly RawMessage[];
    };
    readonly unhashedTxPayload?: unknown;
  };
}

/** One message of a RAW transaction. */
export interface RawMessage {
  /** Hex, no `0x`. */
  readonly content: string;
  readonly derivationPath?: readonly number[];
  readonly bip44change?: number;
  readonly bip44addressIndex?: number;
}

/** Filters of `GET /v1/transactions`; times in milliseconds since the epoch. */
export interface TransactionQuery {
  readonly after?: number;
  readonly before?: number;
  readonly sourceId?: string;
  readonly limit: number;
}

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
