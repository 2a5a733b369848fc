import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { ownCopy } from '../core/own-fields.js';
import { parseInput } from '../core/schema.js';
import { partsToRead } from '../gateway/loading.js';
import type { CallNamed, Preview } from '../gateway/preview.js';
import { type ArgumentsOf, vaultMethods } from '../gateway/vault-methods.js';
import type { KeyedCallOptions, PendingTransaction, Receipt } from '../transactions/index.js';
import {
  type AptosBatchEntry,
  type AptosBatchResult,
  type AptosConfirmed,
  AptosExecution,
} from './execution.js';
import type { AptosTokenBalance } from './node/balances.js';
import type { AptosHistoryQuery, AptosIndexedTransaction } from './node/history.js';
import { findTransaction } from './node/lookup.js';
import type { AptosTransferParams, AptosTransferTokenParams } from './operations/common-names.js';
import type { TransferTokenParams } from './operations/transfer-token.js';
import type {
  AptosBatchOptions,
  AptosGatewayOptions,
  AptosSubmitOptions,
  AptosTransactionOptions,
} from './options.js';
import { type AptosTransactionResult, resultOf } from './result.js';
import { type AptosSetup, setUp } from './setup.js';
import { AptosSpecMethods } from './spec.js';
import { type AptosVault, NOT_OF_VAULTS } from './vault.js';
import { transactionHash } from './wire/fields.js';
import type { GivenTransaction } from './wire/given-transaction.js';
import type { LegibleTransaction } from './wire/legible.js';

/** The operations that can be previewed. */
const PREVIEWED = ['transfer', 'transferMove', 'transferToken', 'submit', 'submitBatch'] as const;
type PreviewedOperation = (typeof PREVIEWED)[number];

/**
 * Acts on Aptos and Movement with keys that a custody platform holds.
 *
 * Every transaction is validated, tried by a node (which costs nothing), signed, verified, submitted,
 * and waited for. The call resolves with the transaction as the ledger has it, when it succeeded, and
 * rejects with a `GatewayError` for everything else:
 *
 * - `InvalidInputError`: no request was sent, or only one for a function's parameters.
 * - {@link SimulationFailedError}: it would fail, according to the node; no approval was requested.
 * - {@link FeeTooHighError}: its gas could cost more than the cap allows.
 * - `SignaturePendingError`: not signed in time; repeat the call with the same key.
 * - `SignatureRejectedError`: a person, a policy or the clock refused.
 * - {@link TransactionFailedError}: it is on the ledger and paid for, without its effect.
 * - {@link TransactionRefusedError}: the node didn't take it.
 * - {@link TransactionExpiredError}, {@link TransactionReplacedError}: it will never have an effect.
 * - {@link TransactionUnconfirmedError}: on its way, or not known; repeat the call.
 * - {@link AccountBusyError}: another transaction of the vault didn't end in time.
 * - {@link AlreadyRequestedError}: another key has asked for the very same transaction.
 *
 * From the moment the custody platform is asked, errors carry `transaction` with the idempotency key, the
 * platform's id and, once signed, the hash.
 *
 * An octa is the hundred-millionth part of a coin (APT or MOVE).
 *
 * @example
 * ```ts
 * import { AptosGateway } from 'custody-gateways/aptos';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { LocalRawSigner } from 'custody-gateways/signer';
 *
 * const sandbox = await startSandbox();
 * const gateway = new AptosGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: sandbox.aptos,
 * });
 * sandbox.aptos.fund(await gateway.getAddress('0'), 100_000_000n);
 * const { success } = await gateway.transferMove('0', {
 *   recipientAddress: await gateway.getAddress('1'),
 *   amount: '1500000', // octas
 * });
 * await sandbox.stop();
 * ```
 */
export class AptosGateway extends AptosSpecMethods {
  readonly #options: AptosGatewayOptions;
  readonly #setup: AptosSetup;
  readonly #execution: AptosExecution;

