import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { legible } from '../core/legible.js';
import { ownCopy } from '../core/own-fields.js';
import { parseInput } from '../core/schema.js';
import type { PendingTransaction, Receipt, TransactionOptions } from '../transactions/index.js';
import {
  answered,
  type StacksAnswer,
  type StacksConfirmed,
  type StacksData,
  told,
} from './answer.js';
import { type StacksBatchEntry, type StacksBatchResult, StacksExecution } from './execution.js';
import { readNonces, type StacksNonces } from './node/nonces.js';
import { readStatus, type StacksTransactionStatus, transactionId } from './node/status.js';
import type { ContractCallParams } from './operations/contract-call.js';
import type { StacksReplacement } from './operations/replacement.js';
import type { CustomToken, StacksTransferParams } from './operations/transfer.js';
import type {
  StacksAmount,
  StacksBatchOptions,
  StacksGatewayOptions,
  StacksTransactionOptions,
} from './options.js';
import {
  readBalance,
  readTokenBalances,
  type StacksBalance,
  type StacksTokenBalance,
} from './reads/balances.js';
import {
  checkRange,
  checkUseCache,
  HistoryCache,
  type HistoryOptions,
  type StacksHistory,
} from './reads/history.js';
import { type StacksParts, setUp } from './setup.js';
import { rewardsAddressOf } from './stacking/bitcoin-address.js';
import { StackingMethods } from './stacking/gateway.js';
import { StacksVault } from './vault.js';
import type { GivenStacksTransaction } from './wire/given-transaction.js';

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
 * Acts on Stacks with keys that a custody platform holds.
 *
 * Every transaction is validated, signed, verified, submitted, and waited for. The call resolves with
 * `{ success: true, txHash, data }` once it is on the chain and succeeded, and with
 * `{ success: false, error, code, status }` for everything else, see `StacksFailure`: a transaction that is only
 * pending is no success. With `strict: true` a failure is thrown instead, as a `GatewayError`:
 *
 * - `InvalidInputError`: no request was sent, or only one for a contract's parameters.
 * - {@link InsufficientFundsError}: the account has too little; no approval was requested.
 * - {@link FeeTooHighError}: it would cost more than the cap allows.
 * - `SignaturePendingError`: not signed in time; repeat the call with the same key.
 * - `SignatureRejectedError`: a person, a policy or the clock refused.
 * - {@link TransactionFailedError}: it is on the chain and paid for, without its effect.
 * - {@link TransactionRefusedError}: the node didn't take it.
 * - {@link TransactionReplacedError}: another transaction has its nonce; it has no effect.
 * - {@link TransactionUnconfirmedError}: on its way, or not known; repeat the call.
 * - {@link AccountBusyError}: another transaction of the vault didn't end in time.
 * - {@link AlreadyRequestedError}: another key has asked for the very same transaction.
 *
 * From the moment the custody platform is asked, `transaction` has the idempotency key, the platform's id and,
 * once signed, the hash. Nothing expires on Stacks: a waiting transaction stays valid until another one spends
 * its nonce.
 *
 * @example
 * ```ts
 * import { StacksGateway } from 'custody-gateways/stacks';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { LocalRawSigner } from 'custody-gateways/signer';
 *
 * const sandbox = await startSandbox();
 * const gateway = new StacksGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: sandbox.stacks,
 * });
 * sandbox.stacks.fund(await gateway.getAddress('0'), 100_000_000n);
 * const recipient = await gateway.getAddress('1');
 * const answer = await gateway.createNativeTransaction('0', recipient, '1.5'); // STX
 * if (answer.success) console.log(answer.txHash);
 * else console.log(answer.code, answer.status);
 * await sandbox.stop();
 * ```
 */
export class StacksGateway<Strict extends boolean = false> extends StackingMethods<Strict> {
  readonly #parts: StacksParts;
  readonly #execution: StacksExecution;
  readonly #strict: Strict | undefined;
  readonly #histories: HistoryCache;

  /** @throws ConfigurationError naming the option at fault. Nothing is read or opened yet. */
  constructor(options: StacksGatewayOptions<Strict>) {
    const parts = setUp(options);
    const execution = new StacksExecution(parts);
    super({ parts, execution }, options.strict);
    this.#parts = parts;
    this.#execution = execution;
    this.#strict = options.strict;
    this.#histories = new HistoryCache(() => parts.clock.monotonic());
  }

