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

  /** The accounts; with their balances if requested. */
  list(query?: AccountsQuery, options?: ProviderCallOptions): ProviderList<ProviderAccount> {
    return this.#calls.list(ACCOUNTS.getAccounts, { query }, options);
  }

  /** One account; with its balances if requested. */
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
   * An account's balances now; of one asset when a filter is given.
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
   * The rate of a conversion, a ramp or an order book, by its id.
   */
  get(accountId: string, query: RateQuery, options?: ProviderCallOptions): ProviderCall<Rate> {
    return this.#calls.call(
      ACCOUNTS.getRateByAccountAndPairId,
      { params: { accountId }, query },
      options,
    );
  }
}
