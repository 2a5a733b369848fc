import type { CallOptions } from '../core/clock.js';
import type { TransactionOptions } from '../transactions/index.js';
import type { XrplBatchEntry } from './execution.js';
import type { XrplGateway } from './gateway.js';
import type { XrplHistoryQuery } from './node/history.js';
import type { XrplPathQuery } from './node/paths.js';
import type { XrplBatchOptions, XrplTransactionOptions, XrpTransferOptions } from './options.js';
import type { XrplOperationParams } from './spec.js';

type Params<K extends keyof XrplOperationParams> = XrplOperationParams[K];

/**
 * An {@link XrplGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.accountSet({ configs: { tickSize: 4 } });
 * ```
 */
export class XrplVault {
  readonly vaultAccountId: string;
  readonly #gateway: XrplGateway;

  constructor(gateway: XrplGateway, vaultAccountId: string) {
    this.#gateway = gateway;
    this.vaultAccountId = vaultAccountId;
  }

  /** See {@link XrplGateway.offerCreate}. */
  offerCreate(params: Params<'offerCreate'>, options?: XrplTransactionOptions) {
    return this.#gateway.offerCreate(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.offerCancel}. */
  offerCancel(params: Params<'offerCancel'>, options?: XrplTransactionOptions) {
    return this.#gateway.offerCancel(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.crossCurrencyPayment}. */
  crossCurrencyPayment(params: Params<'crossCurrencyPayment'>, options?: XrplTransactionOptions) {
    return this.#gateway.crossCurrencyPayment(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.tokenTransfer}. */
  tokenTransfer(params: Params<'tokenTransfer'>, options?: XrplTransactionOptions) {
    return this.#gateway.tokenTransfer(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.accountSet}. */
  accountSet(params: Params<'accountSet'>, options?: XrplTransactionOptions) {
    return this.#gateway.accountSet(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.burnToken}. */
  burnToken(params: Params<'burnToken'>, options?: XrplTransactionOptions) {
    return this.#gateway.burnToken(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.clawback}. */
  clawback(params: Params<'clawback'>, options?: XrplTransactionOptions) {
    return this.#gateway.clawback(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.freezeToken}. */
  freezeToken(params: Params<'freezeToken'>, options?: XrplTransactionOptions) {
    return this.#gateway.freezeToken(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.trustSet}. */
  trustSet(params: Params<'trustSet'>, options?: XrplTransactionOptions) {
    return this.#gateway.trustSet(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.mptokenAuthorize}. */
  mptokenAuthorize(params: Params<'mptokenAuthorize'>, options?: XrplTransactionOptions) {
    return this.#gateway.mptokenAuthorize(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.credentialCreate}. */
  credentialCreate(params: Params<'credentialCreate'>, options?: XrplTransactionOptions) {
    return this.#gateway.credentialCreate(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.credentialAccept}. */
  credentialAccept(params: Params<'credentialAccept'>, options?: XrplTransactionOptions) {
    return this.#gateway.credentialAccept(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.credentialDelete}. */
  credentialDelete(params: Params<'credentialDelete'>, options?: XrplTransactionOptions) {
    return this.#gateway.credentialDelete(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.xrpTransfer}. */
  xrpTransfer(params: Params<'xrpTransfer'>, options?: XrpTransferOptions) {
    return this.#gateway.xrpTransfer(this.vaultAccountId, params, options);
  }

  /** See {@link XrplGateway.submit}. */
  submit(transaction: Params<'submit'>, options?: XrplTransactionOptions) {
    return this.#gateway.submit(this.vaultAccountId, transaction, options);
  }

  /** See {@link XrplGateway.submitBatch}. */
  submitBatch(transactions: readonly XrplBatchEntry[], options?: XrplBatchOptions) {
    return this.#gateway.submitBatch(this.vaultAccountId, transactions, options);
  }

  /** See {@link XrplGateway.resume}. */
  resume(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.resume(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link XrplGateway.cancel}. */
  cancel(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.cancel(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link XrplGateway.pending}. */
  pending(options?: CallOptions) {
    return this.#gateway.pending(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getAddress}. */
  getAddress(options?: CallOptions) {
    return this.#gateway.getAddress(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getPublicKey}. */
  getPublicKey(options?: CallOptions) {
    return this.#gateway.getPublicKey(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getAccount}. */
  getAccount(options?: CallOptions) {
    return this.#gateway.getAccount(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getBalances}. */
  getBalances(options?: CallOptions) {
    return this.#gateway.getBalances(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getTrustLines}. */
  getTrustLines(options?: CallOptions) {
    return this.#gateway.getTrustLines(this.vaultAccountId, options);
  }

  /** See {@link XrplGateway.getTransactions}. */
  getTransactions(query?: XrplHistoryQuery, options?: CallOptions) {
    return this.#gateway.getTransactions(this.vaultAccountId, query, options);
  }

  /** See {@link XrplGateway.findPaths}. */
  findPaths(query: XrplPathQuery, options?: CallOptions) {
    return this.#gateway.findPaths(this.vaultAccountId, query, options);
  }

  /** See {@link XrplGateway.getOffers}. */
  getOffers(options?: CallOptions) {
    return this.#gateway.getOffers(this.vaultAccountId, options);
  }
}
