import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { LIQUIDITY } from '../operations/liquidity.js';
import { callsOf, type Reached } from '../resource.js';
import type { Quote, QuoteRequest } from '../schemas/liquidity.js';
import type { OrderedPageQuery } from '../schemas/queries.js';

/**
 * Conversions by quote. No call here carries an idempotency key, so calls that change something are sent once:
 * when no answer comes, `ProviderUnconfirmedError` says so.
 *
 * @example
 * ```ts
 * import { ProviderLiquidity } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const liquidity = new ProviderLiquidity({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({
 *     id: 'quote-1',
 *     fromAsset: { nationalCurrencyCode: 'USD' },
 *     fromAmount: '100',
 *     toAsset: { nationalCurrencyCode: 'EUR' },
 *     toAmount: '92.50',
 *     conversionFeeBps: 10,
 *     status: 'ready',
 *     createdAt: '2026-01-01T00:00:00Z',
 *     expiresAt: '2026-01-01T00:00:30Z',
 *   }), // leave it out
 * });
 * const quote = await liquidity.createQuote('main', {
 *   fromAsset: { nationalCurrencyCode: 'USD' },
 *   toAsset: { nationalCurrencyCode: 'EUR' },
 *   fromAmount: '100',
 * });
 * quote.toAmount; // '92.50'
 * ```
 */
export class ProviderLiquidity {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's quotes.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `order`, `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all quotes when iterated: the newest first, unless `order` is `asc`.
   */
  listQuotes(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<Quote> {
    return this.#calls.list(LIQUIDITY.getQuotes, { params: { accountId }, query }, options);
  }

  /**
   * Requests a quote.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param request - Two assets, and `fromAmount` or `toAmount`, a decimal string in whole units.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The quote with both amounts, and its fee in basis points; it is valid for at least 30 seconds.
   * @throws ProviderUnconfirmedError when no answer came: there may be a quote whose id the caller does not know.
   */
  createQuote(
    accountId: string,
    request: QuoteRequest,
    options?: ProviderCallOptions,
  ): ProviderCall<Quote> {
    return this.#calls.call(
      LIQUIDITY.createQuote,
      { params: { accountId }, body: request },
      options,
    );
  }

  /**
   * One quote.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The quote's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The quote, and whether it is `ready`, `executing`, `executed` or `expired`.
   */
  getQuote(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Quote> {
    return this.#calls.call(LIQUIDITY.getQuoteDetails, { params: { accountId, id } }, options);
  }

  /**
   * Carries out a quote.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The id of a quote that is `ready`.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The quote: `executed`, or `executing` until it is.
   * @throws ProviderUnconfirmedError when no answer came: `getQuote` shows whether it was executed.
   */
  executeQuote(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Quote> {
    return this.#calls.call(LIQUIDITY.executeQuote, { params: { accountId, id } }, options);
  }
}
