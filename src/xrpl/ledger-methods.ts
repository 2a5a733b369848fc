import type { CallOptions } from '../core/clock.js';
import { ownCopy, snapshotOf } from '../core/own-fields.js';
import { partsToRead } from '../gateway/loading.js';
import type { XrplConfirmed, XrplExecution } from './execution.js';
import type { XrplDeliveryOptions, XrplPreparingOptions, XrplSigner } from './multisign.js';
import type { XrplNode } from './node/node.js';
import type { XrplPath, XrplPathQuery } from './node/paths.js';
import type * as Reads from './node/reads.js';
import type { TrustLine } from './node/trust-lines.js';
import type {
  CredentialAcceptParams,
  CredentialCreateParams,
  CredentialDeleteParams,
} from './operations/credentials.js';
import type { MptokenAuthorizeParams } from './operations/mptokens.js';
import type { XrplTransaction } from './operations/submit.js';
import type { XrplTransactionOptions } from './options.js';
import type { XrplTransactionResult } from './result.js';
import type { XrplSetup } from './setup.js';
import { XrplSpecMethods } from './spec.js';
import type { UnsignedTransaction } from './wire/codec.js';

type Read<T> = (node: XrplNode, address: string, options: CallOptions) => Promise<T>;

/**
 * The methods of an {@link XrplGateway} that only the XRP Ledger has, beside those of the specification: multi-purpose
 * tokens, credentials, the ledger's own records of an account, and transactions that several sign.
 */
export class XrplLedgerMethods extends XrplSpecMethods {
  readonly #setup: XrplSetup;
  readonly #execution: XrplExecution;

  /** @internal */
  protected constructor(setup: XrplSetup, execution: XrplExecution) {
    super(execution);
    this.#setup = setup;
    this.#execution = execution;
  }

  /**
   * Makes a place for a multi-purpose token, without which the vault can't receive it, or gives an empty place
   * up; as the token's issuer, permits a holder to have it where the token requires that (MPTokenAuthorize,
   * XLS-33).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `mptIssuanceId`, 48 hexadecimal characters, and of its issuer the `holder`. In `flags`,
   * `tfMPTUnauthorize` gives the place up, or takes the holder's permission back.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * const { mptIssuanceId } = sandbox.xrpl;
   * await gateway.mptokenAuthorize('0', { mptIssuanceId });
   * await sandbox.xrpl.fundMpt(await gateway.getAddress('0'), 500n);
   * const { mpts } = await gateway.getBalances('0'); // [{ mptIssuanceId, issuer, value: '500' }]
   * ```
   */
  mptokenAuthorize(
    vaultAccountId: string,
    params: MptokenAuthorizeParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('mptokenAuthorize', vaultAccountId, params, options);
  }

  /**
   * Issues a credential (CredentialCreate, XLS-70).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `subject`, the `credentialType` and a `uri` in hexadecimal, and the `expiration` in seconds
   * since 2000-01-01 (UTC).
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.credentialCreate('1', { subject: holderAddress, credentialType: '4B5943' });
   * ```
   */
  credentialCreate(
    vaultAccountId: string,
    params: CredentialCreateParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('credentialCreate', vaultAccountId, params, options);
  }

  /**
   * Accepts a credential that was issued to the vault (CredentialAccept, XLS-70).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `issuer`, and the `credentialType`: 2 to 128 hexadecimal characters.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.credentialCreate('1', { subject: vaultAddress, credentialType: '4B5944' });
   * await gateway.credentialAccept('0', { issuer: issuerAddress, credentialType: '4B5944' });
   * ```
   */
  credentialAccept(
    vaultAccountId: string,
    params: CredentialAcceptParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('credentialAccept', vaultAccountId, params, options);
  }

  /**
   * Removes a credential, as its issuer or its subject (CredentialDelete, XLS-70).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `credentialType`, 2 to 128 hexadecimal characters, and the `issuer`, the `subject` or both;
   * this vault is the one that is left out.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.credentialCreate('1', { subject: vaultAddress, credentialType: '4B5945' });
   * await gateway.credentialDelete('0', { issuer: issuerAddress, credentialType: '4B5945' });
   * ```
   */
  credentialDelete(
    vaultAccountId: string,
    params: CredentialDeleteParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('credentialDelete', vaultAccountId, params, options);
  }

