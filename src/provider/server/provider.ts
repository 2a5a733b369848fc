import type { AssetBalance, ProviderAccount } from '../schemas/accounts.js';
import type { AssetDefinition } from '../schemas/assets.js';
import type {
  Deposit,
  DepositAddress,
  DepositAddressCreationRequest,
  DepositCapability,
} from '../schemas/deposits.js';
import type { Quote, QuoteCapability, QuoteRequest, Rate } from '../schemas/liquidity.js';
import type { OpenRecord } from '../schemas/platform.js';
import type { RateQuery } from '../schemas/queries.js';
import type { RampMethod } from '../schemas/ramp-methods.js';
import type { Ramp, RampRequest } from '../schemas/ramps.js';
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
  WithdrawalCapability,
} from '../schemas/withdrawals.js';
import type {
  AccountRequest,
  AccountsRequest,
  BalancesRequest,
  ProviderServerCall as Call,
  ListAnswer,
  OrderedPageRequest,
  PageRequest,
} from './call.js';
import type { ServedCollateral } from './collateral-part.js';

/**
 * The interface of a provider, with one part for each component; a missing part is answered with 404 and not
 * declared in the capabilities. Methods have the same names as in `ProviderApiClient`, and get checked input.
 *
 * - A resource that does not exist is `undefined`, which becomes 404.
 * - A refusal is a thrown `ProviderRefusal`. Any other error is answered with 500 and no details, since it does
 *   not prove that nothing was done.
 * - With `accounts`, every account is looked up there first, with the caller's `apiKey`: other parts never get
 *   accounts that the caller does not have.
 * - A method with an `idempotencyKey` is called once for it. Only if an earlier try had no answer (the process
 *   died, or it threw) is it called again, after `find` with its key returned `undefined`; and without `find` after it
 *   refused with 401, 413, 415 or 429, which say that nothing was done. So store the key with the created resource, in
 *   the same database transaction, and unique for account and operation. If `find` returns something other than was
 *   requested, the answer is 500. A method that never ends keeps its key as long as the process lives: limit the time
 *   of your own calls.
 * - Before a refusal of such a method is answered, `find` is asked: the `store` may have lost that it was done. If
 *   that returns something other than was requested, the answer is `idempotency-key-reuse`; a refusal that comes
 *   while it is not known whether it was done is answered with 500.
 */
export interface Provider {
  /** Assets, conversions and methods. */
  readonly capabilities?: ServedCapabilities;
  /** The caller's accounts: every `accountId` is looked up here first. Without it, the other parts get any. */
  readonly accounts?: ServedAccounts;
  /** What accounts have, also for accounts that are requested with balances and come without. */
  readonly balances?: ServedBalances;
  /** The rates of conversions, ramps and order books. */
  readonly rates?: ServedRates;
  /** Conversions by quote, of the pairs of `capabilities.listConversions`. */
  readonly liquidity?: ServedLiquidity;
  /** Withdrawals and deposits of every kind, for reading. */
  readonly transfers?: ServedTransfers;
  /** Withdrawals to addresses on blockchains. */
  readonly transfersBlockchain?: ServedWithdrawals<
    BlockchainWithdrawalRequest,
    BlockchainWithdrawal
  >;
  /** Withdrawals to bank accounts, by IBAN. */
  readonly transfersFiat?: ServedWithdrawals<FiatWithdrawalRequest, FiatWithdrawal>;
  /** Withdrawals to other customers' accounts, of anything but native cryptocurrencies. */
  readonly transfersPeerAccounts?: ServedWithdrawals<
    PeerAccountWithdrawalRequest,
    PeerAccountWithdrawal
  >;
  /** Transfers between the customer's own accounts. */
  readonly transfersInternal?: ServedWithdrawals<InternalWithdrawalRequest, InternalWithdrawal>;
  /** Deposit addresses on blockchains and at banks, of `transfersBlockchain` and `transfersFiat`. */
  readonly depositAddresses?: ServedDepositAddresses;
  /** Ramps by the methods of `capabilities.listRampMethods`. */
  readonly ramps?: ServedRamps;
  /** Off-exchange: links, addresses, collateral and settlements. It needs the option `platform`. */
  readonly collateral?: ServedCollateral;
  /** Off-exchange: what the platform reports, always with its signature. It needs the option `platform`. */
  readonly collateralNotifications?: ServedNotifications;
}

/**
 * The declared possibilities; other requests are refused before the provider is called. A missing method lists
 * nothing: without `listConversions` there is no quote, without `listRampMethods` no ramp, and without `getAsset`
 * every `assetId` is unknown.
 *
 * Two are more lenient if they are missing. Without `listWithdrawalMethods` an account can withdraw any asset of
 * which it has a balance, arriving as the same asset and in the same amount. Without `listDepositMethods` any
 * address may be requested.
 */
export interface ServedCapabilities {
  /** Assets that are neither national currencies nor native coins. */
  listAssets?(request: PageRequest, call: Call): Promise<ListAnswer<AssetDefinition>>;
  /** Needed for every request with an `assetId`: one that it does not return is `unknown-asset`. */
  getAsset?(id: string, call: Call): Promise<AssetDefinition | undefined>;
  /** The pairs of assets that quotes convert. */
  listConversions?(request: PageRequest, call: Call): Promise<ListAnswer<QuoteCapability>>;
  /** The ways in which an account can withdraw: what it is debited with, what arrives where, and the least amount. */
  listWithdrawalMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<WithdrawalCapability>>;
  /** The ways in which an account can receive: what arrives where, and what it is credited with. */
  listDepositMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<DepositCapability>>;
  /** The ramps that an account can use. */
  listRampMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<RampMethod>>;
}