  /** @throws ConfigurationError naming the option at fault. Nothing is read or opened yet. */
  constructor(options: AptosGatewayOptions) {
    const setup = setUp(options);
    const execution = new AptosExecution(setup);
    super(setup, execution);
    this.#options = { ...options };
    this.#setup = setup;
    this.#execution = execution;
  }

  /**
   * Sends the native coin.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The recipient `to`, and the `amount`: a bigint of octas, or text such as `10 octas`, or `1.5 APT` or
   * `1.5 MOVE` in the network's own coin; on a network whose coin has no name here, `1.5 coins`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The successful transaction in the REST API's form, whole numbers as decimal strings; and the `receipt`.
   * @throws what {@link AptosGateway} says.
   * @example
   * ```ts
   * const { hash } = await gateway.transfer('0', { to: friendAddress, amount: '10 octas' });
   * await gateway.transfer('0', { to: friendAddress, amount: 10n }); // octas too
   * ```
   */
  transfer(
    vaultAccountId: string,
    params: AptosTransferParams,
    options: AptosTransactionOptions = {},
  ): Promise<AptosConfirmed> {
    return this.#execution.pay(vaultAccountId, params, options);
  }

  /**
   * Sends a token: a fungible asset by the address of its metadata, or a coin by its type.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `token`, the recipient `to`, and the `amount`: a bigint of base units, or text such as
   * `2.5 tokens`. Or the specification's fields, whose `amount` is in base units, unless `unit` says that it is in
   * whole tokens.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The successful transaction in the REST API's form, whole numbers as decimal strings; and the `receipt`.
   * @throws what {@link AptosGateway} says.
   * @example
   * ```ts
   * await gateway.transferToken('0', { token: tokenAddress, to: friendAddress, amount: '2.5 tokens' });
   * await gateway.transferToken('0', {
   *   recipientAddress: friendAddress,
   *   amount: '2500000',
   *   tokenType: tokenAddress,
   * });
   * ```
   */
  transferToken(
    vaultAccountId: string,
    params: AptosTransferTokenParams | TransferTokenParams,
    options: AptosTransactionOptions = {},
  ): Promise<AptosConfirmed> {
    return this.#execution.payToken(vaultAccountId, params, options);
  }

  /**
   * Signs and submits a transaction that was built elsewhere, such as with `@aptos-labs/ts-sdk`, exactly as it
   * is: with its own sequence number, gas and expiration, which must leave time for an approval.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transaction - An object of the SDK, or the BCS of a RawTransaction as bytes or in hexadecimal; the vault
   * account is its sender, and it is not orderless.
   * @param options - The idempotency key, how long to wait, and the limits of this call; and the vault accounts that
   * sign beside this one.
   * @returns The successful transaction in the REST API's form, whole numbers as decimal strings; and the `receipt`.
   * @throws what {@link AptosGateway} says.
   * @example
   * ```ts
   * const transaction = await aptos.transaction.build.simple({
   *   sender: await gateway.getAddress('0'),
   *   data: { function: '0x1::aptos_account::transfer', functionArguments: [friendAddress, 1] },
   *   options: { expireTimestamp: Math.floor(Date.now() / 1_000) + 10_000 },
   * });
   * await gateway.submit('0', transaction);
   * ```
   */
  submit(
    vaultAccountId: string,
    transaction: GivenTransaction,
    options: AptosSubmitOptions = {},
  ): Promise<AptosConfirmed> {
    return this.#execution.submit(vaultAccountId, transaction, options);
  }