  /**
   * The vault's address.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The classic address, `r...`.
   * @example
   * ```ts
   * await gateway.getAddress('0'); // 'r...'
   * ```
   */
  async getAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    return (await partsToRead(this.#setup.parts, vaultAccountId, options)).account.address;
  }

  /**
   * What the vault holds.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns XRP in drops, tokens as decimal strings, multi-purpose ones in their smallest units; without those of
   * zero.
   * @throws AccountNotFundedError when the ledger has no such account.
   * @example
   * ```ts
   * const { xrp, tokens } = await gateway.getBalances('0');
   * ```
   */
  getBalances(vaultAccountId: string, options: CallOptions = {}): Promise<Reads.XrplBalances> {
    return this.#read(vaultAccountId, options, ({ readBalances }) => readBalances);
  }

  /**
   * The vault's account as the last validated ledger has it.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Amounts in drops, as decimal strings; `available` is what `reserve` leaves of `balance`.
   * @throws AccountNotFundedError when the ledger has no such account.
   * @example
   * ```ts
   * const { available } = await gateway.getAccount('0');
   * ```
   */
  getAccount(vaultAccountId: string, options: CallOptions = {}): Promise<Reads.XrplAccount> {
    return this.#read(vaultAccountId, options, ({ readAccount }) => readAccount);
  }

  /**
   * The vault's trust lines.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns All pages of them, in the form of `account_lines`; a `balance` below zero is what the vault owes.
   * @throws AccountNotFundedError when the ledger has no such account.
   * @example
   * ```ts
   * const lines = await gateway.getTrustLines('0');
   * ```
   */
  getTrustLines(vaultAccountId: string, options: CallOptions = {}): Promise<readonly TrustLine[]> {
    return this.#read(vaultAccountId, options, ({ readTrustLines }) => readTrustLines);
  }

  /**
   * The vault's offers that rest on the ledger.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns All pages of them, in the form of `account_offers`; XRP in drops.
   * @throws AccountNotFundedError when the ledger has no such account.
   * @example
   * ```ts
   * const offers = await gateway.getOffers('0');
   * ```
   */
  getOffers(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<readonly Reads.LedgerOffer[]> {
    return this.#read(vaultAccountId, options, ({ readOffers }) => readOffers);
  }

  /**
   * The paths that a payment of the vault could take: for each currency that the vault has, the cheapest that the node
   * finds (`ripple_path_find`). One node says so, and prices change: `sendMax` limits what a payment takes.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param query - The `destination`, the `amount` that has to arrive (drops of XRP as text, or a token amount), and up
   * to 18 `sourceCurrencies`, by default all that the vault has.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns One path for each currency, with the `sourceAmount` that it takes now; a currency without one is left out.
   * @throws InvalidInputError naming the field.
   * @throws AccountNotFundedError when the ledger has no such account.
   * @example
   * ```ts
   * const amount = { currency: 'USD', issuer: issuerAddress, value: '1' };
   * const ways = await gateway.findPaths('0', { destination: holderAddress, amount });
   * for (const { sourceAmount, paths } of ways) console.log(sourceAmount, paths);
   * // crossCurrencyPayment('0', { destination, amount, paths, sendMax: a little more than sourceAmount })
   * ```
   */
  async findPaths(
    vaultAccountId: string,
    query: XrplPathQuery,
    options: CallOptions = {},
  ): Promise<readonly XrplPath[]> {
    const given = snapshotOf(query, 'query');
    const { checkPathQuery, readPaths } = await import('./node/paths.js');
    const wanted = checkPathQuery(given, this.#setup.network.networkId);
    const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return ledger.ask(options, (node) => readPaths(node, account.address, wanted, options));
  }

  /**
   * Completes a transaction of an account that several sign for: number, fee (for `signerCount` signatures) and
   * lifetime. Give the result to every signer. Keep it, too: another preparation is another transaction.
   *
   * @param transaction - The ledger's JSON form, XRP in drops, with the `Account` that it is of, and no `Sequence`.
   * @param signerCount - How many sign, 1 to 32.
   * @param options - The most that the fee may be (`maxFee`), `approvalWindowSeconds`, from which its lifetime follows,
   * and a `signal`.
   * @returns The same with `Fee` (drops), `Sequence`, `LastLedgerSequence` and an empty `SigningPubKey`.
   * @throws InvalidInputError naming the field.
   * @throws AccountNotFundedError
   * @example
   * ```ts
   * const prepared = await gateway.prepareMultisigned(
   *   { TransactionType: 'AccountSet', Account: sharedAddress, Domain: '6578' },
   *   2,
   * );
   * ```
   */
  async prepareMultisigned(
    transaction: XrplTransaction & { readonly Account: string },
    signerCount: number,
    options: XrplPreparingOptions = {},
  ): Promise<UnsignedTransaction> {
    const given = snapshotOf(transaction, 'transaction');
    const own = ownCopy(options, 'options');
    const { prepareMultisigned } = await import('./multisign.js');
    return prepareMultisigned(this.#setup, given, signerCount, own);
  }

  /**
   * The vault's part of a multi-signed transaction: its signature over the multi-signing digest,
   * which begins with `SMT` and ends with the signer's own account. The idempotency key is one of signatures: a
   * transaction may have the same, and `pending`, `resume` and `cancel` don't know it. To withdraw the request, abort
   * the call with `cancelOnAbort`.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param transaction - What {@link XrplGateway.prepareMultisigned} resolved with.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns An entry of `Signers`: the vault's address, its public key, and the signature (DER), in hexadecimal.
   * @throws InvalidInputError when the transaction is not prepared for several signers.
   * @example
   * ```ts
   * const prepared = await gateway.prepareMultisigned(
   *   { TransactionType: 'AccountSet', Account: sharedAddress, Domain: '6578' },
   *   2,
   * );
   * const part = await gateway.signMultisigned('0', prepared);
   * ```
   */
  async signMultisigned(
    vaultAccountId: string,
    transaction: UnsignedTransaction,
    options: XrplTransactionOptions = {},
  ): Promise<XrplSigner> {
    const given = snapshotOf(transaction, 'transaction');
    const own = ownCopy(options, 'options');
    const { signMultisigned } = await import('./multisign.js');
    return signMultisigned(this.#setup, vaultAccountId, given, own);
  }

  /**
   * Puts the signers' parts together, checks each of them, submits and confirms. Repeat it as often as you like: the
   * ledger takes a prepared transaction once.
   *
   * @param transaction - What {@link XrplGateway.prepareMultisigned} resolved with.
   * @param signers - The parts of 1 to 32 signers, in any order.
   * @param options - How long to wait for the ledger (`confirmTimeoutMs`), and a signal that ends the waiting.
   * @returns The validated transaction, in the ledger's own form (XRP in drops).
   * @throws InvalidSignatureError naming the signer at fault; nothing is sent in that case.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * const prepared = await gateway.prepareMultisigned(
   *   { TransactionType: 'AccountSet', Account: sharedAddress, Domain: '6578' },
   *   2,
   * );
   * const parts = await Promise.all(['0', '1'].map((id) => gateway.signMultisigned(id, prepared)));
   * await gateway.submitMultisigned(prepared, parts);
   * ```
   */
  async submitMultisigned(
    transaction: UnsignedTransaction,
    signers: readonly XrplSigner[],
    options: XrplDeliveryOptions = {},
  ): Promise<XrplTransactionResult> {
    const given = snapshotOf(transaction, 'transaction');
    const parts = snapshotOf(signers, 'signers');
    const own = ownCopy(options, 'options');
    const { submitMultisigned } = await import('./multisign.js');
    return submitMultisigned(this.#setup, given, parts, own);
  }

  /** What the ledger has of a vault's account. */
  async #read<T>(
    vaultAccountId: string,
    options: CallOptions,
    reader: (reads: typeof Reads) => Read<T>,
  ): Promise<T> {
    const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    const read = reader(await import('./node/reads.js'));
    return ledger.ask(options, (node) => read(node, account.address, options));
  }
}
