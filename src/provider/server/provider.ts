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
 * What a provider can do, one part a component; what is missing is answered with 404 and not declared
 * in the capabilities. Methods have the names of `ProviderApiClient`'s, and get checked input.
 *
 * - A thing that is not there is `undefined`, which becomes 404.
 * - A refusal is a thrown `ProviderRefusal`. Whatever else is thrown is answered with 500 and no words,
 *   since it proves of no withdrawal that nothing was done.
 * - With `accounts`, every account is looked up there first, with the caller's `apiKey`: other parts
 *   never hear of accounts that the caller does not have.
 * - What carries an `idempotencyKey` is asked for once. Only where an earlier try came to no answer (the
 *   process died, or it threw) is it asked for again, after `find` with its key gave `undefined`. So
 *   keep the key with what was made, in the same database transaction, and unique for account and
 *   operation. Where `find` gives another thing than was asked for, the answer is 500.
 */
export interface Provider {
  /** Assets, conversions and methods. */
  readonly capabilities?: ServedCapabilities;
  readonly accounts?: ServedAccounts;
  readonly balances?: ServedBalances;
  readonly rates?: ServedRates;
  readonly liquidity?: ServedLiquidity;
  /** Withdrawals and deposits of every kind, to be read. */
  readonly transfers?: ServedTransfers;
  readonly transfersBlockchain?: ServedWithdrawals<
    BlockchainWithdrawalRequest,
    BlockchainWithdrawal
  >;
  readonly transfersFiat?: ServedWithdrawals<FiatWithdrawalRequest, FiatWithdrawal>;
  readonly transfersPeerAccounts?: ServedWithdrawals<
    PeerAccountWithdrawalRequest,
    PeerAccountWithdrawal
  >;
  readonly transfersInternal?: ServedWithdrawals<InternalWithdrawalRequest, InternalWithdrawal>;
  /** Deposit addresses on blockchains and at banks, of `transfersBlockchain` and `transfersFiat`. */
  readonly depositAddresses?: ServedDepositAddresses;
  readonly ramps?: ServedRamps;
  readonly collateral?: ServedCollateral;
  readonly collateralNotifications?: ServedNotifications;
}

/**
 * What is possible; the rest is refused before the provider hears of it. A method that is missing lists
 * nothing: without `listConversions` there is no quote, without `listRampMethods` no ramp, and without
 * `getAsset` nobody can name an `assetId`.
 *
 * Two are more lenient where they are missing. Without `listWithdrawalMethods` an account can withdraw
 * what it has a balance of, arriving as the same asset and in the same amount. Without
 * `listDepositMethods` any address may be asked for.
 */
export interface ServedCapabilities {
  /** Assets that are neither national currencies nor native coins. */
  listAssets?(request: PageRequest, call: Call): Promise<ListAnswer<AssetDefinition>>;
  /** Needed by everything that names an `assetId`: any other is `unknown-asset`. */
  getAsset?(id: string, call: Call): Promise<AssetDefinition | undefined>;
  listConversions?(request: PageRequest, call: Call): Promise<ListAnswer<QuoteCapability>>;
  listWithdrawalMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<WithdrawalCapability>>;
  listDepositMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<DepositCapability>>;
  listRampMethods?(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<RampMethod>>;
}

/** The accounts of the caller: main accounts, and sub-accounts whose `parentId` names a main one. */
export interface ServedAccounts {
  /** Balances may be given always: the kit leaves them out where they were not asked for. */
  list(request: AccountsRequest, call: Call): Promise<ListAnswer<ProviderAccount>>;
  /** `undefined` for one that the caller does not have, whoever else has it. */
  get(accountId: string, request: AccountRequest, call: Call): Promise<ProviderAccount | undefined>;
}

/** What accounts have. */
export interface ServedBalances {
  list(accountId: string, request: BalancesRequest, call: Call): Promise<ListAnswer<AssetBalance>>;
}

/** What pairs are worth. */
export interface ServedRates {
  get(accountId: string, query: RateQuery, call: Call): Promise<Rate | undefined>;
}

/** Conversions, by quotes. */
export interface ServedLiquidity {
  listQuotes(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Quote>>;
  /** Exactly one of the two amounts is there. Good for 30 seconds at least. */
  createQuote(accountId: string, request: QuoteRequest, call: Call): Promise<Quote>;
  getQuote(accountId: string, id: string, call: Call): Promise<Quote | undefined>;
  /** Only for a quote that `getQuote` just gave, ready and not expired; one execution at a time. */
  executeQuote(accountId: string, id: string, call: Call): Promise<Quote | undefined>;
}

/** Withdrawals and deposits, of every kind. */
export interface ServedTransfers {
  listWithdrawals(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Withdrawal>>;
  getWithdrawal(accountId: string, id: string, call: Call): Promise<Withdrawal | undefined>;
  /** `order` is always `desc`. */
  listDeposits(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Deposit>>;
  getDeposit(accountId: string, id: string, call: Call): Promise<Deposit | undefined>;
}

/** Withdrawals of one kind. */
export interface ServedWithdrawals<Request, Record> {
  /**
   * Whether less may arrive than leaves, the rest of it being a fee. Default `false`: of one asset, a
   * request whose two amounts differ is refused.
   */
  readonly takesFees?: boolean;
  listWithdrawals(
    accountId: string,
    request: OrderedPageRequest,
    call: Call,
  ): Promise<ListAnswer<Record>>;
  /**
   * Only for a declared method, an amount above zero that is not below its minimum, and a destination
   * that is another account. Of one asset never more arrives than leaves; what two assets are worth, and
   * whether the account has as much, is yours to check.
   */
  withdraw(accountId: string, request: Request, call: Call): Promise<Record>;
  /**
   * The withdrawal that was made under this key before, if any. One that repeats not all of the request's
   * amounts, assets and destination is another's, and answered with 500.
   */
  findWithdrawal(
    accountId: string,
    idempotencyKey: string,
    call: Call,
  ): Promise<Record | undefined>;
}

/** Where deposits may be sent. */
export interface ServedDepositAddresses {
  list(accountId: string, request: PageRequest, call: Call): Promise<ListAnswer<DepositAddress>>;
  get(accountId: string, id: string, call: Call): Promise<DepositAddress | undefined>;
  create(
    accountId: string,
    request: DepositAddressCreationRequest,
    call: Call,
  ): Promise<DepositAddress>;
  /** The address that was made under this key before, if any. */
  find(accountId: string, idempotencyKey: string, call: Call): Promise<DepositAddress | undefined>;
  /** Gives the address as it is then. */
  disable(accountId: string, id: string, call: Call): Promise<DepositAddress | undefined>;
}

/** Between national currencies and blockchains. */
export interface ServedRamps {
  list(accountId: string, request: OrderedPageRequest, call: Call): Promise<ListAnswer<Ramp>>;
  create(accountId: string, request: RampRequest, call: Call): Promise<Ramp>;
  /** The ramp that was made under this key before, if any: with all that the request has in `to`, or it is another's. */
  find(accountId: string, idempotencyKey: string, call: Call): Promise<Ramp | undefined>;
  get(accountId: string, id: string, call: Call): Promise<Ramp | undefined>;
}

/** What the platform tells by itself. */
export interface ServedNotifications {
  /** A body that is published nowhere; the platform signed it. It may come again. */
  onNotification(notification: OpenRecord, call: Call): Promise<void>;
}