  /**
   * Sends STX: to an account or a contract, with one signature or several.
   *
   * `amount` is in STX: `'1.5'`, or a number that is exact in six decimals. Of a bigint say the unit: `'15 microSTX'`.
   *
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
      const { grossTransaction, memo, ...rest } = legible('options', () =>
        ownCopy(options, 'options'),
      );
      const params = { recipientAddress, amount, grossTransaction, memo };
      return this.#transfer(vaultAccountId, params, rest);
    });
  }

  /**
   * Sends a token by SIP-010: sBTC, USDCx, or any other by its contract. A post-condition makes the chain move
   * exactly this amount or nothing.
   *
   * `amount` is in whole tokens: `'0.000001'`, or a number that is exact in the token's decimals. Of a bigint in
   * base units say the unit: `'15 units'`.
   *
   * @param note - Shown to the approvers; `options.memo` goes on the chain.
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
      const { memo, ...rest } = legible('options', () => ownCopy(options, 'options'));
      const named = legible('token', () =>
        typeof token === 'string' ? { assetType: token } : { ...token, assetType: 'Custom' },
      );
      const params = { recipientAddress, amount, memo, ...named };
      return this.#transfer(vaultAccountId, params, note === undefined ? rest : { ...rest, note });
    });
  }

  /**
   * Sends STX or a token, as `assetType` says: `STX` (default), `sBTC`, `USDCx`, or `Custom` with
   * `tokenContractAddress`, `tokenContractName` and `tokenAssetName`.
   *
   * @throws what {@link StacksGateway} says, where it is strict.
   * @example
   * ```ts
   * await gateway.transfer('0', { recipientAddress: friendAddress, amount: 1.5 });
   * await gateway.transfer('0', {
   *   recipientAddress: friendAddress,
   *   amount: '0.0001',
   *   assetType: 'sBTC',
   * });
   * ```
   */
  transfer(
    vaultAccountId: string,
    params: StacksTransferParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(() => this.#transfer(vaultAccountId, params, options));
  }

  /**
   * Calls a public function of any contract. Without post-conditions nothing of the account may move.
   *
   * @throws what {@link StacksGateway} says, where it is strict.
   * @example
   * ```ts
   * import { Cl, Pc } from '@stacks/transactions';
   *
   * const address = await gateway.getAddress('0');
   * await gateway.callContract('0', {
   *   contract: tokenContract,
   *   functionName: 'transfer',
   *   functionArgs: [Cl.uint(1), Cl.principal(address), Cl.principal(friendAddress), Cl.none()],
   *   postConditions: [Pc.principal(address).willSendEq(1).ft(tokenContract, 'sbtc-token')],
   * });
   * ```
   */
  callContract(
    vaultAccountId: string,
    params: ContractCallParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const input = this.#execution.inputFor('callContract', params);
      return this.#execution.operate(vaultAccountId, input, options);
    });
  }

  /**
   * Signs and submits a transaction that was built elsewhere, such as with `@stacks/transactions`,
   * exactly as it is, with its own nonce and fee. It must be for one signature of the vault's key.
   *
   * @throws what {@link StacksGateway} says, where it is strict.
   * @example
   * ```ts
   * import { makeUnsignedSTXTokenTransfer } from '@stacks/transactions';
   *
   * const transaction = await makeUnsignedSTXTokenTransfer({
   *   recipient: friendAddress,
   *   amount: 1_000n,
   *   fee: 500n,
   *   nonce: 0n,
   *   publicKey: await gateway.getPublicKey('0'),
   *   network: 'testnet',
   * });
   * await gateway.submit('0', transaction);
   * ```
   */
  submit(
    vaultAccountId: string,
    transaction: GivenStacksTransaction,
    options: Omit<StacksTransactionOptions, 'fee' | 'nonce'> = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(() => this.#execution.submit(vaultAccountId, transaction, options));
  }

  /**
   * Replaces a waiting transaction by another: with its nonce, a higher fee, and everything else as it was,
   * post-conditions and memo included. For a transfer of STX the recipient and the amount can be changed.
   * Whichever of the two a miner takes, the other will never have an effect.
   *
   * @param txId - The waiting transaction's id.
   * @param options - `fee` must be more than that of the waiting transaction. Default: a quarter more, or the
   * usual fee now if that is more.
   * @throws NotReplaceableError, UnknownTransactionError, and what {@link StacksGateway} says, where it
   * is strict.
   * @example
   * ```ts
   * const answer = await gateway.createNativeTransaction('0', friendAddress, 1, { fee: '0.0003' });
   * if (!answer.success && answer.status === 'pending' && answer.txHash) {
   *   await gateway.replaceTransaction('0', answer.txHash, {}, { fee: '0.01' });
   * }
   * ```
   */
  replaceTransaction(
    vaultAccountId: string,
    txId: string,
    changes: StacksReplacement = {},
    options: Omit<StacksTransactionOptions, 'nonce'> = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(() => this.#execution.replace(vaultAccountId, { txId, changes }, options));
  }

  /**
   * Signs several transactions of a vault account with one approval and submits them in order: with consecutive
   * nonces, up to as many in one request as the signer takes (127 at Fireblocks), more in one request after
   * another. A node accepts 25 transactions of an account at a time, and the rest as blocks come.
   *
   * Succeeds when every transaction is confirmed. Once there are signatures, every other end is a
   * {@link BatchIncompleteError}, whose `members` give the outcome of each transaction, with its hash.
   *
   * @throws what {@link StacksGateway} says, and {@link BatchIncompleteError}, where it is strict.
   * @example
   * ```ts
   * await gateway.submitBatch('0', [
   *   { transactionType: 'transfer', params: { recipientAddress: friendAddress, amount: '0.1' } },
   *   { transactionType: 'transfer', params: { recipientAddress: friendAddress, amount: '0.2' } },
   * ]);
   * ```
   */
  submitBatch(
    vaultAccountId: string,
    transactions: readonly StacksBatchEntry[],
    options: StacksBatchOptions = {},
  ): Promise<StacksAnswer<StacksBatchResult, Strict>> {
    return this.#answer(() => this.#execution.batch(vaultAccountId, transactions, options));
  }

  /**
   * Goes on with what a key began, in this process or another: waits for its signature, submits, confirms. It
   * needs only the custody platform and the chain.
   *
   * @throws what {@link StacksGateway} says, and {@link TransactionNotFoundError}, where it is strict.
   * @example
   * ```ts
   * const options = { idempotencyKey: 'invoice-7' };
   * await gateway.createNativeTransaction('0', friendAddress, '0.1', options);
   * await gateway.resume('0', 'invoice-7'); // the same transaction
   * ```
   */
  resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed | StacksBatchResult, Strict>> {
    return this.#answer(() => this.#execution.resume(vaultAccountId, idempotencyKey, options));
  }

  /**
   * The vault's transactions that are not final yet, oldest first: waiting for approval, or signed but
   * not on the chain. Empty for signers that keep no list.
   *
   * @example
   * ```ts
   * const answer = await gateway.pending('0');
   * if (answer.success) {
   *   for (const { idempotencyKey } of answer.data) await gateway.resume('0', idempotencyKey);
   * }
   * ```
   */
  pending(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<readonly PendingTransaction[]>, Strict>> {
    return this.#answer(async () => {
      return told(await this.#parts.transactions.pending(vaultAccountId, options));
    });
  }

  /**
   * Makes sure that a key's transaction has no effect. One that waits for approval is cancelled at the custody
   * platform. For one that is signed, its nonce is spent on another transaction with a higher fee that sends a
   * microSTX to an address without a key; it needs an approval of its own.
   *
   * @throws NotCancellableError, where it is strict, when the chain has it already.
   * @example
   * ```ts
   * const stuck = await gateway.pending('0');
   * if (stuck.success) {
   *   for (const { idempotencyKey } of stuck.data) await gateway.cancel('0', idempotencyKey);
   * }
   * ```
   */
  cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions = {},
  ): Promise<StacksAnswer<StacksData<Receipt>, Strict>> {
    return this.#answer(async () => {
      return told(await this.#parts.transactions.cancel(vaultAccountId, idempotencyKey, options));
    });
  }

  /**
   * The address of a vault account. Like {@link getPublicKey} and {@link getBtcRewardsAddress} it
   * resolves with text, and throws whether or not the gateway is strict.
   *
   * @example
   * ```ts
   * await gateway.getAddress('0'); // 'SP...', on testnet 'ST...'
   * ```
   */
  async getAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    return (await this.#parts.transactions.account(vaultAccountId, options)).address;
  }

  /**
   * The compressed public key of a vault account: 66 hexadecimal characters.
   *
   * @example
   * ```ts
   * await gateway.getPublicKey('0');
   * ```
   */
  async getPublicKey(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { publicKey } = await this.#parts.transactions.account(vaultAccountId, options);
    return bytesToHex(publicKey.bytes);
  }

  /**
   * A Bitcoin address (P2WPKH) of the same key that signs for a vault account. With the default derivation it is
   * the vault's own at the custody platform; nothing is created there.
   *
   * @example
   * ```ts
   * await gateway.getBtcRewardsAddress('0'); // 'bc1q...', on testnet 'tb1q...'
   * ```
   */
  async getBtcRewardsAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { publicKey } = await this.#parts.transactions.account(vaultAccountId, options);
    return rewardsAddressOf(publicKey.bytes, this.#parts.network.kind);
  }

  /**
   * A vault account's STX, by the node's own count: the total, the part that is locked by stacking, and the part
   * that can be spent. Zero for an account that was never funded.
   *
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
      const address = await this.getAddress(vaultAccountId, options);
      return this.#parts.ledger.ask(options, (node) => readBalance(node, address));
    });
  }

  /**
   * Everything else that a vault account holds. A token whose contract does not give its decimals is listed with
   * its base units only.
   *
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
      const { ledger, tokens } = this.#parts;
      const address = await this.getAddress(vaultAccountId, options);
      return told(await ledger.ask(options, (node) => readTokenBalances(node, tokens, address)));
    });
  }

  /**
   * A vault account's nonces: confirmed, waiting, and the lowest that is free.
   *
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
      const address = await this.getAddress(vaultAccountId, options);
      return this.#parts.ledger.ask(options, (node) => readNonces(node, address));
    });
  }

  /**
   * The status of a transaction, from any sender. `tx_status` is the API's own word, `outcome` says what it
   * means: a transaction that a mempool has dropped is `unknown`, since another node may still mine it.
   *
   * @param txId - 64 hexadecimal characters, with or without `0x`.
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
      const { ledger } = this.#parts;
      const txid = parseInput(transactionId, txId, 'txId');
      return told(await ledger.ask(options, (node) => readStatus(node, txid)));
    });
  }

  /**
   * A vault account's transactions of every kind, sent and received.
   *
   * @param useCache - Returns a part again that was read here within the last 30 seconds.
   * @param limit - 1 to 200.
   * @param offset - How many to leave out: 1,000 at most, since today's API has to be read page by page. Older
   * transactions are reached by `cursor`.
   * @param options - `order`: `desc` (default), the most recent first, or `asc`, of 1,000 transactions and a
   * part. `cursor`: the `nextCursor` of the part before, from which to continue.
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
      const { order = 'desc', cursor, ...call } = options;
      const range = checkRange({ limit, offset, order, cursor });
      const mayBeOlder = checkUseCache(useCache);
      const address = await this.getAddress(vaultAccountId, call);
      const kept = mayBeOlder ? this.#histories.get(address, range) : undefined;
      if (kept) return kept;
      const { readHistory } = await import('./reads/history-reading.js');
      const { ledger, tokens } = this.#parts;
      const history = await ledger.ask(call, (node) => readHistory(node, tokens, address, range));
      this.#histories.keep(address, range, history);
      return history;
    });
  }

  /**
   * The same methods bound to one vault account.
   *
   * @example
   * ```ts
   * const vault = gateway.forVault('0');
   * await vault.getBalance();
   * ```
   */
  forVault(vaultAccountId: string): StacksVault<Strict> {
    return new StacksVault(this, vaultAccountId);
  }

  async #transfer(
    vaultAccountId: string,
    params: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    const input = this.#execution.inputFor('transfer', params);
    return this.#execution.operate(vaultAccountId, input, options);
  }

  #answer<T>(work: () => Promise<T>): Promise<StacksAnswer<T, Strict>> {
    return answered(this.#strict, work);
  }
}
