import type { XrplConfirmed, XrplExecution, XrplNativeTransfer } from './execution.js';
import type { AccountSetParams } from './operations/account-set.js';
import type {
  CredentialAcceptParams,
  CredentialCreateParams,
  CredentialDeleteParams,
} from './operations/credentials.js';
import type { MptokenAuthorizeParams } from './operations/mptokens.js';
import type { OfferCancelParams, OfferCreateParams } from './operations/offers.js';
import type {
  BurnTokenParams,
  CrossCurrencyPaymentParams,
  TokenTransferParams,
} from './operations/payments.js';
import type { XrplTransaction } from './operations/submit.js';
import type {
  ClawbackParams,
  FreezeTokenParams,
  TrustSetParams,
} from './operations/trust-lines.js';
import type { XrpTransferParams } from './operations/xrp-transfer.js';
import type { XrplTransactionOptions, XrpTransferOptions } from './options.js';

/** What each operation takes, by the operation's name. */
export interface XrplOperationParams {
  /** Places an offer on the exchange: an OfferCreate. */
  readonly offerCreate: OfferCreateParams;
  /** Takes an offer back: an OfferCancel. */
  readonly offerCancel: OfferCancelParams;
  /** Pays in one currency what arrives in another: a Payment with SendMax. */
  readonly crossCurrencyPayment: CrossCurrencyPaymentParams;
  /** Sends an issued token, or a multi-purpose one: a Payment. */
  readonly tokenTransfer: TokenTransferParams;
  /** Changes the account's settings: an AccountSet. */
  readonly accountSet: AccountSetParams;
  /** Destroys a token that the vault holds: a Payment to its issuer. */
  readonly burnToken: BurnTokenParams;
  /** Takes back tokens that the vault has issued: a Clawback (XLS-39). */
  readonly clawback: ClawbackParams;
  /** Freezes or thaws one holder's line of the vault's token: a TrustSet. */
  readonly freezeToken: FreezeTokenParams;
  /** Creates, changes or removes a trust line: a TrustSet. */
  readonly trustSet: TrustSetParams;
  /** Makes or gives up a place for a multi-purpose token, or permits a holder: an MPTokenAuthorize (XLS-33). */
  readonly mptokenAuthorize: MptokenAuthorizeParams;
  /** Sends XRP: the custody platform's own transfer, or a raw-signed Payment. */
  readonly xrpTransfer: XrpTransferParams;
  /** Issues a credential: a CredentialCreate (XLS-70). */
  readonly credentialCreate: CredentialCreateParams;
  /** Accepts a credential that was issued to the vault: a CredentialAccept (XLS-70). */
  readonly credentialAccept: CredentialAcceptParams;
  /** Removes a credential, as its issuer or its subject: a CredentialDelete (XLS-70). */
  readonly credentialDelete: CredentialDeleteParams;
  /** Any transaction in the ledger's JSON form; XRP in drops. */
  readonly submit: XrplTransaction;
}

/** An operation by name: what {@link XrplGateway.executeTransaction} takes. */
export type XrplExecuteRequest = {
  [K in keyof XrplOperationParams]: {
    /** The vault account’s id at the custody platform, such as `0`. */
    readonly vaultAccountId: string;
    /** The name of one of the gateway's operations. */
    readonly transactionType: K;
    /** What that operation takes. */
    readonly params: XrplOperationParams[K];
    /** What that operation takes as its options; `native` is for `xrpTransfer`. Default: none. */
    readonly options?: XrpTransferOptions;
  };
}[keyof XrplOperationParams];

/**
 * The methods of an {@link XrplGateway} that the specification names, with its fields and its answers: the ledger's
 * own transaction, or a native transfer's `id`.
 */
export class XrplSpecMethods {
  readonly #execution: XrplExecution;

  /** @internal */
  protected constructor(execution: XrplExecution) {
    this.#execution = execution;
  }

  /**
   * Places an offer on the ledger's decentralised exchange (OfferCreate).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The amount that is given (`sellAmount`) and the one that is wanted (`buyAmount`): drops of XRP as
   * text, or a token amount.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.offerCreate('0', {
   *   sellAmount: '1000000', // 1 XRP
   *   buyAmount: { currency: 'USD', issuer: issuerAddress, value: '0.5' },
   *   flags: { tfSellOffer: true },
   * });
   * ```
   */
  offerCreate(
    vaultAccountId: string,
    params: OfferCreateParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('offerCreate', vaultAccountId, params, options);
  }

  /**
   * Takes an offer back (OfferCancel).
   *
   * An offer that is gone already is no error on the ledger.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The sequence number of the transaction that placed the offer (`offerSequence`).
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * const offer = await gateway.offerCreate('0', {
   *   sellAmount: '1000000',
   *   buyAmount: { currency: 'USD', issuer: issuerAddress, value: '99' },
   * });
   * await gateway.offerCancel('0', { offerSequence: Number(offer.result.tx_json.Sequence) });
   * ```
   */
  offerCancel(
    vaultAccountId: string,
    params: OfferCancelParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('offerCancel', vaultAccountId, params, options);
  }