  /**
   * Signs several transactions of a vault account with one approval and submits them in order: with
   * consecutive numbers, up to as many in one request as the signer takes (127 at Fireblocks), more in
   * one request after another. Each is tried by itself beforehand.
   *
   * Resolves when every transaction is confirmed. Once there are signatures, every other end is a
   * {@link BatchIncompleteError}, whose `members` give the outcome of each transaction, with its hash.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transactions - From 1 to 10,000, each as `{ transactionType, params }` of `transfer`, `transferMove` or
   * `transferToken`.
   * @param options - The idempotency key, how long to wait, and the limits of this call; `stopOnFailure` sends each
   * only when the one before it is confirmed.
   * @returns The `members` in the order given, all `confirmed`, each with `hash` and `result`; and the `receipt`.
   * @throws what {@link AptosGateway} says, and {@link BatchIncompleteError}.
   * @example
   * ```ts
   * await gateway.submitBatch('0', [
   *   { transactionType: 'transfer', params: { to: friendAddress, amount: '50 octas' } },
   *   { transactionType: 'transferMove', params: { recipientAddress: friendAddress, amount: 200 } },
   * ]);
   * ```
   */
  submitBatch(
    vaultAccountId: string,
    transactions: readonly AptosBatchEntry[],
    options: AptosBatchOptions = {},
  ): Promise<AptosBatchResult> {
    return this.#execution.batch(vaultAccountId, transactions, options);
  }

