import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { isObject } from '../core/json.js';
import { ownCopy } from '../core/own-fields.js';
import { readInput } from '../core/read-input.js';
import { parseInput } from '../core/schema.js';
import { partsToRead } from '../gateway/loading.js';
import type { CallNamed, Preview } from '../gateway/preview.js';
import { type ArgumentsOf, vaultMethods } from '../gateway/vault-methods.js';
import type { KeyedCallOptions, PendingTransaction, Receipt } from '../transactions/index.js';
import { answered, type StacksAnswer, type StacksConfirmed } from './answer.js';
import { type StacksBatchEntry, type StacksBatchResult, StacksExecution } from './execution.js';
import { type StacksTransactionStatus, statusOf, transactionId } from './node/status.js';
import type { StacksPayment, StacksTokenPayment } from './operations/common-names.js';
import type { ContractCallParams } from './operations/contract-call.js';
import type { StacksReplacement } from './operations/replacement.js';
import type { StacksTransferParams } from './operations/transfer.js';
import type {
  StacksBatchOptions,
  StacksGatewayOptions,
  StacksTransactionOptions,
} from './options.js';
import type { StacksBalances } from './reads/balances.js';
import { checkRange, type StacksHistoryQuery, type StacksTransactions } from './reads/history.js';
import { type StacksSetup, setUp } from './setup.js';
import { StacksSpecMethods } from './spec.js';
import { NOT_OF_VAULTS, type StacksVault } from './vault.js';
import type { GivenStacksTransaction } from './wire/given-transaction.js';
import type { LegibleStacksTransaction } from './wire/payload.js';
import type { StructuredData } from './wire/structured-data.js';

/** The operations that can be previewed. */
// biome-ignore format: in rows, since the list is read as a whole.
const PREVIEWED = [
  'transferToken', 'createNativeTransaction', 'createFTTransaction', 'transfer', 'callContract',
  'replaceTransaction', 'submit', 'submitBatch', 'stake', 'updateStake', 'unstake', 'claimRewards',
  'stackSolo', 'increaseStackedAmount', 'extendStackingPeriod', 'delegateToPool',
  'allowContractCaller', 'revokeDelegation',
] as const;
type PreviewedOperation = (typeof PREVIEWED)[number];

