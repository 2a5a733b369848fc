import { callShapes } from '../core/calls.js';
import type { CallOptions } from '../core/clock.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { ProviderCall, type WithResponse } from '../core/provider-call.js';
import { ProviderList } from '../core/provider-list.js';
import { parseInput } from '../core/schema.js';
import type {
  DepositAddress,
  InternalTransfer,
  NetlinkAccount,
  NetlinkAsset,
  NetlinkTransaction,
  SubTransfer,
  Withdrawal,
  WithdrawalFee,
} from './answers.js';
import { NetlinkCalls, type NetlinkConnection } from './calls.js';
import { NetlinkError, NetlinkUnconfirmedError } from './errors.js';
import { ListedTransactions, type TransactionList } from './listed-transactions.js';
import { type Masking, maskOf } from './masking.js';
import { OPERATIONS, type Operation } from './operations.js';
import type { NetlinkProvider } from './provider.js';
import type {
  DepositAddressRequest,
  InternalTransferRequest,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
  TransactionHashRequest,
  TransactionIdRequest,
  TransactionQuery,
  WithdrawalFeeRequest,
  WithdrawalRequest,
} from './requests.js';

/** Settings of a {@link NetlinkClient}. */
export interface NetlinkClientOptions extends NetlinkConnection {
  /** How a withdrawal's address and tag are hidden, as the provider is registered. Default `NONE`. */
  readonly masking?: Masking;
  /**
   * How a history's `network` is sent if there is none: it is required and may be null, and no document says how
   * to write null in a query. Default `empty`.
   */
  readonly nullNetwork?: 'empty' | 'null' | 'omit';
}

/**
 * Calls a provider over network link v1 (0.9.13), as the custody platform does for a linked account. Every
 * request is signed; a read without an answer is repeated, with a new timestamp, nonce and signature each time.
 *
 * Calls are made as those of the v2 client: one object, then the call's options. Each is a promise of its result that
 * also gives the raw response (`withResponse`), and a list can be iterated.
 *
 * Withdrawals, transfers and requests for a new address are sent once. Network link v1 has no idempotency key: when no
 * clear answer came, {@link NetlinkUnconfirmedError} is thrown, and the outcome has to be found, in the history and the
 * balances or by {@link NetlinkClient.getDepositAddress}, before the caller asks again.
 *
 * Besides, each method throws InvalidInputError before anything is sent, {@link NetlinkError} when the
 * provider refuses, RateLimitedError for HTTP 429, UnreachableError when no answer came,
 * UnexpectedAnswerError for one that is not as documented, and AbortedError.
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { NetlinkClient } from 'custody-gateways/netlink';
 * import { RequestSigner } from 'custody-gateways/requests';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { url: baseUrl, credentials } = sandbox.netlink;
 * const client = new NetlinkClient({ baseUrl, signer: new RequestSigner(credentials) });
 *
 * for (const { type, balances } of await client.listAccounts()) {
 *   for (const { coinSymbol, availableAmount } of balances) {
 *     console.log(type, coinSymbol, availableAmount);
 *   }
 * }
 * const lastDay = { fromDate: Date.now() - 86_400_000, toDate: Date.now() };
 * const bitcoin = { coinSymbol: 'BTC', network: 'Bitcoin' };
 * for await (const { transactionID, status } of client.listTransactions({ ...lastDay, ...bitcoin })) {
 *   console.log(transactionID, status);
 * }
 * await sandbox.stop();
 * ```
 */
export class NetlinkClient implements NetlinkProvider<CallOptions | undefined> {
  readonly #calls: NetlinkCalls;
  readonly #mask: (text: string) => string | Promise<string>;
  readonly #nullNetwork: Readonly<Record<string, string>>;

  constructor(options: NetlinkClientOptions) {
    knownOptions(options, {
      ...callShapes,
      baseUrl: 'string',
      signer: 'any',
      fetch: 'function',
      onRequest: 'function',
      onResponse: 'function',
      masking: 'any',
      nullNetwork: 'any',
    });
    if (typeof options.signer?.headers !== 'function') {
      throw new ConfigurationError('signer', 'must be a RequestSigner');
    }
    this.#calls = new NetlinkCalls(options);
    this.#mask = maskOf(options.masking ?? 'NONE');
    this.#nullNetwork = wireNull(options.nullNetwork ?? 'empty');
  }

  /**
   * The balances of the linked account.
   *
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns One entry for each account type; amounts are decimal strings in whole units.
   */
  listAccounts(options?: CallOptions): ProviderCall<readonly NetlinkAccount[]> {
    return this.#call(OPERATIONS.listAccounts, {}, options);
  }