  /**
   * Goes on with what a key began, in this process or another: waits for its signature, submits, confirms. It
   * needs only the custody platform and the ledger. What is being cancelled it does not send.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it.
   * @param options - How long to wait, and the limits of this call.
   * @returns What that call resolves with: a transaction, or a batch.
   * @throws what {@link AptosGateway} says, and {@link TransactionNotFoundError}.
   * @example
   * ```ts
   * const params = { recipientAddress: friendAddress, amount: 1 };
   * await gateway.transferMove('0', params, { idempotencyKey: 'invoice-7' });
   * await gateway.resume('0', 'invoice-7'); // the same transaction
   * ```
   */
  resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: KeyedCallOptions = {},
  ): Promise<AptosConfirmed | AptosBatchResult> {
    return this.#execution.resume(vaultAccountId, idempotencyKey, options);
  }

  /**
   * The vault account's transactions of the last day that are not final yet: waiting for approval, or signed and not
   * on the ledger. `resume` finds older ones by their keys. Instead of one that is being cancelled it lists the
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
   * platform. For one that is signed, its number is spent on another transaction that does nothing, which needs
   * an approval of its own, and coins of the account for its gas, also where another pays for the one that is
   * cancelled. An orderless transaction can't be cancelled once signed: the call waits for its end.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it, or that of its cancellation, as `pending` lists it.
   * @param options - How long to wait, and the limits of this call.
   * @returns The receipt of the request that was cancelled; of a batch, that of the last one. What the ledger has of a
   * batch stays there: `landed` says how many.
   * @throws NotCancellableError when the ledger has it already, or what is left of a batch was never asked for.
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
   * Everything that a vault account holds, as the network's indexer shows it, a little behind the ledger. Only
   * `assetType` identifies an asset: any asset can have any name and symbol.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns One entry for each store that is not empty, by `assetType`: `amount` in base units, `value` in whole ones.
   * @throws IndexerMissingError where the network has no indexer.
   * @example
   * ```ts
   * const balances = await gateway.getBalances('0');
   * const own = balances.filter(({ isNative }) => isNative);
   * ```
   */
  async getBalances(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<readonly AptosTokenBalance[]> {
    const { readBalances } = await import('./node/balances.js');
    const { indexer, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return readBalances(await indexer(), account.address, options);
  }

  /**
   * A vault account's transactions.
   *
   * By default those that it has sent with its sequence numbers, as complete records from the node. With
   * `direction: 'all'` all that involve it, received and orderless ones too, as the indexer of the same network
   * shows them.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param query - How many (`limit`, default 50), how many to leave out before (`offset`, default 0), and the
   * `direction`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The list, most recent first: records in the REST API's form, or the indexer's with amounts in base units.
   * @throws InvalidInputError naming `limit` (1 to 200) or `offset` (0 or more).
   * @throws IndexerMissingError for `direction: 'all'` where the network has no indexer.
   * @example
   * ```ts
   * const sent = await gateway.getTransactions('0', { limit: 10 });
   * const all = await gateway.getTransactions('0', { direction: 'all', offset: 10 });
   * ```
   */
  getTransactions(
    vaultAccountId: string,
    query?: AptosHistoryQuery & { readonly direction?: 'sent' },
    options?: CallOptions,
  ): Promise<readonly AptosTransactionResult[]>;
  getTransactions(
    vaultAccountId: string,
    query: AptosHistoryQuery & { readonly direction: 'all' },
    options?: CallOptions,
  ): Promise<readonly AptosIndexedTransaction[]>;
  async getTransactions(
    vaultAccountId: string,
    query: AptosHistoryQuery & { readonly direction?: 'sent' | 'all' } = {},
    options: CallOptions = {},
  ): Promise<readonly (AptosTransactionResult | AptosIndexedTransaction)[]> {
    const given = ownCopy(query, 'query');
    const { checkQuery, readAll, readSent } = await import('./node/history.js');
    const { direction, ...range } = checkQuery(given);
    const { ledger, indexer, account } = await partsToRead(
      this.#setup.parts,
      vaultAccountId,
      options,
    );
    return direction === 'sent'
      ? readSent(ledger, account.address, range, options)
      : readAll(await indexer(), account.address, range, options);
  }

  /**
   * A transaction on the ledger, from any sender. Nodes keep a history of some weeks or months; for older transactions
   * the network's archive is asked, if it has one.
   *
   * @param hash - The hash: `0x` and 64 hexadecimal characters.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The record in the REST API's form; `undefined` while no node shows it on the ledger, and for one of the
   * chain itself.
   * @throws InvalidInputError naming `hash`.
   * @example
   * ```ts
   * const params = { recipientAddress: friendAddress, amount: 1 };
   * const { hash } = await gateway.transferMove('0', params);
   * const transaction = await gateway.getTransaction(hash);
   * transaction?.success; // true
   * ```
   */
  async getTransaction(
    hash: string,
    options: CallOptions = {},
  ): Promise<AptosTransactionResult | undefined> {
    const checked = parseInput(transactionHash, hash, 'hash');
    checkCallOptions(options);
    const { ledger } = await this.#setup.parts(options);
    return resultOf(await findTransaction(ledger, checked, options));
  }

  /**
   * The same methods bound to one vault account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @returns Its methods without their first argument, except `getTransaction`.
   * @example
   * ```ts
   * const vault = gateway.forVault('0');
   * await vault.getBalance();
   * ```
   */
  forVault(vaultAccountId: string): AptosVault {
    return vaultMethods(this, vaultAccountId, NOT_OF_VAULTS);
  }

  /**
   * What an operation would have signed, with the chain as it is now: nobody is asked to sign, nothing is sent, and no
   * number is taken. What a node's trial objects to is thrown, as the operation would throw it.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param operation - One of `transfer`, `transferMove`, `transferToken`, `submit` or `submitBatch`.
   * @param given - What the operation takes after the vault account.
   * @returns The approvers' line (`summary`), the `transactions`, and where known the `number` and
   * `balances`.
   * @throws what the operation throws before it asks for a signature.
   * @example
   * ```ts
   * const params = { recipientAddress: friendAddress, amount: 150_000_000 };
   * const { summary, number } = await gateway.preview('0', 'transferMove', params);
   * // 'Pay 1.5 MOVE to 0x...; fee at most 0.0009 MOVE; expires in 2 h 5 min'
   * ```
   */
  preview<Name extends PreviewedOperation>(
    vaultAccountId: string,
    operation: Name,
    ...given: ArgumentsOf<AptosGateway[Name]>
  ): Promise<Preview<LegibleTransaction>> {
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
    call: (gateway: AptosGateway, callNamed: CallNamed) => Promise<unknown>,
  ): Promise<Preview<LegibleTransaction>> {
    const { callNamed, previewOf } = await import('../gateway/preview.js');
    const { aptosCodec } = await import('./wire/transaction-codec.js');
    const { balancesOf, withoutDrawn } = await import('./preview.js');
    const preview = await previewOf(
      this.#options,
      aptosCodec,
      async (...previewed) => balancesOf(await this.#setup.parts(), ...previewed),
      (silent) => call(new AptosGateway(silent), callNamed),
    );
    return withoutDrawn(preview);
  }
}