/**
 * Acts on Stacks with keys that a custody platform holds.
 *
 * Every transaction is validated, signed, verified, submitted, and waited for. The call resolves once it is on the
 * chain and succeeded, and rejects with a `GatewayError` for everything else; a transaction that is only pending is
 * no success. The specification's methods resolve with `{ success: false, error, code, status }` instead, see
 * `StacksFailure`, unless `strict` is `true`. The errors:
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
export class StacksGateway<Strict extends boolean = false> extends StacksSpecMethods<Strict> {
  readonly #options: StacksGatewayOptions<Strict>;
  readonly #setup: StacksSetup;
  readonly #execution: StacksExecution;
  readonly #strict: Strict | undefined;

  /** @throws ConfigurationError naming the option at fault. Nothing is read or opened yet. */
  constructor(options: StacksGatewayOptions<Strict>) {
    const setup = setUp(options);
    const execution = new StacksExecution(setup);
    super(setup, execution, options.strict);
    this.#options = { ...options };
    this.#setup = setup;
    this.#execution = execution;
    this.#strict = options.strict;
  }

  /**
   * Sends STX. With the specification's fields it answers as the specification says, and sends what `assetType` says:
   * `STX` (default), `sBTC`, `USDCx`, or `Custom` with `tokenContractAddress`, `tokenContractName` and
   * `tokenAssetName`.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `to`, and `amount` as a bigint of microSTX or text with its unit: `1.5 STX`. Among the
   * specification's fields `amount` is in whole STX or tokens: text such as `1.5`, or a number that is exact.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `hash`; with the specification's fields it may be a `StacksFailure`,
   * unless the gateway is strict.
   * @throws what {@link StacksGateway} says.
   * @example
   * ```ts
   * const { hash } = await gateway.transfer('0', { to: friendAddress, amount: '1.5 STX' });
   * await gateway.transfer('0', { to: friendAddress, amount: 10n }); // microSTX
   *
   * const answer = await gateway.transfer('0', { recipientAddress: friendAddress, amount: 1.5 });
   * if (answer.success) console.log(answer.txHash);
   * ```
   */
  transfer(
    vaultAccountId: string,
    params: StacksPayment,
    options?: StacksTransactionOptions,
  ): Promise<StacksConfirmed>;
  transfer(
    vaultAccountId: string,
    params: StacksTransferParams,
    options?: StacksTransactionOptions,
  ): Promise<StacksAnswer<StacksConfirmed, Strict>>;
  async transfer(
    vaultAccountId: string,
    params: StacksPayment | StacksTransferParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksConfirmed | StacksAnswer<StacksConfirmed, Strict>> {
    return readInput('params', () => isObject(params) && 'recipientAddress' in params)
      ? this.#answer(() => this.#execution.transfer(vaultAccountId, params, options))
      : this.#execution.pay(vaultAccountId, params, options);
  }

  /**
   * Sends a token by SIP-010. A post-condition makes the chain move exactly this amount or nothing.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `token`: `sBTC`, `USDCx` or `address.contract::asset`. `amount`: a bigint of its base units, or
   * text with its unit: `0.001 sBTC`, `1.5 tokens`, `15 units`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction: its `hash`, the API's record of it as `data`, in microSTX, and its `receipt`.
   * @throws what {@link StacksGateway} says.
   * @example
   * ```ts
   * await gateway.transferToken('0', { token: 'sBTC', to: friendAddress, amount: '0.0001 sBTC' });
   * ```
   */
  transferToken(
    vaultAccountId: string,
    params: StacksTokenPayment,
    options: StacksTransactionOptions = {},
  ): Promise<StacksConfirmed> {
    return this.#execution.payToken(vaultAccountId, params, options);
  }

  /**
   * Calls a public function of any contract. Without post-conditions nothing of the account may move.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `contract` as `address.name`, and `functionName`. Up to 128 `functionArgs` and 100
   * `postConditions`: values of `@stacks/transactions`, or hexadecimal. `postConditionMode`: `deny` by default.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `hash`; `data.tx_result` is the function's answer, as Clarity.
   * @throws what {@link StacksGateway} says.
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
  ): Promise<StacksConfirmed> {
    return this.#execution.call(vaultAccountId, params, options);
  }

  /**
   * Signs and submits a transaction that was built elsewhere, such as with `@stacks/transactions`, exactly as it is,
   * with its own nonce and fee.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transaction - One of `@stacks/transactions`, or its bytes: a `Uint8Array` or hexadecimal text. It must be
   * for one signature of the vault's key; a signature in it is left out.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction: its `hash`, the API's record of it as `data`, in microSTX, and its `receipt`.
   * @throws what {@link StacksGateway} says.
   * @example
   * ```ts
   * import { makeUnsignedSTXTokenTransfer } from '@stacks/transactions';
   *
   * const nonces = await gateway.getAccountNonce('0');
   * const transaction = await makeUnsignedSTXTokenTransfer({
   *   recipient: friendAddress,
   *   amount: 1_000n,
   *   fee: 500n,
   *   nonce: nonces.success ? nonces.nextAvailable : 0n,
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
  ): Promise<StacksConfirmed> {
    return this.#execution.submit(vaultAccountId, transaction, options);
  }

  /**
   * Replaces a waiting transaction by another: with its nonce, a higher fee, and everything else as it was,
   * post-conditions and memo included. Whichever of the two a miner takes, the other will never have an effect. Only a
   * transaction that the vault account itself has signed, for this chain, is replaced. The key of the replaced one then
   * ends with `TRANSACTION_REPLACED`, whose `details.by` is the replacement: don't pay again with `newAttempt`.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param txId - The waiting transaction's id: 64 hexadecimal characters, with or without `0x`.
   * @param changes - Another `recipientAddress`, or another `amount` in STX, for a transfer of STX only. Default: none.
   * @param options - The idempotency key, how long to wait, and the limits of this call. `fee` must be more than that
   * of the waiting transaction; default: a quarter more, or the usual fee now if that is more.
   * @returns The confirmed replacement, with its own `hash`.
   * @throws NotReplaceableError, UnknownTransactionError, and what {@link StacksGateway} says.
   * @example
   * ```ts
   * const answer = await gateway.createNativeTransaction('0', friendAddress, 1, { fee: '0.0003 STX' });
   * if (!answer.success && answer.status === 'pending' && answer.txHash) {
   *   await gateway.replaceTransaction('0', answer.txHash, {}, { fee: '0.01 STX' });
   * }
   * ```
   */
  replaceTransaction(
    vaultAccountId: string,
    txId: string,
    changes: StacksReplacement = {},
    options: Omit<StacksTransactionOptions, 'nonce'> = {},
  ): Promise<StacksConfirmed> {
    return this.#execution.replace(vaultAccountId, { txId, changes }, options);
  }

  /**
   * Signs several transactions of a vault account with one approval and submits them in order: with consecutive nonces,
   * up to as many in one request as the signer takes (127 at Fireblocks), more in one request after another. A node
   * accepts 25 transactions of an account at a time, and the rest as blocks come.
   *
   * Resolves when every transaction is confirmed. Once there are signatures, every other end is a {@link
   * BatchIncompleteError}, whose `members` give the outcome of each transaction, with its hash.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transactions - 1 to 10,000: each a `transactionType` (`transfer`, `transferToken` or `callContract`) and its
   * `params`.
   * @param options - The idempotency key, how long to wait, and the limits of this call; `fee` and `maxFee` are for
   * each transaction, and `stopOnFailure` sends each only when the one before it is confirmed.
   * @returns The `members` in the order given, all `confirmed`, each with `hash` and `result`; and the `receipt`.
   * @throws what {@link StacksGateway} says, and {@link BatchIncompleteError}.
   * @example
   * ```ts
   * await gateway.submitBatch('0', [
   *   { transactionType: 'transfer', params: { to: friendAddress, amount: '0.1 STX' } },
   *   { transactionType: 'transfer', params: { recipientAddress: friendAddress, amount: '0.2' } },
   * ]);
   * ```
   */
  submitBatch(
    vaultAccountId: string,
    transactions: readonly StacksBatchEntry[],
    options: StacksBatchOptions = {},
  ): Promise<StacksBatchResult> {
    return this.#execution.batch(vaultAccountId, transactions, options);
  }

  /**
   * Goes on with what a key began, in this process or another: waits for its signature, submits, confirms. It
   * needs only the custody platform and the chain. What is being cancelled it does not send.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it.
   * @param options - How long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `hash`; for the key of a batch all `members`.
   * @throws what {@link StacksGateway} says, and {@link TransactionNotFoundError}.
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
    options: KeyedCallOptions = {},
  ): Promise<StacksConfirmed | StacksBatchResult> {
    return this.#execution.resume(vaultAccountId, idempotencyKey, options);
  }

  /**
   * The vault account's transactions of the last day that are not final yet: waiting for approval, or signed and not
   * on the chain. `resume` finds older ones by their keys. Instead of one that is being cancelled it lists the
   * cancellation.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Oldest first, each with its `idempotencyKey` and `state`; empty when the signer keeps no list.
   * @example
   * ```ts
   * for (const { idempotencyKey } of await gateway.pending('0')) {
   *   await gateway.resume('0', idempotencyKey).catch(console.error); // it may still wait: go on with the others
   * }
   * ```
   */
  async pending(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<readonly PendingTransaction[]> {
    const { transactions } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return transactions.pending(vaultAccountId, options);
  }

  /**
   * Makes sure that a key's transaction has no effect. One that waits for approval is cancelled at the custody
   * platform. For one that is signed, its nonce is spent on another transaction with a higher fee that sends a
   * microSTX to an address without a key; it needs an approval of its own. A transaction of
   * {@link StacksGateway.replaceTransaction} has a key of its own, which is not cancelled with this one.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it, or that of its cancellation, as `pending` lists it.
   * @param options - How long to wait, and the limits of this call.
   * @returns The receipt of the request that was cancelled; of a batch, that of the last one. What the ledger has of a
   * batch stays there: `landed` says how many.
   * @throws NotCancellableError when the chain has it already, or what is left of a batch was never asked for.
   * @throws TransactionUnconfirmedError when nothing certain can be said yet; repeat the call.
   * @example
   * ```ts
   * const stuck = await gateway.pending('0');
   * for (const { idempotencyKey } of stuck) await gateway.cancel('0', idempotencyKey);
   * ```
   */
  cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options: KeyedCallOptions = {},
  ): Promise<Receipt> {
    return this.#execution.cancel(vaultAccountId, idempotencyKey, options);
  }

  /**
   * What a vault account holds: STX and fungible tokens.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Decimal strings: `stx` in whole STX; `tokens` in base units, and in whole tokens where the decimals are
   * known.
   * @example
   * ```ts
   * const { stx, tokens } = await gateway.getBalances('0');
   * console.log(stx.spendable, tokens);
   * ```
   */
  async getBalances(vaultAccountId: string, options: CallOptions = {}): Promise<StacksBalances> {
    const { ledger, tokens, account } = await partsToRead(
      this.#setup.parts,
      vaultAccountId,
      options,
    );
    const { readBalances } = await import('./reads/balances.js');
    return ledger.ask(options, (node) => readBalances(node, tokens, account.address));
  }

  /**
   * A vault account's transactions of every kind, sent and received, a part at a time.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param query - `limit`: 1 to 200, default 50. `order`: `desc` (default), the most recent first, or `asc`. `offset`:
   * how many to leave out, with today's API 1,000 at most; or `cursor`, from which to continue.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The part's `transactions` in that order, with amounts in whole STX or tokens, and the `cursor` of the
   * next, older part: `undefined` at the end, and with `asc`.
   * @throws InvalidInputError naming `limit`, `offset`, `order` or `cursor`.
   * @example
   * ```ts
   * const { transactions, cursor } = await gateway.getTransactions('0', { limit: 20 });
   * if (cursor !== undefined) await gateway.getTransactions('0', { limit: 20, cursor });
   * ```
   */
  async getTransactions(
    vaultAccountId: string,
    query: StacksHistoryQuery = {},
    options: CallOptions = {},
  ): Promise<StacksTransactions> {
    const given = ownCopy(query, 'query');
    const { limit = 50, offset = 0, order = 'desc', cursor: from, ...rest } = given;
    const range = checkRange({ ...rest, limit, offset, order, cursor: from });
    const { ledger, tokens, account } = await partsToRead(
      this.#setup.parts,
      vaultAccountId,
      options,
    );
    const { readHistory } = await import('./reads/history-reading.js');
    const { data: transactions, nextCursor } = await ledger.ask(options, (node) =>
      readHistory(node, tokens, account.address, range),
    );
    return { transactions, cursor: nextCursor ?? undefined };
  }

  /**
   * A transaction of any account by its hash, and what its status means.
   *
   * @param hash - 64 hexadecimal characters, with or without `0x`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The API's record of it, and its `outcome`; `undefined` while neither chain nor mempool has it.
   * @throws InvalidInputError naming `hash`.
   * @example
   * ```ts
   * const { hash } = await gateway.transfer('0', { to: friendAddress, amount: '0.1 STX' });
   * const transaction = await gateway.getTransaction(hash);
   * transaction?.outcome; // 'success'
   * ```
   */
  async getTransaction(
    hash: string,
    options: CallOptions = {},
  ): Promise<StacksTransactionStatus | undefined> {
    checkCallOptions(options);
    const id = parseInput(transactionId, hash, 'hash');
    const { ledger } = await this.#setup.parts();
    const found = await ledger.ask(options, (node) => node.transaction(id));
    return found && statusOf(found);
  }

  /**
   * The same methods bound to one vault account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @returns Its methods without their first argument, except those about no vault account, such as `getTransaction`.
   * @example
   * ```ts
   * const vault = gateway.forVault('0');
   * await vault.getBalance();
   * ```
   */
  forVault(vaultAccountId: string): StacksVault<Strict> {
    return vaultMethods(this, vaultAccountId, NOT_OF_VAULTS);
  }

  /**
   * What an operation would have signed, with the chain as it is now: nobody is asked to sign, nothing is sent, and no
   * nonce is taken. Throws whether or not the gateway is strict.
   *
   * Where an operation asks the account for a statement first, as `stackSolo` does without a signer's signature, it is
   * that statement.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param operation - The name of a method that makes a transaction, such as `transfer`.
   * @param given - What the operation takes after the vault account.
   * @returns The approvers' line (`summary`), the `transactions`, and where known the nonce (`number`) and the
   * `balances` in base units.
   * @throws what the operation throws before it asks for a signature.
   * @example
   * ```ts
   * const params = { to: friendAddress, amount: '1.5 STX' } as const;
   * const { summary, number } = await gateway.preview('0', 'transfer', params);
   * // 'Pay 1.5 STX to ST...; fee 0.0003 STX; never expires'
   * ```
   */
  preview<Name extends PreviewedOperation>(
    vaultAccountId: string,
    operation: Name,
    ...given: ArgumentsOf<StacksGateway<Strict>[Name]>
  ): Promise<Preview<LegibleStacksTransaction | StructuredData>> {
    return this.previewOf((gateway, callNamed) =>
      callNamed(gateway, PREVIEWED, operation, [vaultAccountId, ...given]),
    );
  }

  /**
   * What a call would have signed.
   *
   * @param call - Makes the call, at a gateway that signs and sends nothing; `callNamed` makes one by its name.
   * @returns What `preview` resolves with.
   * @internal
   */
  async previewOf(
    call: (gateway: StacksGateway<boolean>, callNamed: CallNamed) => Promise<unknown>,
  ): Promise<Preview<LegibleStacksTransaction | StructuredData>> {
    const { callNamed, previewOf } = await import('../gateway/preview.js');
    const { stacksCodec } = await import('./wire/transaction-codec.js');
    const { balancesOf } = await import('./preview.js');
    return previewOf(
      this.#options,
      stacksCodec,
      (...previewed) => balancesOf(this.#setup, ...previewed),
      (silent) => call(new StacksGateway({ ...silent, strict: true }), callNamed),
    );
  }

  #answer<T>(work: () => Promise<T>): Promise<StacksAnswer<T, Strict>> {
    return answered(this.#strict, work);
  }
}
