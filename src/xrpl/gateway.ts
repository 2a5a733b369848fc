import { bytesToHex } from '../core/bytes.js';
import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { ownCopy } from '../core/own-fields.js';
import { parseInput } from '../core/schema.js';
import { partsToRead } from '../gateway/loading.js';
import type { CallNamed, Preview } from '../gateway/preview.js';
import { type ArgumentsOf, vaultMethods } from '../gateway/vault-methods.js';
import type { KeyedCallOptions, PendingTransaction, Receipt } from '../transactions/index.js';
import {
  type XrplBatchEntry,
  type XrplBatchResult,
  type XrplConfirmed,
  XrplExecution,
  type XrplNativeTransfer,
} from './execution.js';
import { XrplLedgerMethods } from './ledger-methods.js';
import type { XrplHistory, XrplHistoryQuery } from './node/history.js';
import type { XrplTransferParams, XrplTransferTokenParams } from './operations/common-names.js';
import { type OperationName, operationNames } from './operations/index.js';
import type { XrplTransaction } from './operations/submit.js';
import type {
  XrplBatchOptions,
  XrplGatewayOptions,
  XrplTransactionOptions,
  XrpTransferOptions,
} from './options.js';
import { resultOf, type XrplTransactionResult } from './result.js';
import { setUp, type XrplSetup } from './setup.js';
import { NOT_OF_VAULTS, type XrplVault } from './vault.js';
import type { UnsignedTransaction } from './wire/codec.js';
import { hash256 } from './wire/fields.js';

/** What can be previewed beside the operations. */
const COMMON = ['transfer', 'transferToken', 'submitBatch'] as const;

/**
 * Acts on the XRP Ledger with keys that a custody platform holds.
 *
 * Every operation validates its input, reads the ledger once, has the transaction signed, verifies the signature,
 * submits, and waits until the ledger has decided. It resolves with the validated transaction when that is
 * `tesSUCCESS`, and rejects with a `GatewayError` for everything else:
 *
 * - `InvalidInputError`: no request was sent.
 * - `SignaturePendingError`: not signed in time; repeat the call with the same key.
 * - `SignatureRejectedError`: a person, a policy or the clock refused.
 * - {@link FeeTooHighError}: it would cost more than `maxFee`.
 * - {@link AccountNotFundedError}, {@link DestinationTagRequiredError}: the account does not exist yet, or the payee
 *   wants a tag; no approval was requested.
 * - `InvalidSignatureError`: what the signer gave is no signature of it; it was not sent.
 * - {@link TransactionWouldFailError}: it would fail, and the call asked not to send it then (`trial`); no
 *   approval was requested.
 * - {@link TransactionFailedError}: a `tec` code; it is on the ledger, without its effect.
 * - {@link TransactionRefusedError}: the node didn't take it.
 * - {@link TransactionBlockedError}: it can't land before something else has changed, but may then.
 * - {@link TransactionExpiredError}, {@link TransactionReplacedError}: it will never have an effect.
 * - {@link TransactionUnconfirmedError}: on its way, or not known; repeat the call.
 * - {@link AccountBusyError}: another transaction of the vault didn't end in time.
 * - {@link AlreadyRequestedError}: another key has asked for the very same transaction.
 * - {@link TicketsUnavailableError}: a Ticket was asked for, and none could be created.
 *
 * From the moment the custody platform is asked, errors carry `transaction` with the idempotency key, the
 * platform's id and, once signed, the hash.
 *
 * @example
 * ```ts
 * import { LocalRawSigner } from 'custody-gateways/signer';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { XrplGateway } from 'custody-gateways/xrpl';
 *
 * const sandbox = await startSandbox();
 * const gateway = new XrplGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
 * });
 * sandbox.xrpl.fund(await gateway.getAddress('0'), 100_000_000n);
 * const { result } = await gateway.accountSet('0', { configs: { domain: 'example.com' } });
 * result.meta.TransactionResult; // 'tesSUCCESS'
 * await sandbox.stop();
 * ```
 */
export class XrplGateway extends XrplLedgerMethods {
  readonly #options: XrplGatewayOptions;
  readonly #setup: XrplSetup;
  readonly #execution: XrplExecution;

  /** @throws ConfigurationError naming the option at fault. Nothing is read or opened yet. */
  constructor(options: XrplGatewayOptions) {
    const setup = setUp(options);
    const execution = new XrplExecution(setup);
    super(setup, execution);
    this.#options = { ...options };
    this.#setup = setup;
    this.#execution = execution;
  }

  /**
   * Sends XRP, by the custody platform's own transfer where it offers one, or by a raw-signed Payment.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The recipient `to`, the `amount` (a bigint of drops, or text such as `1.5 XRP`), and its `tag`.
   * @param options - The idempotency key, how long to wait, and the limits of this call; `native: false` for a
   * raw-signed Payment.
   * @returns The validated Payment with its `result`, or the custody platform's own transfer with its `id`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * const { hash } = await gateway.transfer('0', { to: holderAddress, amount: '1.5 XRP' });
   * await gateway.transfer('0', { to: holderAddress, amount: 10n, tag: 7 }); // 10 drops
   * ```
   */
  transfer(
    vaultAccountId: string,
    params: XrplTransferParams,
    options: XrpTransferOptions = {},
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    return this.#execution.pay(vaultAccountId, params, options);
  }

