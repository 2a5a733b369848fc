import type { CallOptions } from '../core/clock.js';
import type { TransactionOptions } from '../transactions/index.js';
import type { StacksBatchEntry } from './execution.js';
import type { StacksGateway } from './gateway.js';
import type { ContractCallParams } from './operations/contract-call.js';
import type { StacksReplacement } from './operations/replacement.js';
import type { CustomToken, StacksTransferParams } from './operations/transfer.js';
import type { StacksAmount, StacksBatchOptions, StacksTransactionOptions } from './options.js';
import type { HistoryOptions } from './reads/history.js';
import type { NativeTransactionOptions, TokenTransactionOptions } from './spec.js';
import { StackingVaultMethods } from './stacking/vault.js';
import type { GivenStacksTransaction } from './wire/given-transaction.js';

/**
 * A {@link StacksGateway} bound to one vault account: its methods without their first argument.
 *
 * @example
 * ```ts
 * const vault = gateway.forVault('0');
 * await vault.getAddress();
 * ```
 */
export class StacksVault<Strict extends boolean = false> extends StackingVaultMethods<Strict> {
  readonly #gateway: StacksGateway<Strict>;

  constructor(gateway: StacksGateway<Strict>, vaultAccountId: string) {
    super(gateway, vaultAccountId);
    this.#gateway = gateway;
  }

  /** See {@link StacksGateway.createNativeTransaction}. */
  createNativeTransaction(
    recipientAddress: string,
    amount: StacksAmount,
    options?: NativeTransactionOptions,
  ) {
    const { vaultAccountId } = this;
    return this.#gateway.createNativeTransaction(vaultAccountId, recipientAddress, amount, options);
  }

  /** See {@link StacksGateway.createFTTransaction}. */
  createFTTransaction(
    recipientAddress: string,
    amount: StacksAmount,
    token: 'sBTC' | 'USDCx' | CustomToken,
    note?: string,
    options?: TokenTransactionOptions,
  ) {
    return this.#gateway.createFTTransaction(
      this.vaultAccountId,
      recipientAddress,
      amount,
      token,
      note,
      options,
    );
  }

  /** See {@link StacksGateway.transfer}. */
  transfer(params: StacksTransferParams, options?: StacksTransactionOptions) {
    return this.#gateway.transfer(this.vaultAccountId, params, options);
  }

  /** See {@link StacksGateway.callContract}. */
  callContract(params: ContractCallParams, options?: StacksTransactionOptions) {
    return this.#gateway.callContract(this.vaultAccountId, params, options);
  }

  /** See {@link StacksGateway.submit}. */
  submit(
    transaction: GivenStacksTransaction,
    options?: Omit<StacksTransactionOptions, 'fee' | 'nonce'>,
  ) {
    return this.#gateway.submit(this.vaultAccountId, transaction, options);
  }

  /** See {@link StacksGateway.replaceTransaction}. */
  replaceTransaction(
    txId: string,
    changes?: StacksReplacement,
    options?: Omit<StacksTransactionOptions, 'nonce'>,
  ) {
    return this.#gateway.replaceTransaction(this.vaultAccountId, txId, changes, options);
  }

  /** See {@link StacksGateway.submitBatch}. */
  submitBatch(transactions: readonly StacksBatchEntry[], options?: StacksBatchOptions) {
    return this.#gateway.submitBatch(this.vaultAccountId, transactions, options);
  }

  /** See {@link StacksGateway.resume}. */
  resume(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.resume(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link StacksGateway.cancel}. */
  cancel(idempotencyKey: string, options?: TransactionOptions) {
    return this.#gateway.cancel(this.vaultAccountId, idempotencyKey, options);
  }

  /** See {@link StacksGateway.pending}. */
  pending(options?: CallOptions) {
    return this.#gateway.pending(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getAddress}. */
  getAddress(options?: CallOptions) {
    return this.#gateway.getAddress(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getPublicKey}. */
  getPublicKey(options?: CallOptions) {
    return this.#gateway.getPublicKey(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getBtcRewardsAddress}. */
  getBtcRewardsAddress(options?: CallOptions) {
    return this.#gateway.getBtcRewardsAddress(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getBalance}. */
  getBalance(options?: CallOptions) {
    return this.#gateway.getBalance(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getFtBalances}. */
  getFtBalances(options?: CallOptions) {
    return this.#gateway.getFtBalances(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getAccountNonce}. */
  getAccountNonce(options?: CallOptions) {
    return this.#gateway.getAccountNonce(this.vaultAccountId, options);
  }

  /** See {@link StacksGateway.getTransactionHistory}. */
  getTransactionHistory(
    useCache?: boolean,
    limit?: number,
    offset?: number,
    options?: HistoryOptions,
  ) {
    const { vaultAccountId } = this;
    return this.#gateway.getTransactionHistory(vaultAccountId, useCache, limit, offset, options);
  }
}
