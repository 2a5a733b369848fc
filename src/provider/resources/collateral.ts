import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { COLLATERAL } from '../operations/collateral.js';
import { callsOf, type Reached } from '../resource.js';
import type {
  CollateralAccount,
  CollateralAccountLink,
  CollateralAddress,
  CollateralAssetAddress,
  CollateralDeposit,
  CollateralDepositIntent,
  CollateralDepositIntentRequest,
  CollateralDepositRequest,
  CollateralWithdrawal,
  CollateralWithdrawalIntent,
  CollateralWithdrawalIntentRequest,
  CollateralWithdrawalRequest,
} from '../schemas/collateral.js';
import type { CollateralAddressesQuery, PageQuery } from '../schemas/queries.js';
import type {
  SettlementInstructions,
  SettlementRequest,
  SettlementState,
} from '../schemas/settlements.js';

/**
 * Off-exchange: collateral in the customer's vault, credit at the provider. Every call carries the platform's
 * signature (by the signer's `platformSecret` or by `platformSigner`), and none has an idempotency key: calls that change
 * something are sent once.
 *
 * @example
 * ```ts
 * import { ProviderCollateral } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const collateral = new ProviderCollateral({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   platformSigner: 'empty', // for a provider under test only
 *   fetch: async () => Response.json({ transactions: [] }), // leave it out
 * });
 * (await collateral.listDeposits('main', 'collateral-1')).items; // []
 * ```
 */
export class ProviderCollateral {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * The collateral accounts that are linked to an account.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all links when iterated.
   */
  listLinks(
    accountId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<CollateralAccountLink> {
    return this.#calls.list(
      COLLATERAL.getCollateralAccountLinks,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Links a collateral account.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param link - `collateralId` (three UUIDs joined by points), `collateralSigners`, and `env`, such as `prod`.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The new link, or the one that the account already has; `rejectionReason` says why one is `Failed`.
   * @throws ProviderUnconfirmedError when no answer came: `listLinks` shows the outcome.
   */
  createLink(
    accountId: string,
    link: CollateralAccount,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralAccountLink> {
    return this.#calls.call(
      COLLATERAL.createCollateralAccountLink,
      { params: { accountId }, body: link },
      options,
    );
  }

  /**
   * The deposit addresses of a collateral account that the provider knows.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param query - At most one of `assetId` and `cryptocurrencySymbol`; `limit` (1 to 200, default 10), and
   *   `startingAfter` or `endingBefore`, an address's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all addresses when iterated.
   */
  listAddresses(
    accountId: string,
    collateralId: string,
    query?: CollateralAddressesQuery,
    options?: ProviderCallOptions,
  ): ProviderList<CollateralAssetAddress> {
    return this.#calls.list(
      COLLATERAL.getCollateralDepositAddresses,
      { params: { accountId, collateralId }, query },
      options,
    );
  }

  /**
   * Registers a deposit address with the provider.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param address - The address with its asset, and `recoveryAccountId`.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The address, with the provider's `id` of it.
   * @throws ProviderUnconfirmedError when no answer came: `listAddresses` shows the outcome.
   */
  createAddress(
    accountId: string,
    collateralId: string,
    address: CollateralAddress,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralAssetAddress> {
    return this.#calls.call(
      COLLATERAL.createCollateralDepositAddressForAsset,
      { params: { accountId, collateralId }, body: address },
      options,
    );
  }

  /**
   * One deposit address.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param id - The address's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The address, with its asset.
   */
  getAddress(
    accountId: string,
    collateralId: string,
    id: string,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralAssetAddress> {
    return this.#calls.call(
      COLLATERAL.getCollateralDepositAddressesDetails,
      { params: { accountId, collateralId, id } },
      options,
    );
  }

  /**
   * Asks whether collateral may be added.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param request - The asset, `amount`, a decimal string in whole units, and the intent's id at the custody platform.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The answer: `status` is `Approved`, or `Rejected` with a `rejectionReason`.
   * @throws ProviderUnconfirmedError when no answer came: nothing was moved.
   */
  requestDeposit(
    accountId: string,
    collateralId: string,
    request: CollateralDepositIntentRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralDepositIntent> {
    return this.#calls.call(
      COLLATERAL.initiateCollateralDepositTransactionIntent,
      { params: { accountId, collateralId }, body: request },
      options,
    );
  }

  /**
   * The transactions that added collateral.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all transactions when iterated, each `Pending`, `Credited` or `Rejected`.
   */
  listDeposits(
    accountId: string,
    collateralId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<CollateralDeposit> {
    return this.#calls.list(
      COLLATERAL.getCollateralDepositTransactions,
      { params: { accountId, collateralId }, query },
      options,
    );
  }

  /**
   * Notifies the provider of a transaction that adds collateral.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param request - The transaction's id at the custody platform, and both ids of its intent.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The transaction, `Pending`, `Credited` or `Rejected`.
   * @throws ProviderUnconfirmedError when no answer came: `getDeposit` shows the outcome.
   */
  registerDeposit(
    accountId: string,
    collateralId: string,
    request: CollateralDepositRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralDeposit> {
    return this.#calls.call(
      COLLATERAL.registerCollateralDepositTransaction,
      { params: { accountId, collateralId }, body: request },
      options,
    );
  }

  /**
   * One transaction that added collateral.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param collateralTxId - The transaction's id at the custody platform.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The transaction, `Pending`, `Credited` or `Rejected`.
   */
  getDeposit(
    accountId: string,
    collateralId: string,
    collateralTxId: string,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralDeposit> {
    return this.#calls.call(
      COLLATERAL.getCollateralDepositTransactionDetails,
      { params: { accountId, collateralId, collateralTxId } },
      options,
    );
  }

  /**
   * Asks whether collateral may be removed.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param request - `amount`, a decimal string in whole units, its destination, and the platform's id of the intent.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The answer: `status` is `Approved`, or `Rejected` with a `rejectionReason`.
   * @throws ProviderUnconfirmedError when no answer came: nothing was moved.
   */
  requestWithdrawal(
    accountId: string,
    collateralId: string,
    request: CollateralWithdrawalIntentRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralWithdrawalIntent> {
    return this.#calls.call(
      COLLATERAL.initiateCollateralWithdrawalTransactionIntent,
      { params: { accountId, collateralId }, body: request },
      options,
    );
  }

  /**
   * The transactions that removed collateral.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all transactions when iterated, each `Pending`, `Approved` or `Rejected`.
   */
  listWithdrawals(
    accountId: string,
    collateralId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<CollateralWithdrawal> {
    return this.#calls.list(
      COLLATERAL.getCollateralWithdrawalTransactions,
      { params: { accountId, collateralId }, query },
      options,
    );
  }

  /**
   * Notifies the provider of a transaction that removes collateral; `isSettlementRequired` recognises a refusal
   * because of outstanding credit.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param request - The transaction's id at the custody platform, both ids of its intent, and any `settlementDetails`.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The transaction, `Pending`, `Approved` or `Rejected`.
   * @throws ProviderUnconfirmedError when no answer came: `getWithdrawal` shows the outcome.
   */
  registerWithdrawal(
    accountId: string,
    collateralId: string,
    request: CollateralWithdrawalRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralWithdrawal> {
    return this.#calls.call(
      COLLATERAL.initiateCollateralWithdrawalTransaction,
      { params: { accountId, collateralId }, body: request },
      options,
    );
  }

  /**
   * One transaction that removed collateral.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param collateralTxId - The transaction's id at the custody platform.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The transaction, `Pending`, `Approved` or `Rejected`.
   */
  getWithdrawal(
    accountId: string,
    collateralId: string,
    collateralTxId: string,
    options?: ProviderCallOptions,
  ): ProviderCall<CollateralWithdrawal> {
    return this.#calls.call(
      COLLATERAL.getCollateralWithdrawalTransactionDetails,
      { params: { accountId, collateralId, collateralTxId } },
      options,
    );
  }