/** The accounts of the caller: main accounts, and sub-accounts whose `parentId` names a main one. */
export interface ServedAccounts {
  /** Balances may always be given: the kit leaves them out if they were not requested. */
  list(request: AccountsRequest, call: Call): Promise<ListAnswer<ProviderAccount>>;
  /** `undefined` for one that the caller does not have, even if another customer has it. */
  get(accountId: string, request: AccountRequest, call: Call): Promise<ProviderAccount | undefined>;
}

/** The balances of accounts. */
export interface ServedBalances {
  /**
   * What an account has, one entry for each asset; amounts are decimal strings in whole units. With one of the filters,
   * the kit leaves out the balances of other assets of an array; a page has to be of that asset.
   */
  list(accountId: string, request: BalancesRequest, call: Call): Promise<ListAnswer<AssetBalance>>;
}

/** The rates of pairs. */
export interface ServedRates {
  /** The rate of the pair that the query names, as of now; `undefined` for a pair that there is not. */
  get(accountId: string, query: RateQuery, call: Call): Promise<Rate | undefined>;
}

/** Conversions, by quotes. */
export interface ServedLiquidity {
  /** All quotes of an account, in whatever state. */
  listQuotes(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Quote>>;
  /** Exactly one of the two amounts is given. A quote must be valid for at least 30 seconds. */
  createQuote(accountId: string, request: QuoteRequest, call: Call): Promise<Quote>;
  /** `undefined` for a quote that the account does not have. */
  getQuote(accountId: string, id: string, call: Call): Promise<Quote | undefined>;
  /** Called only for a quote that `getQuote` just returned, ready and not expired; one execution at a time. */
  executeQuote(accountId: string, id: string, call: Call): Promise<Quote | undefined>;
}

/** Withdrawals and deposits, of every kind. */
export interface ServedTransfers {
  /** The withdrawals of every kind. */
  listWithdrawals(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Withdrawal>>;
  /** `undefined` for a withdrawal that the account does not have, of whatever kind. */
  getWithdrawal(accountId: string, id: string, call: Call): Promise<Withdrawal | undefined>;
  /** `order` is always `desc`. */
  listDeposits(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Deposit>>;
  /** `undefined` for a deposit that the account does not have. */
  getDeposit(accountId: string, id: string, call: Call): Promise<Deposit | undefined>;
}

/** Withdrawals of one kind. */
export interface ServedWithdrawals<Request, Record> {
  /**
   * Whether less may arrive than leaves, the difference being a fee. Default `false`: for one asset, a request
   * whose two amounts differ is refused.
   */
  readonly takesFees?: boolean;
  /** The withdrawals of this kind. */
  listWithdrawals(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Record>>;
  /**
   * Called only for a declared method, an amount above zero that is not below its minimum, and a destination that
   * is another account. For one asset, never more arrives than leaves; the rate of two assets, and the account's
   * balance, are yours to check.
   */
  withdraw(accountId: string, request: Request, call: Call): Promise<Record>;
  /**
   * The withdrawal that was created earlier under this key, if any. One without all of the request's amounts,
   * assets and destination belongs to another request: that is `idempotency-key-reuse`, or 500 after a try of this
   * request that had no answer.
   */
  findWithdrawal(
    accountId: string,
    idempotencyKey: string,
    call: Call,
  ): Promise<Record | undefined>;
}

/** The addresses for deposits. */
export interface ServedDepositAddresses {
  /** The addresses of an account, disabled ones too. */
  list(accountId: string, request: PageRequest, call: Call): Promise<ListAnswer<DepositAddress>>;
  /** `undefined` for an address that the account does not have. */
  get(accountId: string, id: string, call: Call): Promise<DepositAddress | undefined>;
  /** Called only for a declared method for which addresses can be made. */
  create(
    accountId: string,
    request: DepositAddressCreationRequest,
    call: Call,
  ): Promise<DepositAddress>;
  /** The address that was created earlier under this key, if any. */
  find(accountId: string, idempotencyKey: string, call: Call): Promise<DepositAddress | undefined>;
  /** Returns the disabled address. */
  disable(accountId: string, id: string, call: Call): Promise<DepositAddress | undefined>;
}

/** Ramps between national currencies and blockchains. */
export interface ServedRamps {
  /** The ramps of an account. */
  list(accountId: string, request: OrderedPageRequest, call: Call): Promise<ListAnswer<Ramp>>;
  /** Called only for a declared ramp method. */
  create(accountId: string, request: RampRequest, call: Call): Promise<Ramp>;
  /**
   * The ramp that was created earlier under this key, if any: with all that the request has in `to`, or it
   * belongs to another request.
   */
  find(accountId: string, idempotencyKey: string, call: Call): Promise<Ramp | undefined>;
  /** `undefined` for a ramp that the account does not have. */
  get(accountId: string, id: string, call: Call): Promise<Ramp | undefined>;
}

/** Notifications from the platform. */
export interface ServedNotifications {
  /** Its body is not published; the platform signed it. The same one may arrive again. */
  onNotification(notification: OpenRecord, call: Call): Promise<void>;
}
