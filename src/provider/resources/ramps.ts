import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { RAMPS } from '../operations/ramps.js';
import { callsOf, type Reached, type WithOptionalKey } from '../resource.js';
import type { OrderedPageQuery } from '../schemas/queries.js';
import type { Ramp, RampRequest } from '../schemas/ramps.js';

/**
 * Ramps: from banks to blockchains, back, and between blockchains.
 *
 * @example
 * ```ts
 * import { ProviderRamps } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const ramps = new ProviderRamps({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ ramps: [] }), // leave it out
 * });
 * (await ramps.list('main', { order: 'asc' })).items; // []
 * ```
 */
export class ProviderRamps {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's ramps.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `order`, `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all ramps when iterated: the newest first, unless `order` is `asc`.
   */
  list(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<Ramp> {
    return this.#calls.list(RAMPS.getRamps, { params: { accountId }, query }, options);
  }

  /**
   * Starts a ramp. Without an answer it is sent again with the same
   * `idempotencyKey`, as often as `retry` says.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param request - `amount` is a decimal string in whole units. A missing `idempotencyKey` is generated.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The ramp, with `paymentInstructions` that say how to pay for it, unless it is prefunded.
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  create(
    accountId: string,
    request: WithOptionalKey<RampRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<Ramp> {
    return this.#calls.call(RAMPS.createRamp, { params: { accountId }, body: request }, options);
  }

  /**
   * One ramp.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The ramp's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The ramp and its `status`; `receipt` is `undefined` until there is one.
   */
  get(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Ramp> {
    return this.#calls.call(RAMPS.getRampDetails, { params: { accountId, id } }, options);
  }
}
