import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { CAPABILITIES, getCapabilities } from '../operations/capabilities.js';
import { callsOf, type Reached } from '../resource.js';
import type { AssetDefinition } from '../schemas/assets.js';
import type { Capabilities } from '../schemas/capabilities.js';
import type { DepositCapability } from '../schemas/deposits.js';
import type { QuoteCapability } from '../schemas/liquidity.js';
import type { PageQuery } from '../schemas/queries.js';
import type { RampMethod } from '../schemas/ramp-methods.js';
import type { WithdrawalCapability } from '../schemas/withdrawals.js';

/**
 * What a provider offers: components, assets, and the ways in and out of an account.
 *
 * @example
 * ```ts
 * import { ProviderCapabilities } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const capabilities = new ProviderCapabilities({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ version: '0.5.1', components: { accounts: '*', balances: '*' } }), // leave it out
 * });
 * (await capabilities.get()).components.accounts; // '*'
 * ```
 */
export class ProviderCapabilities {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * The components that the provider has, and its requirements for calls to them.
   *
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns `components`, each with the ids of its accounts or `*` for all, and the `requirements`, if any.
   */
  get(options?: ProviderCallOptions): ProviderCall<Capabilities> {
    return this.#calls.call(getCapabilities, {}, options);
  }

  /**
   * The assets that the provider lists in addition to national currencies and native cryptocurrencies.
   *
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all assets when iterated.
   */
  listAssets(query?: PageQuery, options?: ProviderCallOptions): ProviderList<AssetDefinition> {
    return this.#calls.list(CAPABILITIES.getAdditionalAssets, { query }, options);
  }

  /**
   * One of the assets that the provider lists.
   *
   * @param id - The asset's id at the provider, elsewhere its `assetId`.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The asset, with its `decimalPlaces`; `type` says what it is, such as `Erc20Token`.
   */
  getAsset(id: string, options?: ProviderCallOptions): ProviderCall<AssetDefinition> {
    return this.#calls.call(CAPABILITIES.getAssetDetails, { params: { id } }, options);
  }

  /**
   * The conversions that can be quoted.
   *
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all conversions when iterated; each `id` is a `conversionPairId` of rates.
   */
  listConversions(query?: PageQuery, options?: ProviderCallOptions): ProviderList<QuoteCapability> {
    return this.#calls.list(CAPABILITIES.getQuoteCapabilities, { query }, options);
  }

  /**
   * The ways to withdraw from an account.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all ways when iterated; any least amount is a decimal string in whole units.
   */
  listWithdrawalMethods(
    accountId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<WithdrawalCapability> {
    return this.#calls.list(
      CAPABILITIES.getWithdrawalMethods,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * The ways to deposit into an account.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all ways when iterated; each says whether addresses can be created for it.
   */
  listDepositMethods(
    accountId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<DepositCapability> {
    return this.#calls.list(
      CAPABILITIES.getDepositMethods,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * The ramps that an account can use.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, and how `answers` are read.
   * @returns One page when awaited, all ramps when iterated; each `id` is a `rampsPairId` of rates.
   */
  listRampMethods(
    accountId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<RampMethod> {
    return this.#calls.list(CAPABILITIES.getRampMethods, { params: { accountId }, query }, options);
  }
}
