import type { ProviderCall } from '../../core/provider-call.js';
import type { ProviderList } from '../../core/provider-list.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import type { Listing, One, Question } from '../operation.js';
import { WITHDRAWALS } from '../operations/withdrawals.js';
import { callsOf, type Reached, type WithOptionalKey } from '../resource.js';
import type { OrderedPageQuery } from '../schemas/queries.js';
import type {
  BlockchainWithdrawal,
  BlockchainWithdrawalRequest,
  FiatWithdrawal,
  FiatWithdrawalRequest,
  InternalWithdrawal,
  InternalWithdrawalRequest,
  PeerAccountWithdrawal,
  PeerAccountWithdrawalRequest,
  Withdrawal,
} from '../schemas/withdrawals.js';

/**
 * Withdrawals of all kinds, for reading. They are created by the classes of their methods.
 *
 * @example
 * ```ts
 * import { ProviderWithdrawals } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const withdrawals = new ProviderWithdrawals({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ withdrawals: [] }), // leave it out
 * });
 * for await (const { id, status } of withdrawals.list('main')) console.log(id, status);
 * ```
 */
export class ProviderWithdrawals {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's withdrawals.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `order`, `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all withdrawals when iterated: the newest first, unless `order` is `asc`.
   */
  list(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<Withdrawal> {
    return this.#calls.list(WITHDRAWALS.getWithdrawals, { params: { accountId }, query }, options);
  }

  /**
   * One withdrawal.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param id - The withdrawal's id at the provider.
   * @param options - A signal that ends the call, `timeoutMs`, `initiatedBy`, and how `answers` are read.
   * @returns The withdrawal, its amounts as decimal strings in whole units; `destination.transferMethod` is its kind.
   */
  get(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Withdrawal> {
    return this.#calls.call(
      WITHDRAWALS.getWithdrawalDetails,
      { params: { accountId, id } },
      options,
    );
  }
}

/** How withdrawals of one method are listed and made. */
interface Method<Withdrawal> {
  readonly list: Question & Listing<Withdrawal>;
  readonly create: Question & One<Withdrawal>;
}

/** Withdrawals of one method. The classes for use are its children. */
abstract class MethodTransfers<Withdrawal, Request> {
  readonly #calls: ProviderCalls;
  readonly #method: Method<Withdrawal>;

  protected constructor(reached: Reached, method: Method<Withdrawal>) {
    this.#calls = callsOf(reached);
    this.#method = method;
  }

  /**
   * An account's withdrawals of this method.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param query - `order`, `limit` (1 to 200, default 10), and `startingAfter` or `endingBefore`, an item's id.
   * @param options - A signal that ends the call, `timeoutMs` per page, `initiatedBy`, and how `answers` are read.
   * @returns One page when awaited, all withdrawals when iterated: the newest first, unless `order` is `asc`.
   */
  listWithdrawals(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<Withdrawal> {
    return this.#calls.list(this.#method.list, { params: { accountId }, query }, options);
  }

  /**
   * Withdraws by this method. Without an answer it is sent again with the same
   * `idempotencyKey`, as often as `retry` says.
   *
   * @param accountId - The account's id at the provider: letters, digits, `_` and `-`.
   * @param request - Amounts are decimal strings in whole units. A missing `idempotencyKey` is generated.
   * @param options - A signal that ends the call, `timeoutMs`, the users behind it, and how `answers` are read.
   * @returns The withdrawal: `status` is `pending` until it has `succeeded` or `failed`.
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  withdraw(
    accountId: string,
    request: WithOptionalKey<Request>,
    options?: ProviderCallOptions,
  ): ProviderCall<Withdrawal> {
    const input = { params: { accountId }, body: request };
    return this.#calls.call(this.#method.create, input, options);
  }
}

/**
 * Withdrawals to addresses on blockchains.
 *
 * @example
 * ```ts
 * import { ProviderBlockchainTransfers } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const blockchain = new ProviderBlockchainTransfers({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ withdrawals: [] }), // leave it out
 * });
 * (await blockchain.listWithdrawals('main', { limit: 50 })).items; // []
 * ```
 */
export class ProviderBlockchainTransfers extends MethodTransfers<
  BlockchainWithdrawal,
  BlockchainWithdrawalRequest
> {
  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    const { getBlockchainWithdrawals: list, createBlockchainWithdrawal: create } = WITHDRAWALS;
    super(reached, { list, create });
  }
}

/**
 * Withdrawals to bank accounts, by IBAN.
 *
 * @example
 * ```ts
 * import { ProviderFiatTransfers } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const fiat = new ProviderFiatTransfers({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ withdrawals: [] }), // leave it out
 * });
 * (await fiat.listWithdrawals('main', { limit: 50 })).items; // []
 * ```
 */
export class ProviderFiatTransfers extends MethodTransfers<FiatWithdrawal, FiatWithdrawalRequest> {
  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    const { getFiatWithdrawals: list, createFiatWithdrawal: create } = WITHDRAWALS;
    super(reached, { list, create });
  }
}

/**
 * Withdrawals to other customers' accounts, of anything but native cryptocurrencies.
 *
 * @example
 * ```ts
 * import { ProviderPeerTransfers } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const peers = new ProviderPeerTransfers({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ withdrawals: [] }), // leave it out
 * });
 * (await peers.listWithdrawals('main', { limit: 50 })).items; // []
 * ```
 */
export class ProviderPeerTransfers extends MethodTransfers<
  PeerAccountWithdrawal,
  PeerAccountWithdrawalRequest
> {
  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    const { getPeerAccountWithdrawals: list, createPeerAccountWithdrawal: create } = WITHDRAWALS;
    super(reached, { list, create });
  }
}

/**
 * Transfers between a customer's own accounts.
 *
 * @example
 * ```ts
 * import { ProviderInternalTransfers } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const internal = new ProviderInternalTransfers({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ withdrawals: [] }), // leave it out
 * });
 * (await internal.listWithdrawals('main', { limit: 50 })).items; // []
 * ```
 */
export class ProviderInternalTransfers extends MethodTransfers<
  InternalWithdrawal,
  InternalWithdrawalRequest
> {
  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    const { getSubAccountWithdrawals: list, createSubAccountWithdrawal: create } = WITHDRAWALS;
    super(reached, { list, create });
  }
}
