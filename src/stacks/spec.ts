import { bytesToHex } from '../core/bytes.js';
import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { once } from '../core/once.js';
import { ownCopy } from '../core/own-fields.js';
import { readInput } from '../core/read-input.js';
import { parseInput } from '../core/schema.js';
import { partsToRead } from '../gateway/loading.js';
import {
  answered,
  type StacksAnswer,
  type StacksConfirmed,
  type StacksData,
  told,
} from './answer.js';
import type { StacksExecution } from './execution.js';
import type { StacksNonces } from './node/nonces.js';
import { readStatus, type StacksTransactionStatus, transactionId } from './node/status.js';
import { type CustomToken, tokenFields } from './operations/transfer.js';
import type { StacksAmount, StacksTransactionOptions } from './options.js';
import type { StacksBalance, StacksTokenBalance } from './reads/balances.js';
import type { Histories } from './reads/histories.js';
import {
  checkRange,
  checkUseCache,
  type HistoryOptions,
  type StacksHistory,
} from './reads/history.js';
import type { StacksSetup } from './setup.js';
import { StackingMethods } from './stacking/gateway.js';
import { rewardsAddressOf } from './wire/bitcoin-address.js';

/** Options of {@link StacksGateway.createNativeTransaction}, in addition to those of every transaction. */
export interface NativeTransactionOptions extends StacksTransactionOptions {
  /** Takes the fee out of the amount, to the microSTX. Default `false`. */
  readonly grossTransaction?: boolean | undefined;
  /** Goes into the transaction: up to 34 bytes. */
  readonly memo?: string | undefined;
}

/** Options of {@link StacksGateway.createFTTransaction}, in addition to those of every transaction. */
export interface TokenTransactionOptions extends StacksTransactionOptions {
  /** Goes into the transaction: up to 34 bytes. */
  readonly memo?: string | undefined;
}

/**
 * The methods of a {@link StacksGateway} that the specification and its reference name, beside those of
 * {@link StackingMethods}: with the specification's order of arguments, amounts in whole STX or tokens, and answers
 * `{ success: true, ... }` or `{ success: false, error }`.
 */
export class StacksSpecMethods<Strict extends boolean = false> extends StackingMethods<Strict> {
  readonly #setup: StacksSetup;
  readonly #execution: StacksExecution;
  readonly #strict: Strict | undefined;
  readonly #histories: () => Promise<Histories>;

