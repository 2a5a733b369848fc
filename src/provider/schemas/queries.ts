import * as z from 'zod/mini';
import { type Of, schema } from './schema.js';

export type { PageQuery } from '../../core/provider-list.js';

const cursor = () => z.optional(z.string().check(z.minLength(1, 'must not be empty')));
const text = cursor;

const page = () => ({
  /** The most items of a page, 1 to 200. Default: 10. */
  limit: z.optional(
    z.int().check(z.minimum(1, 'must be 1 to 200'), z.maximum(200, 'must be 1 to 200')),
  ),
  /** The id of an item: the page begins with the one after it. Not together with `endingBefore`. */
  startingAfter: cursor(),
  /** The id of an item: the page ends with the one before it. Not together with `startingAfter`. */
  endingBefore: cursor(),
});

const oneCursor = z.refine<{ startingAfter?: unknown; endingBefore?: unknown }>(
  ({ startingAfter, endingBefore }) => startingAfter === undefined || endingBefore === undefined,
  { path: ['endingBefore'], error: 'excludes startingAfter' },
);

const ASSET_FILTERS = ['assetId', 'nationalCurrencyCode', 'cryptocurrencySymbol'] as const;
const oneAsset = /* @__PURE__ */ z.refine<{
  readonly [Name in (typeof ASSET_FILTERS)[number]]?: unknown;
}>((query) => ASSET_FILTERS.filter((name) => query[name] !== undefined).length < 2, {
  path: ['assetId'],
  error: 'excludes the other filters for an asset',
});

/** The query of a list, with filters of its own. */
const paged = <Filters extends z.core.$ZodShape>(filters: Filters) =>
  z.strictObject({ ...page(), ...filters }).check(oneCursor);

export const noQuery = /* @__PURE__ */ schema(() => z.strictObject({}));

export const pageQuery = /* @__PURE__ */ schema(() => paged({}));

export const orderedPageQuery = /* @__PURE__ */ schema(() =>
  paged({
    /** By time of creation: the newest first (`desc`) or last (`asc`). Default: `desc`. */
    order: z.optional(z.enum(['asc', 'desc'])),
  }),
);
/** The part of a list, and whether the newest come first (`desc`, the default) or last. */
export interface OrderedPageQuery extends Of<typeof orderedPageQuery> {}

export const accountQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({
    /** `true` to have the account's balances too. Default: `false`. */
    balances: z.optional(z.boolean()),
  }),
);
/** Whether an account is requested with its balances. */
export interface AccountQuery extends Of<typeof accountQuery> {}

export const accountsQuery = /* @__PURE__ */ schema(() =>
  paged({
    /** `true` to have the balances of each account too. Default: `false`. */
    balances: z.optional(z.boolean()),
  }),
);
/** The accounts to list, and whether with their balances. */
export interface AccountsQuery extends Of<typeof accountsQuery> {}

export const balancesQuery = /* @__PURE__ */ schema(() =>
  paged({
    /** Only the asset with this id at the provider. At most one of the filters for an asset may be given. */
    assetId: text(),
    /** Only this national currency, by its ISO 4217 code. At most one of the filters may be given. */
    nationalCurrencyCode: text(),
    /** Only coins with this symbol, on any blockchain. At most one of the filters may be given. */
    cryptocurrencySymbol: text(),
  }).check(oneAsset),
);
/** The balances to list; of one asset, if one of the three filters is given. */
export interface BalancesQuery extends Of<typeof balancesQuery> {}

export const collateralAddressesQuery = /* @__PURE__ */ schema(() =>
  paged({
    /** Only addresses for the asset with this id at the provider. Not together with `cryptocurrencySymbol`. */
    assetId: text(),
    /** Only addresses for coins with this symbol, on any blockchain. Not together with `assetId`. */
    cryptocurrencySymbol: text(),
  }).check(oneAsset),
);
/** The collateral addresses to list; of one asset, if a filter is given. */
export interface CollateralAddressesQuery extends Of<typeof collateralAddressesQuery> {}

export const rateQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({
    /** The `id` of a conversion that can be quoted. Give exactly one of the three ids. */
    conversionPairId: text(),
    /** The `id` of a ramp that is possible. Give exactly one of the three ids. */
    rampsPairId: text(),
    /** The provider's id of an order book, which no operation lists. Give exactly one of the three ids. */
    orderBookPairId: text(),
  }),
);
/**
 * The subject of a rate: the id of a conversion ({@link QuoteCapability}), of a ramp ({@link RampMethod}), or of
 * an order book.
 */
export interface RateQuery extends Of<typeof rateQuery> {}
