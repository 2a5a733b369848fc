/** Who asks a provider, what for, and for how long. */
export interface ProviderServerCall {
  /** The API key whose signature the request carries: whose accounts these are. */
  readonly apiKey: string;
  /** The specification's `operationId`, such as `createQuote`. */
  readonly operation: string;
  /** The HTTP request's id; the answer carries it as `X-Request-Id`. */
  readonly requestId: string;
  /** The request's `idempotencyKey`, of operations that have one. */
  readonly idempotencyKey: string | undefined;
  /** Who initiated the call, where the provider's requirements ask for it (`X-FBAPI-INITIATED-BY`). */
  readonly initiatedBy: string | undefined;
  /** Who approved it (`X-FBAPI-APPROVED-BY`). */
  readonly approvedBy: string | undefined;
  /** Who signed it (`X-FBAPI-SIGNED-BY`). */
  readonly signedBy: string | undefined;
  /** Whether the platform's own signature was there, and right. */
  readonly platformSigned: boolean;
  /** Where the request came from, as `toNodeListener` knows it. */
  readonly clientAddress: string | undefined;
  /**
   * Fires when the time for the call is over; of calls that only read also when the caller has gone.
   */
  readonly signal: AbortSignal;
}

/** Which part of a list is asked for. At most one of the cursors, ids of items, is there. */
export interface PageRequest {
  /** 1 to 200; 10 where the caller said nothing. */
  readonly limit: number;
  /** The items that come right after this one. */
  readonly startingAfter?: string | undefined;
  /** The items that come right before this one. */
  readonly endingBefore?: string | undefined;
}

/** Which part of a list, ordered or not. */
export interface ListRequest extends PageRequest {
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Which part of a list that has an order. */
export interface OrderedPageRequest extends ListRequest {
  /** `desc` (the newest first) where the caller said nothing. */
  readonly order: 'asc' | 'desc';
}

/** Whether accounts are asked for with their balances. */
export interface AccountRequest {
  readonly balances: boolean;
}

/** Which accounts. */
export interface AccountsRequest extends PageRequest, AccountRequest {}

/** Which balances: of one asset, where one of the filters is there. */
export interface BalancesRequest extends PageRequest {
  readonly assetId?: string | undefined;
  readonly nationalCurrencyCode?: string | undefined;
  readonly cryptocurrencySymbol?: string | undefined;
}

/** Which collateral addresses: of one asset, where one of the filters is there. */
export interface CollateralAddressesRequest extends PageRequest {
  readonly assetId?: string | undefined;
  readonly cryptocurrencySymbol?: string | undefined;
}

/**
 * One page, for exactly what was asked: what comes out of a database. `keysetPage` makes it from two
 * queries.
 */
export interface ListPage<T> {
  readonly page: readonly T[];
}

/**
 * What a provider gives for a list: all of it as an array, of which the kit sorts what has a
 * `createdAt`, filters, and cuts the page; or the very page.
 */
export type ListAnswer<T> = readonly T[] | ListPage<T>;