  /**
   * Sends an issued token, or a multi-purpose one. For transfer fees, paths and partial payments see
   * {@link XrplGateway.tokenTransfer}.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `token`, the recipient `to`, and the `amount` as text with its unit: `0.5 USD`, or of a
   * multi-purpose token `15 units`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.transferToken('0', {
   *   token: { currency: 'USD', issuer: issuerAddress },
   *   to: issuerAddress,
   *   amount: '0.5 USD',
   * });
   * ```
   */
  transferToken(
    vaultAccountId: string,
    params: XrplTransferTokenParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.payToken(vaultAccountId, params, options);
  }

  /**
   * Signs and submits a transaction in the ledger's own form.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transaction - Its JSON, XRP in drops. `Account`, `Fee` and `LastLedgerSequence` may be given, and on networks
   * above 1,024 `NetworkID`; the sequence number is the gateway's. Refused where other accounts sign or pay too, or the
   * fee is not that of one transaction, as of a `Batch`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.submit('0', { TransactionType: 'SetRegularKey', RegularKey: holderAddress });
   * ```
   */
  submit(
    vaultAccountId: string,
    transaction: XrplTransaction,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.submit(vaultAccountId, transaction, options);
  }

  /**
   * Signs several transactions of a vault account with one approval and submits them in order: with consecutive
   * numbers, up to as many in one request as the signer takes (127 at Fireblocks), more in one request after
   * another. The custody platform takes or refuses a request as a whole, so a refusal leaves no gap.
   *
   * Resolves when every transaction is confirmed. Once there are signatures, every other end is a
   * {@link BatchIncompleteError}, whose `members` give the outcome of each transaction, with its hash. Repeating
   * the call with the same key goes on from there; {@link XrplGateway.resume} does with those that were requested.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transactions - From 1 to 10,000, each in the ledger's JSON form, or as `{ transactionType, params }` of an
   * operation; a `transfer` and an `xrpTransfer` are raw-signed Payments. A TicketCreate is refused.
   * @param options - The idempotency key, how long to wait, and the limits of this call; `stopOnFailure` sends each
   * only when the one before it is confirmed.
   * @returns The `members` in the order given, all `confirmed`, each with `hash` and `result`; and the `receipt`.
   * @throws BatchIncompleteError when not every transaction is confirmed.
   * @throws what {@link XrplGateway} says, before there are signatures.
   * @example
   * ```ts
   * const { members } = await gateway.submitBatch('0', [
   *   { transactionType: 'transfer', params: { to: holderAddress, amount: '1 XRP' } },
   *   { transactionType: 'xrpTransfer', params: { destination: issuerAddress, amount: '2.5' } },
   *   { TransactionType: 'AccountSet', TickSize: 5 },
   * ], { idempotencyKey: 'payroll-2026-11' });
   * members.every(({ state }) => state === 'confirmed'); // true
   * ```
   */
  submitBatch(
    vaultAccountId: string,
    transactions: readonly XrplBatchEntry[],
    options: XrplBatchOptions = {},
  ): Promise<XrplBatchResult> {
    return this.#execution.batch(vaultAccountId, transactions, options);
  }