  /**
   * The deposit address.
   *
   * @param request - The account type, the coin, such as `BTC`, and its network, such as `Bitcoin`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The address, with its tag if it has one; `undefined` when there is none yet.
   */
  getDepositAddress(
    request: DepositAddressRequest,
    options?: CallOptions,
  ): ProviderCall<DepositAddress | undefined> {
    return this.#call(OPERATIONS.getDepositAddress, request, options);
  }

  /**
   * Has a deposit address created. Not repeated automatically; asking again may create a second one, so look with
   * {@link NetlinkClient.getDepositAddress} first, or use {@link NetlinkClient.ensureDepositAddress}.
   *
   * @param request - The account type, the coin, such as `BTC`, and its network, such as `Bitcoin`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The new address, with its tag if it has one.
   * @throws NetlinkError with `MANUAL_DEPOSIT_ADDRESS` when the provider creates addresses by hand.
   * @throws NetlinkUnconfirmedError when it is not known whether it was created.
   */
  createDepositAddress(
    request: DepositAddressRequest,
    options?: CallOptions,
  ): ProviderCall<DepositAddress> {
    return this.#call(OPERATIONS.createDepositAddress, request, options);
  }

  /**
   * The deposit address, created if there is none. Another process may create it at the same time: a provider's
   * refusal, or no answer, counts only if none is found afterwards.
   *
   * @param request - The account type, the coin, such as `BTC`, and its network, such as `Bitcoin`.
   * @param options - A signal that ends the call, and `timeoutMs` for each of its up to three calls.
   * @returns The known or new address, with its tag if it has one.
   * @throws NetlinkUnconfirmedError when it is not known whether one was created.
   */
  async ensureDepositAddress(
    request: DepositAddressRequest,
    options?: CallOptions,
  ): Promise<DepositAddress> {
    const known = await this.getDepositAddress(request, options);
    if (known !== undefined) return known;
    try {
      return await this.createDepositAddress(request, options);
    } catch (error) {
      const mayExist = error instanceof NetlinkError || error instanceof NetlinkUnconfirmedError;
      const meanwhile =
        mayExist && (await this.getDepositAddress(request, options).catch(() => undefined));
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /**
   * The fee of a withdrawal to an external address.
   *
   * @param request - The amount, a decimal string above zero in whole units, with its coin and network.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `feeAmount`, a decimal string in whole units of the coin.
   */
  estimateWithdrawalFee(
    request: WithdrawalFeeRequest,
    options?: CallOptions,
  ): ProviderCall<WithdrawalFee> {
    return this.#call(OPERATIONS.estimateWithdrawalFee, request, options);
  }

  /**
   * Withdraws to an external address: sent once, never repeated.
   *
   * @param request - Amounts are decimal strings in whole units; `isGross` says whether `amount` includes the fees.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The `transactionID`: accepted, not done. Follow it with {@link NetlinkClient.getTransactionById}.
   * @throws NetlinkUnconfirmedError when it is not known whether it was accepted.
   */
  withdraw(request: WithdrawalRequest, options?: CallOptions): ProviderCall<Withdrawal> {
    return new ProviderCall(this.#withdraw(request, options));
  }

  async #withdraw(request: WithdrawalRequest, options?: CallOptions) {
    const operation = OPERATIONS.withdraw;
    const { toAddress, tag, ...rest } = parseInput(operation.given, request);
    const masked = {
      ...rest,
      toAddress: await this.#masked('toAddress', toAddress),
      tag: tag === undefined ? undefined : await this.#masked('tag', tag),
    };
    return this.#calls.call(operation, masked, options);
  }

  /**
   * A transaction by the provider's id.
   *
   * @param request - The provider's `transactionID`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The transaction, its `amount` without the fee; `undefined` when the provider has none.
   * @throws UnexpectedAnswerError also for an answer about another transaction.
   */
  getTransactionById(
    request: TransactionIdRequest,
    options?: CallOptions,
  ): ProviderCall<NetlinkTransaction | undefined> {
    return this.#call(OPERATIONS.getTransactionById, request, options);
  }

  /**
   * A transaction by its hash.
   *
   * @param request - The `txHash` as its chain writes it, and the network, such as `Bitcoin`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The transaction, its `amount` without the fee; `undefined` when the provider has none.
   * @throws UnexpectedAnswerError also for an answer about another transaction.
   */
  getTransactionByHash(
    request: TransactionHashRequest,
    options?: CallOptions,
  ): ProviderCall<NetlinkTransaction | undefined> {
    return this.#call(OPERATIONS.getTransactionByHash, request, options);
  }

  /**
   * The history of a coin, or of its transfers between own accounts.
   *
   * @param query - `fromDate` and `toDate` (milliseconds since the epoch or a `Date`), the coin, and its network, which
   *   only sub transfers may leave out; `pageSize` is 500 by default.
   * @param options - A signal that ends the call, and `timeoutMs` per page.
   * @returns One page when awaited, with `transactions` and `nextPageCursor`; every entry from there on when iterated,
   *   in the provider's order; `pages()` gives every page.
   */
  listTransactions(query: TransactionQuery, options?: CallOptions): TransactionList {
    return new ProviderList(query, {
      startOf: ({ pageCursor }) => pageCursor ?? undefined,
      endOf: ({ nextPageCursor }) => nextPageCursor,
      read: (part) => this.#page(part, options),
    });
  }

  async #page(query: TransactionQuery, options: CallOptions | undefined) {
    const operation = OPERATIONS.listTransactions;
    const checked = parseInput(operation.given, query);
    const sent = checked.network === undefined ? { ...checked, ...this.#nullNetwork } : checked;
    const answer = await this.#calls.call(operation, sent, options);
    return { ...answer, data: new ListedTransactions(query, answer.data) };
  }

  /**
   * The history, entry by entry, as {@link NetlinkClient.listTransactions} gives it when it is iterated.
   *
   * @param query - As for {@link NetlinkClient.listTransactions}.
   * @param options - A signal that ends the call, and `timeoutMs` per page.
   * @returns Every entry from the query's page on, in the provider's order.
   */
  async *iterateTransactions(
    query: TransactionQuery,
    options?: CallOptions,
  ): AsyncGenerator<NetlinkTransaction, void, undefined> {
    yield* this.listTransactions(query, options);
  }

  /**
   * The assets that the provider supports.
   *
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns Each asset with its coin, network and class; `identifiers` of a token begin with its contract or issuer.
   */
  listSupportedAssets(options?: CallOptions): ProviderCall<readonly NetlinkAsset[]> {
    return this.#call(OPERATIONS.listSupportedAssets, {}, options);
  }

  /**
   * Moves funds between a sub-account and the main account: sent once, never repeated.
   *
   * @param request - `direction` is `IN` to the main account; `amount` is a decimal string in whole units.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `completed`, or `pending`: then the history with `isSubTransfer` shows its outcome.
   * @throws NetlinkUnconfirmedError when it is not known whether it was accepted.
   */
  transferSubMain(
    request: SubMainTransferRequest,
    options?: CallOptions,
  ): ProviderCall<SubTransfer> {
    return this.#call(OPERATIONS.transferSubMain, request, options);
  }

  /**
   * Moves funds from one sub-account to another: sent once, never repeated.
   *
   * @param request - The two sub-accounts' ids, the coin, and `amount`, a decimal string in whole units.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `completed`, or `pending`: then the history with `isSubTransfer` shows its outcome.
   * @throws NetlinkUnconfirmedError when it is not known whether it was accepted.
   */
  transferSubAccounts(
    request: SubAccountsTransferRequest,
    options?: CallOptions,
  ): ProviderCall<SubTransfer> {
    return this.#call(OPERATIONS.transferSubAccounts, request, options);
  }

  /**
   * Moves funds from one account type to another: sent once, never repeated.
   *
   * @param request - The two account types, the coin, and `amount`, a decimal string in whole units.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns `completed`, or `failed`: a transfer that is not completed at once has failed.
   * @throws NetlinkUnconfirmedError when it is not known whether it was done.
   */
  transferInternal(
    request: InternalTransferRequest,
    options?: CallOptions,
  ): ProviderCall<InternalTransfer> {
    return this.#call(OPERATIONS.transferInternal, request, options);
  }

  /**
   * With an empty masked address the request would still be a withdrawal, and with an empty tag it could go to
   * any customer.
   */
  async #masked(field: 'toAddress' | 'tag', text: string): Promise<string> {
    const masked: unknown = await this.#mask(text);
    if (typeof masked === 'string' && masked !== '') return masked;
    throw new InvalidInputError(field, 'masking gave no text for it');
  }

  #call<Request extends object, Result>(
    operation: Operation<Request, Result>,
    request: object,
    options: CallOptions | undefined,
  ): ProviderCall<Result> {
    return new ProviderCall(this.#answer(operation, request, options));
  }

  async #answer<Request extends object, Result>(
    operation: Operation<Request, Result>,
    request: object,
    options: CallOptions | undefined,
  ): Promise<WithResponse<Result>> {
    return this.#calls.call(operation, parseInput(operation.given, request), options);
  }
}

/** How a query may say that there is no network. */
const NO_NETWORK = { empty: { network: '' }, null: { network: 'null' }, omit: {} };

function wireNull(form: keyof typeof NO_NETWORK): Readonly<Record<string, string>> {
  if (Object.hasOwn(NO_NETWORK, form)) return NO_NETWORK[form];
  throw new ConfigurationError('nullNetwork', 'must be empty, null or omit');
}
