import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { ACCOUNTS } from '../operations/accounts.js';
import { callsOf, type Reached } from '../resource.js';
import type { AssetBalance, ProviderAccount } from '../schemas/accounts.js';
import type { Rate } from '../schemas/liquidity.js';
import type { AccountQuery, AccountsQuery, BalancesQuery, RateQuery } from '../schemas/queries.js';

/**
 * The accounts that the API key gives access to.
 *
 * @example
 * ```ts
 * import { ProviderAccounts } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const accounts = new ProviderAccounts({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ accounts: [{ id: 'main', title: 'Main', status: 'active' }] }), // leave it out
 * });
 * for await (const { title } of accounts.list()) console.log(title); // Main
 * ```
 */
export class ProviderAccounts {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * The accounts.
   *
   * @param query - `balances: true` to have those too, `limit` (1 to 200, default 10), and `startingAfter` or
   *   `endingBefore`, an account's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all accounts when iterated.
   */
  list(query?: AccountsQuery, options?: ProviderCallOptions): ProviderList<ProviderAccount> {
    return this.#calls.list(ACCOUNTS.getAccounts, { query }, options);
  }

  /**
   * One account.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `balances: true` to have those too.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The account; `balances` is `undefined` unless requested, and `parentId` unless it is a sub-account.
   */
  get(
    accountId: string,
    query?: AccountQuery,
    options?: ProviderCallOptions,
  ): ProviderCall<ProviderAccount> {
    return this.#calls.call(ACCOUNTS.getAccountDetails, { params: { accountId }, query }, options);
  }
}

/**
 * The balances of accounts.
 *
 * @example
 * ```ts
 * import { ProviderBalances } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const balances = new ProviderBalances({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ balances: [] }), // leave it out
 * });
 * (await balances.list('main', { nationalCurrencyCode: 'USD' })).items; // []
 * ```
 */
export class ProviderBalances {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's balances now.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - At most one of `assetId`, `nationalCurrencyCode` and `cryptocurrencySymbol`; `limit` (1 to 200,
   *   default 10), and `startingAfter` or `endingBefore`, a balance's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all balances when iterated; amounts are decimal strings in whole units.
   */
  list(
    accountId: string,
    query?: BalancesQuery,
    options?: ProviderCallOptions,
  ): ProviderList<AssetBalance> {
    return this.#calls.list(ACCOUNTS.getBalances, { params: { accountId }, query }, options);
  }
}

/**
 * The rates of pairs of assets.
 *
 * @example
 * ```ts
 * import { ProviderRates } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const rates = new ProviderRates({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ rate: '1.08', timestamp: 1_700_000_000_000 }), // leave it out
 * });
 * (await rates.get('main', { conversionPairId: 'EUR-USD' })).rate; // '1.08'
 * ```
 */
export class ProviderRates {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * The rate of a conversion, a ramp or an order book.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - One id of a pair: `conversionPairId`, `rampsPairId` or `orderBookPairId`.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The rate, a decimal string, and its `timestamp` in milliseconds since the epoch.
   */
  get(accountId: string, query: RateQuery, options?: ProviderCallOptions): ProviderCall<Rate> {
    return this.#calls.call(
      ACCOUNTS.getRateByAccountAndPairId,
      { params: { accountId }, query },
      options,
    );
  }
}