  /** @internal */
  protected constructor(
    setup: StacksSetup,
    execution: StacksExecution,
    strict: Strict | undefined,
  ) {
    super({ setup, execution }, strict);
    this.#setup = setup;
    this.#execution = execution;
    this.#strict = strict;
    this.#histories = once(async () => {
      const { Histories } = await import('./reads/histories.js');
      return new Histories(setup.clock);
    });
  }

  /**
   * Sends STX.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param recipientAddress - The address of an account, of one signature or several, or a contract as `address.name`;
   * not the vault account's own.
   * @param amount - In STX: text such as `1.5`, or a number that is exact in six decimals. Of a bigint say the unit:
   * `15 microSTX`.
   * @param options - The idempotency key, how long to wait, and the limits of this call. `grossTransaction` takes the
   * fee out of the amount; `memo` is text of up to 34 bytes.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StacksGateway} says, where it is strict.
   * @example
   * ```ts
   * await gateway.createNativeTransaction('0', friendAddress, '1.5', { memo: 'invoice 7' });
   * await gateway.createNativeTransaction('0', friendAddress, 2, { grossTransaction: true });
   * ```
   */
  createNativeTransaction(
    vaultAccountId: string,
    recipientAddress: string,
    amount: StacksAmount,
    options: NativeTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(() => {
      const { grossTransaction, memo, ...rest } = ownCopy(options, 'options');
      const params = { recipientAddress, amount, grossTransaction, memo };
      return this.#execution.transfer(vaultAccountId, params, rest);
    });
  }

  /**
   * Sends a token by SIP-010: sBTC, USDCx, or any other by its contract. A post-condition makes the chain move exactly
   * this amount or nothing.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param recipientAddress - The address of an account, of one signature or several, or a contract as `address.name`;
   * not the vault account's own.
   * @param amount - In whole tokens: text such as `0.000001`, or a number that is exact in the token's decimals. Of a
   * bigint in base units say the unit: `15 units`.
   * @param token - `sBTC`, `USDCx`, or `tokenContractAddress`, `tokenContractName` and `tokenAssetName` of another, with
   * its `tokenDecimals` or without; no other fields.
   * @param note - Shown to the approvers, up to 256 characters; `options.memo` goes on the chain.
   * @param options - The idempotency key, how long to wait, and the limits of this call. `memo` is text of up to 34
   * bytes.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StacksGateway} says, where it is strict.
   * @example
   * ```ts
   * await gateway.createFTTransaction('0', friendAddress, '0.0001', 'sBTC', 'for invoice 7');
   * ```
   */
  createFTTransaction(
    vaultAccountId: string,
    recipientAddress: string,
    amount: StacksAmount,
    token: 'sBTC' | 'USDCx' | CustomToken,
    note?: string,
    options: TokenTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(() => {
      const { memo, ...rest } = ownCopy(options, 'options');
      const named = readInput('token', () => tokenFields(token));
      const params = { ...named, recipientAddress, amount, memo };
      return this.#execution.transfer(
        vaultAccountId,
        params,
        note === undefined ? rest : { ...rest, note },
      );
    });
  }

  /**
   * The compressed public key of a vault account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns 33 bytes as 66 hexadecimal characters, in lower case, without `0x`.
   * @example
   * ```ts
   * await gateway.getPublicKey('0');
   * ```
   */
  async getPublicKey(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return bytesToHex(account.publicKey.bytes);
  }

  /**
   * A Bitcoin address (P2WPKH) of the same key that signs for a vault account. With the default derivation it is
   * the vault's own at the custody platform; nothing is created there.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `bc1q...`, on testnet `tb1q...`.
   * @example
   * ```ts
   * await gateway.getBtcRewardsAddress('0'); // 'bc1q...', on testnet 'tb1q...'
   * ```
   */
  async getBtcRewardsAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return rewardsAddressOf(account.publicKey.bytes, this.#setup.network.kind);
  }

  /**
   * The address of a vault account. Like {@link getPublicKey} and {@link getBtcRewardsAddress} it
   * resolves with text, and throws whether or not the gateway is strict.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `SP...`, on testnet `ST...`.
   * @example
   * ```ts
   * await gateway.getAddress('0'); // 'SP...', on testnet 'ST...'
   * ```
   */
  async getAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    return (await partsToRead(this.#setup.parts, vaultAccountId, options)).account.address;
  }

  /**
   * A vault account's STX, by the node's own count. Zero for an account that was never funded.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Decimal strings in STX: `balance` is all of it, `locked` the part in stacking, and `spendable` the rest;
   * or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getBalance('0');
   * if (answer.success) console.log(answer.balance, answer.spendable);
   * ```
   */
  getBalance(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksBalance, Strict>> {
    return this.#answer(async () => {
      const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
      const { readBalance } = await import('./reads/balances.js');
      return ledger.ask(options, (node) => readBalance(node, account.address));
    });
  }

  /**
   * The fungible tokens that a vault account holds.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, each token's `units` in base units, and its `balance` in whole tokens: `undefined` if its
   * contract does not give its decimals; or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getFtBalances('0');
   * if (answer.success) {
   *   for (const { token, balance } of answer.data) console.log(token, balance);
   * }
   * ```
   */
  getFtBalances(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<readonly StacksTokenBalance[]>, Strict>> {
    return this.#answer(async () => {
      const { ledger, tokens, account } = await partsToRead(
        this.#setup.parts,
        vaultAccountId,
        options,
      );
      const { address } = account;
      const { readTokenBalances } = await import('./reads/balances.js');
      return told(await ledger.ask(options, (node) => readTokenBalances(node, tokens, address)));
    });
  }

  /**
   * A vault account's nonces: confirmed, waiting, and the lowest that is free.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Decimal strings: `confirmedNonce` is the next after the confirmed ones, `pendingNonces` ascend, and
   * `nextAvailable` is the lowest that is free; or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getAccountNonce('0');
   * if (answer.success) console.log(answer.nextAvailable);
   * ```
   */
  getAccountNonce(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksNonces, Strict>> {
    return this.#answer(async () => {
      const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
      const { readNonces } = await import('./node/nonces.js');
      return ledger.ask(options, (node) => readNonces(node, account.address));
    });
  }

  /**
   * The status of a transaction, from any sender.
   *
   * @param txId - 64 hexadecimal characters, with or without `0x`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, the API's own word as `tx_status`, and what it means as `outcome`: a transaction that a mempool
   * has dropped is `unknown`, since another node may still mine it (releases from 9 on show none of these). Or a
   * `StacksFailure`, unless the gateway is strict.
   * @throws UnknownTransactionError, where it is strict, while neither chain nor mempool has it.
   * @example
   * ```ts
   * const sent = await gateway.createNativeTransaction('0', friendAddress, '0.1');
   * if (sent.success) {
   *   const answer = await gateway.getTxStatusById(sent.txHash);
   *   if (answer.success) console.log(answer.data.tx_status); // success
   * }
   * ```
   */
  getTxStatusById(
    txId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<StacksTransactionStatus>, Strict>> {
    return this.#answer(async () => {
      checkCallOptions(options);
      const txid = parseInput(transactionId, txId, 'txId');
      const { ledger } = await this.#setup.parts();
      return told(await ledger.ask(options, (node) => readStatus(node, txid)));
    });
  }

  /**
   * A vault account's transactions of every kind, sent and received.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param useCache - Returns a part again that was read here within the last 30 seconds. Default `false`.
   * @param limit - 1 to 200. Default 50.
   * @param offset - How many to leave out: 1,000 at most with today's API, which is read page by page. Default 0.
   * Older transactions are reached by `cursor`.
   * @param options - A signal that ends the call, and `timeoutMs`. `order`: `desc` (default), the most recent first, or
   * `asc`, of 1,000 transactions and a part. `cursor`: the `nextCursor` of the part before, from which to continue.
   * @returns The part as `data`, in that order, with amounts in whole STX or tokens, and its `nextCursor`: `null` at
   * the end, and with `asc`; or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getTransactionHistory('0', false, 10, 0);
   * if (answer.success) {
   *   for (const { transaction_hash, tx_type, tx_status } of answer.data) {
   *     console.log(transaction_hash, tx_type, tx_status);
   *   }
   *   const cursor = answer.nextCursor ?? undefined;
   *   if (cursor) await gateway.getTransactionHistory('0', false, 10, 0, { cursor });
   * }
   * ```
   */
  getTransactionHistory(
    vaultAccountId: string,
    useCache = false,
    limit = 50,
    offset = 0,
    options: HistoryOptions = {},
  ): Promise<StacksAnswer<StacksHistory, Strict>> {
    return this.#answer(async () => {
      const { order = 'desc', cursor, ...call } = ownCopy(options, 'options');
      const range = checkRange({ limit, offset, order, cursor });
      const mayBeOlder = checkUseCache(useCache);
      const { account, ...parts } = await partsToRead(this.#setup.parts, vaultAccountId, call);
      const histories = await this.#histories();
      const kept = mayBeOlder ? histories.kept(account.address, range) : undefined;
      return kept ?? histories.read(parts, account.address, range, call);
    });
  }

  #answer<T>(work: () => Promise<T>): Promise<StacksAnswer<T, Strict>> {
    return answered(this.#strict, work);
  }
}
