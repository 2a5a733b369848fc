import type { ProviderCall } from '../call.js';
import type { ProviderCalls } from '../calls.js';
import type { ProviderCallOptions } from '../connection.js';
import type { ProviderList } from '../list.js';
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
   * An account's withdrawals, the newest first.
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
   */
  get(accountId: string, id: string, options?: ProviderCallOptions): ProviderCall<Withdrawal> {
    return this.#calls.call(
      WITHDRAWALS.getWithdrawalDetails,
      { params: { accountId, id } },
      options,
    );
  }
}

/**
 * Withdrawals over blockchains.
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
export class ProviderBlockchainTransfers {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's withdrawals over blockchains, the newest first.
   */
  listWithdrawals(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<BlockchainWithdrawal> {
    return this.#calls.list(
      WITHDRAWALS.getBlockchainWithdrawals,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Withdraws to an address on a blockchain. Repeated with its `idempotencyKey` until an
   * answer comes.
   *
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  withdraw(
    accountId: string,
    request: WithOptionalKey<BlockchainWithdrawalRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<BlockchainWithdrawal> {
    return this.#calls.call(
      WITHDRAWALS.createBlockchainWithdrawal,
      { params: { accountId }, body: request },
      options,
    );
  }
}

/**
 * Withdrawals to bank accounts.
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
export class ProviderFiatTransfers {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's withdrawals to bank accounts, the newest first.
   */
  listWithdrawals(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<FiatWithdrawal> {
    return this.#calls.list(
      WITHDRAWALS.getFiatWithdrawals,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Withdraws to a bank account, by its IBAN. Repeated with its `idempotencyKey` until an
   * answer comes.
   *
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  withdraw(
    accountId: string,
    request: WithOptionalKey<FiatWithdrawalRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<FiatWithdrawal> {
    return this.#calls.call(
      WITHDRAWALS.createFiatWithdrawal,
      { params: { accountId }, body: request },
      options,
    );
  }
}

/**
 * Withdrawals to other customers' accounts.
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
export class ProviderPeerTransfers {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's withdrawals to other customers, the newest first.
   */
  listWithdrawals(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<PeerAccountWithdrawal> {
    return this.#calls.list(
      WITHDRAWALS.getPeerAccountWithdrawals,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Withdraws to another customer's account, but not a native cryptocurrency. Repeated with its `idempotencyKey`
   * until an answer comes.
   *
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  withdraw(
    accountId: string,
    request: WithOptionalKey<PeerAccountWithdrawalRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<PeerAccountWithdrawal> {
    return this.#calls.call(
      WITHDRAWALS.createPeerAccountWithdrawal,
      { params: { accountId }, body: request },
      options,
    );
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
export class ProviderInternalTransfers {
  readonly #calls: ProviderCalls;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(reached: Reached) {
    this.#calls = callsOf(reached);
  }

  /**
   * An account's transfers to the customer's other accounts, the newest first.
   */
  listWithdrawals(
    accountId: string,
    query?: OrderedPageQuery,
    options?: ProviderCallOptions,
  ): ProviderList<InternalWithdrawal> {
    return this.#calls.list(
      WITHDRAWALS.getSubAccountWithdrawals,
      { params: { accountId }, query },
      options,
    );
  }

  /**
   * Transfers to another of the customer's accounts. Repeated with its `idempotencyKey` until an
   * answer comes.
   *
   * @throws IdempotencyKeyReuseError when the key was used before, for something else.
   */
  withdraw(
    accountId: string,
    request: WithOptionalKey<InternalWithdrawalRequest>,
    options?: ProviderCallOptions,
  ): ProviderCall<InternalWithdrawal> {
    return this.#calls.call(
      WITHDRAWALS.createSubAccountWithdrawal,
      { params: { accountId }, body: request },
      options,
    );
  }
}