  /**
   * Goes on with what a key began: from another process, after a crash, after a timeout. It needs only the
   * custody platform and the ledger, and no approval is requested again. What is being cancelled it does not send, but
   * for what has a Ticket.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it.
   * @param options - How long to wait, and the limits of this call.
   * @returns What that call resolves with: a transaction, a native transfer, or a batch.
   * @throws TransactionNotFoundError when nothing was ever asked for under this key.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.accountSet('0', { configs: { tickSize: 7 } }, { idempotencyKey: 'settings-7' });
   * await gateway.resume('0', 'settings-7'); // the same answer
   * ```
   */
  resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: KeyedCallOptions = {},
  ): Promise<XrplConfirmed | XrplNativeTransfer | XrplBatchResult> {
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
   * Makes sure that a key's transaction never has an effect. One that awaits its signature is cancelled at the
   * custody platform. For one that is signed, its number is spent on another transaction that does nothing, which
   * needs an approval of its own.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param idempotencyKey - The key of the call that began it, or that of its cancellation, as `pending` lists it.
   * @param options - How long to wait, and the limits of this call.
   * @returns The receipt of the request that was cancelled; of a batch, that of the last one. What the ledger has of a
   * batch stays there: `landed` says how many.
   * @throws NotCancellableError when it is too late, or what is left of a batch was never asked for.
   * @throws TransactionNotFoundError when there is nothing to cancel.
   * @example
   * ```ts
   * import { NotCancellableError } from 'custody-gateways';
   *
   * await gateway.accountSet('0', { configs: { tickSize: 8 } }, { idempotencyKey: 'settings-8' });
   * await gateway.cancel('0', 'settings-8').catch((error) => {
   *   if (!(error instanceof NotCancellableError)) throw error; // it is on the ledger
   * });
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
   * The vault's public key.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The compressed secp256k1 key: 66 hexadecimal characters in upper case.
   * @example
   * ```ts
   * await gateway.getPublicKey('0'); // '02...' or '03...'
   * ```
   */
  async getPublicKey(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return bytesToHex(account.publicKey.bytes).toUpperCase();
  }

  /**
   * The vault's transactions, a page at a time: every transaction that touched its account, received and failed ones
   * (`tec`) included. The amount that arrived by a Payment is `meta.delivered_amount`, never its Amount.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param query - About how many (`limit`, default 50), and the `cursor` of the page before.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The page, newest first, a `cursor` if there may be more, and which ledgers the node has searched.
   * @throws InvalidInputError naming `limit` (10 to 400) or `cursor`.
   * @example
   * ```ts
   * const { transactions, cursor } = await gateway.getTransactions('0', { limit: 20 });
   * if (cursor !== undefined) await gateway.getTransactions('0', { limit: 20, cursor });
   * ```
   */
  async getTransactions(
    vaultAccountId: string,
    query: XrplHistoryQuery = {},
    options: CallOptions = {},
  ): Promise<XrplHistory> {
    const given = ownCopy(query, 'query');
    const { checkHistoryQuery, readHistory } = await import('./node/history.js');
    const range = checkHistoryQuery(given);
    const { networkId } = this.#setup.network;
    const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return ledger.ask(options, (node) =>
      readHistory({ node, networkId }, account.address, range, options),
    );
  }

  /**
   * A transaction of any account by its hash. A `tec` code is a result here, not an error.
   *
   * @param hash - The hash: 64 hexadecimal characters.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The ledger's own form, XRP in drops; `undefined` while it is not validated, or the node doesn't know it.
   * @throws InvalidInputError when it is not a hash.
   * @example
   * ```ts
   * const { result } = await gateway.accountSet('0', { configs: { tickSize: 9 } });
   * const same = await gateway.getTransaction(result.hash);
   * ```
   */
  async getTransaction(
    hash: string,
    options: CallOptions = {},
  ): Promise<XrplTransactionResult | undefined> {
    checkCallOptions(options);
    const wanted = parseInput(hash256, hash, 'hash');
    const { ledger } = await this.#setup.parts();
    const transaction = await ledger.ask(options, (node) => node.transaction(wanted, options));
    return transaction && resultOf(transaction, this.#setup.network.networkId);
  }

  /**
   * The same gateway for one vault account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @returns Its methods without their first argument; `executeTransaction`, `getTransaction` and those for several
   * signers are left out.
   * @example
   * ```ts
   * const vault = gateway.forVault('0');
   * await vault.getAddress();
   * ```
   */
  forVault(vaultAccountId: string): XrplVault {
    return vaultMethods(this, vaultAccountId, NOT_OF_VAULTS);
  }

  /**
   * What an operation would have signed, with the ledger as it is now: nobody is asked to sign, nothing is sent, and no
   * number is taken.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param operation - One of those of {@link XrplGateway.executeTransaction}, `transfer`, `transferToken` or
   * `submitBatch`.
   * @param given - What the operation takes after the vault account.
   * @returns The approvers' line (`summary`), the `transactions`, and where known the `number`, `balances` and
   * `concern`.
   * @throws what the operation throws before it asks for a signature.
   * @example
   * ```ts
   * const params = { to: holderAddress, amount: '25 XRP' } as const;
   * const { summary, number } = await gateway.preview('0', 'transfer', params);
   * // 'Pay 25 XRP to r...; fee 0.00005 XRP; expires after ledger 98765 (by a node, in 2 h 5 min)'
   * ```
   */
  preview<Name extends OperationName | (typeof COMMON)[number]>(
    vaultAccountId: string,
    operation: Name,
    ...given: ArgumentsOf<XrplGateway[Name]>
  ): Promise<Preview<UnsignedTransaction>> {
    return this.previewOf((gateway, callNamed) =>
      callNamed(gateway, [...operationNames(), ...COMMON], operation, [vaultAccountId, ...given]),
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
    call: (gateway: XrplGateway, callNamed: CallNamed) => Promise<unknown>,
  ): Promise<Preview<UnsignedTransaction>> {
    const { callNamed, previewOf } = await import('../gateway/preview.js');
    const { xrplCodec } = await import('./wire/transaction-codec.js');
    const { balancesOf } = await import('./preview.js');
    return previewOf(
      this.#options,
      xrplCodec,
      (...previewed) => balancesOf(this.#setup, ...previewed),
      (silent) => call(new XrplGateway(silent), callNamed),
    );
  }
}