  /**
   * The transfers that are needed now for account and collateral to match.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns Deposits to the provider, withdrawals from it, both in whole units, and the `settlementVersion` to start.
   */
  getSettlementInstructions(
    accountId: string,
    collateralId: string,
    options?: ProviderCallOptions,
  ): ProviderCall<SettlementInstructions> {
    return this.#calls.call(
      COLLATERAL.getCurrentSettlementInstructions,
      { params: { accountId, collateralId } },
      options,
    );
  }

  /**
   * Starts a settlement of the state that the caller has read.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param request - The settlement's id at the custody platform, and the `settlementVersion` of the instructions.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The transfers that it needs; amounts are decimal strings in whole units.
   * @throws ProviderUnconfirmedError when no answer came: `getSettlement` shows the outcome.
   */
  startSettlement(
    accountId: string,
    collateralId: string,
    request: SettlementRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<SettlementInstructions> {
    return this.#calls.call(
      COLLATERAL.initiateSettlement,
      { params: { accountId, collateralId }, body: request },
      options,
    );
  }

  /**
   * The state of a settlement.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param collateralId - The collateral account's id: three UUIDs joined by points.
   * @param settlementVersion - The version of the instructions that it was started with.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The `status` of the settlement, and of each of its transactions.
   */
  getSettlement(
    accountId: string,
    collateralId: string,
    settlementVersion: string,
    options?: ProviderCallOptions,
  ): ProviderCall<SettlementState> {
    return this.#calls.call(
      COLLATERAL.getSettlementDetails,
      { params: { accountId, collateralId, settlementVersion } },
      options,
    );
  }
}
