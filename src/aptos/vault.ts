import type { CallOptions } from '../core/clock.js';
import type { TransactionOptions } from '../transactions/index.js';
import type { AptosBatchEntry } from './execution.js';
import type { AptosGateway } from './gateway.js';
import type { AptosHistoryQuery } from './node/history.js';
import type { TransferMoveParams } from './operations/transfer-move.js';
import type { TransferTokenParams } from './operations/transfer-token.js';
import type { AptosBatchOptions, AptosSubmitOptions, AptosTransactionOptions } from './options.js';
import type { GivenTransaction } from './wire/given-transaction.js';

/**
 * An {@link AptosGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.getAddress();
 * ```
 */
export class AptosVault {
  readonly vaultAccountId: string;
  readonly #gateway: AptosGateway;

  constructor(gateway: AptosGateway, vaultAccountId: string) {
    this.#gateway = gateway;
    this.vaultAccountId = vaultAccountId;
  }

  /** See {@link AptosGateway.transferMove}. */
  transferMove(params: TransferMoveParams, options?: AptosTransactionOptions) {
    return this.#gateway.transferMove(this.vaultAccountId, params, options);
  }

  /** See {@link AptosGateway.transferToken}. */
  transferToken(params: TransferTokenParams, options?: AptosTransactionOptions) {
    return this.#gateway.transferToken(this.vaultAccountId, params, options);
  }

  /** See {@link AptosGateway.submit}. */
  submit(transaction: GivenTransaction, options?: AptosSubmitOptions) {
    return this.#gateway.submit(this.vaultAccountId, transaction, options);
  }

  /** See {@link AptosGateway.submitBatch}. */
  submitBatch(transactions: readonly AptosBatchEntry[], options?: AptosBatchOptions) {
    return this.#gateway.submitBatch(this.vaultAccountId, transactions, options);
  }

  /** See {@link AptosGateway.resume}. */
  resume(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.resume(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link AptosGateway.cancel}. */
  cancel(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.cancel(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link AptosGateway.pending}. */
  pending(options?: CallOptions) {
    return this.#gateway.pending(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getAddress}. */
  getAddress(options?: CallOptions) {
    return this.#gateway.getAddress(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getPublicKey}. */
  getPublicKey(options?: CallOptions) {
    return this.#gateway.getPublicKey(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getBalance}. */
  getBalance(options?: CallOptions) {
    return this.#gateway.getBalance(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getBalances}. */
  getBalances(options?: CallOptions) {
    return this.#gateway.getBalances(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getCoinsData}. */
  getCoinsData(options?: CallOptions) {
    return this.#gateway.getCoinsData(this.vaultAccountId, options);
  }

  /** See {@link AptosGateway.getTransactions}. */
  getTransactions(
    query?: AptosHistoryQuery & { readonly direction?: 'sent' },
    options?: CallOptions,
  ) {
    return this.#gateway.getTransactions(this.vaultAccountId, query, options);
  }
}
