import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import { DEPOSITS } from '../operations/deposits.js';
import { callsOf, type Reached, type WithOptionalKey } from '../resource.js';
import type {
  Deposit,
  DepositAddress,
  DepositAddressCreationRequest,
} from '../schemas/deposits.js';
import type { PageQuery } from '../schemas/queries.js';

/**
 * Deposits, and their addresses.
 *
 * @example
 * ```ts
 * import { ProviderDeposits } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const deposits = new ProviderDeposits({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ deposits: [] }), // leave it out
 * });
 * (await deposits.list('main')).items; // []
 * ```
 */
export class ProviderDeposits {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's deposits.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all deposits when iterated: the newest first.
   */
  list(accountId: string, query?: PageQuery, options?: ProviderCallOptions): ProviderList<Deposit> {
    return this.#calls.list(DEPOSITS.getDeposits, { params: { accountId }, query }, options);
  }

  /**
   * One deposit.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The deposit's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The deposit, its amounts as decimal strings in whole units; `source.transferMethod` says how it arrived.
   */
  get(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Deposit> {
    return this.#calls.call(DEPOSITS.getDepositDetails, { params: { accountId, id } }, options);
  }

  /**
   * An account's deposit addresses, on blockchains and at banks.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all addresses when iterated.
   */
  listAddresses(
    accountId: string,
    query?: PageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<DepositAddress> {
    return this.#calls.list(
      DEPOSITS.getDepositAddresses,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Creates a deposit address. Without an answer it is sent again with the same
   * `idempotencyKey`, as often as `retry` says.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param request - The transfer method, `PublicBlockchain` or `Iban`, with its asset. A missing
   *   `idempotencyKey` is generated.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The new address; `id` is for `getAddress` and `disableAddress`.
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  createAddress(
    accountId: string,
    request: WithOptionalKey<DepositAddressCreationRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<DepositAddress> {
    return this.#calls.call(
      DEPOSITS.createDepositAddress,
      { params: { accountId }, body: request },
      options,
    );
  }

  /**
   * One deposit address.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The address's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The address, and whether it is `enabled` or `disabled`.
   */
  getAddress(
    accountId: string,
    id: string,
    options?: ProviderCallOptions,
  ): ProviderCall<DepositAddress> {
    return this.#calls.call(
      DEPOSITS.getDepositAddressDetails,
      { params: { accountId, id } },
      options,
    );
  }

  /**
   * Disables a deposit address.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The address's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The address; `undefined` for an empty answer, since the documents don't say which of the two comes.
   * @throws ProviderUnconfirmedError when no answer came: `getAddress` shows the outcome.
   */
  disableAddress(
    accountId: string,
    id: string,
    options?: ProviderCallOptions,
  ): ProviderCall<DepositAddress | undefined> {
    return this.#calls.callMaybe(
      DEPOSITS.disableDepositAddress,
      { params: { accountId, id } },
      options,
    );
  }
}
