/** The caller of a provider, the operation, and the duration of the call. */
export interface ProviderServerCall {
  /** The API key that signed the request, and whose accounts it is about. */
  readonly apiKey: string;
  /** The specification's `operationId`, such as `createQuote`. */
  readonly operation: string;
  /** The HTTP request's id; the answer carries it as `X-Request-Id`. */
  readonly requestId: string;
  /** The request's `idempotencyKey`, for operations that have one. */
  readonly idempotencyKey: string | undefined;
  /** The user that initiated the call, if the provider's requirements include it (`X-FBAPI-INITIATED-BY`). */
  readonly initiatedBy: string | undefined;
  /** The user that approved it (`X-FBAPI-APPROVED-BY`). */
  readonly approvedBy: string | undefined;
  /** The user that signed it (`X-FBAPI-SIGNED-BY`). */
  readonly signedBy: string | undefined;
  /** Whether the request has a correct signature of the platform. */
  readonly platformSigned: boolean;
  /** The address that the request came from, from `toNodeListener`. */
  readonly clientAddress: string | undefined;
  /** Fires when the time for the call is over; for calls that only read, also when the caller has disconnected. */
  readonly signal: AbortSignal;
}

/** The requested part of a list. At most one of the cursors, which are ids of items, is given. */
export interface PageRequest {
  /** 1 to 200; 10 if the caller gave none. */
  readonly limit: number;
  /** The items right after this one. */
  readonly startingAfter?: string | undefined;
  /** The items right before this one. */
  readonly endingBefore?: string | undefined;
}

/** The requested part of a list, ordered or not. */
export interface ListRequest extends PageRequest {
  /** `asc`: the oldest first, `desc`: the newest first. Missing for lists whose order can't be chosen. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** The requested part of an ordered list. */
export interface OrderedPageRequest extends ListRequest {
  /** `desc` (the newest first) if the caller gave none. */
  readonly order: 'asc' | 'desc';
}

/** Whether accounts are requested with their balances. */
export interface AccountRequest {
  /** `false` if the caller did not say. */
  readonly balances: boolean;
}

/** The requested accounts. */
export interface AccountsRequest extends PageRequest, AccountRequest {}

/** The requested balances: of one asset, if one of the filters is given. */
export interface BalancesRequest extends PageRequest {
  /** Of an asset that `getAsset` knows: for others, the kit has refused the request. */
  readonly assetId?: string | undefined;
  /** Such as `EUR`. The kit accepts any text here. */
  readonly nationalCurrencyCode?: string | undefined;
  /** Such as `BTC`, on whatever blockchain. The kit accepts any text here. */
  readonly cryptocurrencySymbol?: string | undefined;
}

/** The requested collateral addresses: of one asset, if one of the filters is given. */
export interface CollateralAddressesRequest extends PageRequest {
  /** Of an asset that `getAsset` knows: for others, the kit has refused the request. */
  readonly assetId?: string | undefined;
  /** Such as `BTC`, on whatever blockchain. The kit accepts any text here. */
  readonly cryptocurrencySymbol?: string | undefined;
}

/** One page, exactly as requested, for lists in a database. `keysetPage` makes it from two queries. */
export interface ListPage<T> {
  /** In the order of the list. Of more than `limit` items the kit keeps the first, with `endingBefore` the last. */
  readonly page: readonly T[];
}

/**
 * A provider's answer for a list: the whole list as an array, which the kit sorts by `createdAt` if there is one,
 * filters, and cuts to the page; or the exact page.
 */
export type ListAnswer<T> = readonly T[] | ListPage<T>;