  /**
   * Pays in one currency what arrives in another (Payment with SendMax).
   *
   * Exact delivery, unless `tfPartialPayment` is set together with a `deliverMin`.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `destination`, the `amount` that arrives, and the most to spend (`sendMax`): drops of XRP as
   * text, or a token amount.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.crossCurrencyPayment('0', {
   *   destination: holderAddress,
   *   amount: { currency: 'USD', issuer: issuerAddress, value: '1' },
   *   sendMax: '5000000', // at most 5 XRP
   * });
   * ```
   */
  crossCurrencyPayment(
    vaultAccountId: string,
    params: CrossCurrencyPaymentParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('crossCurrencyPayment', vaultAccountId, params, options);
  }

  /**
   * Sends an issued token, or a multi-purpose one (Payment).
   *
   * A token with a transfer fee needs a `sendMax` that covers it.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `destination`, and the `amount`: its `value` is a decimal string, of a multi-purpose token a
   * whole number of its smallest units.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.tokenTransfer('0', {
   *   destination: holderAddress,
   *   amount: { currency: 'USD', issuer: issuerAddress, value: '2.5' },
   * });
   * ```
   */
  tokenTransfer(
    vaultAccountId: string,
    params: TokenTransferParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('tokenTransfer', vaultAccountId, params, options);
  }

  /**
   * Changes the account's settings (AccountSet).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The settings (`configs`). What is left out stays. `""` resets `domain`, `messageKey` and
   * `emailHash`, `0` `transferRate` and `tickSize`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.accountSet('0', { configs: { domain: 'example.com', tickSize: 5 } });
   * ```
   */
  accountSet(
    vaultAccountId: string,
    params: AccountSetParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('accountSet', vaultAccountId, params, options);
  }

  /**
   * Burns a token that the vault holds, by paying it to its issuer (Payment).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `amount`: its `value` is a decimal string, of a multi-purpose token a whole number of its
   * smallest units.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.burnToken('0', {
   *   amount: { currency: 'USD', issuer: issuerAddress, value: '1' },
   * });
   * ```
   */
  burnToken(
    vaultAccountId: string,
    params: BurnTokenParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('burnToken', vaultAccountId, params, options);
  }

  /**
   * Takes back tokens that the vault has issued (Clawback, XLS-39).
   *
   * The issuer must have set `asfAllowTrustLineClawback` before it issued anything.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `holder`, the `currency`, and the `value`, a decimal string; no more is taken than there is.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.clawback('1', { holder: holderAddress, currency: 'USD', value: '1' });
   * ```
   */
  clawback(
    vaultAccountId: string,
    params: ClawbackParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('clawback', vaultAccountId, params, options);
  }

  /**
   * Freezes or thaws one holder's line of a token that the vault has issued (TrustSet).
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `holder`, the `currency`, and `freeze`, which has no default: `true` freezes, `false` thaws.
   * The vault's own `limit` of that line is zero by default, and required where the line has another.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.freezeToken('1', { holder: holderAddress, currency: 'USD', freeze: true });
   * ```
   */
  freezeToken(
    vaultAccountId: string,
    params: FreezeTokenParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('freezeToken', vaultAccountId, params, options);
  }

  /**
   * Creates, changes or removes a trust line (TrustSet).
   *
   * A limit of `"0"` removes an empty line whose other settings are the defaults. Unless the account has set
   * `asfDefaultRipple`, that includes NoRipple: add `tfSetNoRipple`.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The token, and the most of it that the vault accepts, as a decimal string (`limitAmount`).
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated transaction: `hash`, the ledger's own `result` (XRP in drops), and the `receipt`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.trustSet('0', {
   *   limitAmount: { currency: 'EUR', issuer: issuerAddress, value: '1000' },
   * });
   * ```
   */
  trustSet(
    vaultAccountId: string,
    params: TrustSetParams,
    options: XrplTransactionOptions = {},
  ): Promise<XrplConfirmed> {
    return this.#execution.operate('trustSet', vaultAccountId, params, options);
  }

  /**
   * Sends XRP: by the custody platform's own transfer where the signer offers one, so that its policies see the
   * money; else, or with `native: false`, by a raw-signed Payment.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - The `destination`, an address or one that the custody platform knows, and the `amount` in XRP, not
   * drops, as a decimal string.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The validated Payment with its `result`, or the custody platform's own transfer with its `id`.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.xrpTransfer('0', { destination: holderAddress, amount: '1.5' });
   * ```
   */
  xrpTransfer(
    vaultAccountId: string,
    params: XrpTransferParams,
    options: XrpTransferOptions = {},
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    return this.#execution.transfer(vaultAccountId, params, options);
  }

  /**
   * Any operation by its name.
   *
   * @param request - The operation's name (`transactionType`), the `vaultAccountId`, its `params`, and its `options`;
   * any other field is refused.
   * @returns What the operation resolves with: the ledger's `result`, or the `id` of a native transfer.
   * @throws what {@link XrplGateway} says.
   * @example
   * ```ts
   * await gateway.executeTransaction({
   *   vaultAccountId: '0',
   *   transactionType: 'accountSet',
   *   params: { configs: { tickSize: 6 } },
   * });
   * ```
   */
  executeTransaction(request: XrplExecuteRequest): Promise<XrplConfirmed | XrplNativeTransfer> {
    return this.#execution.any(request);
  }
}
