import * as z from 'zod/mini';
import { type Of, schema } from './schema.js';

export type { PageQuery } from '../../core/provider-list.js';

const cursor = () => z.optional(z.string().check(z.minLength(1, 'must not be empty')));
const text = cursor;

const page = () => ({
  limit: z.optional(
    z.int().check(z.minimum(1, 'must be 1 to 200'), z.maximum(200, 'must be 1 to 200')),
  ),
  startingAfter: cursor(),
  endingBefore: cursor(),
});

const oneCursor = z.refine<{ startingAfter?: unknown; endingBefore?: unknown }>(
  ({ startingAfter, endingBefore }) => startingAfter === undefined || endingBefore === undefined,
  { path: ['endingBefore'], error: 'and startingAfter exclude one another' },
);

const ASSET_FILTERS = ['assetId', 'nationalCurrencyCode', 'cryptocurrencySymbol'] as const;
const oneAsset = z.refine<{ readonly [Name in (typeof ASSET_FILTERS)[number]]?: unknown }>(
  (query) => ASSET_FILTERS.filter((name) => query[name] !== undefined).length < 2,
  { path: ['assetId'], error: 'and the other filters for an asset exclude one another' },
);

export const noQuery = /* @__PURE__ */ schema(() => z.strictObject({}));

export const pageQuery = /* @__PURE__ */ schema(() => z.strictObject(page()).check(oneCursor));

export const orderedPageQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({ ...page(), order: z.optional(z.enum(['asc', 'desc'])) }).check(oneCursor),
);
/** The part of a list, and whether the newest come first (`desc`, the default) or last. */
export interface OrderedPageQuery extends Of<typeof orderedPageQuery> {}

export const accountQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({ balances: z.optional(z.boolean()) }),
);
/** Whether an account is requested with its balances. */
export interface AccountQuery extends Of<typeof accountQuery> {}

export const accountsQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({ ...page(), balances: z.optional(z.boolean()) }).check(oneCursor),
);
/** The accounts to list, and whether with their balances. */
export interface AccountsQuery extends Of<typeof accountsQuery> {}

export const balancesQuery = /* @__PURE__ */ schema(() =>
  z
    .strictObject({
      ...page(),
      assetId: text(),
      nationalCurrencyCode: text(),
      cryptocurrencySymbol: text(),
    })
    .check(oneCursor, oneAsset),
);
/** The balances to list; of one asset, if one of the three filters is given. */
export interface BalancesQuery extends Of<typeof balancesQuery> {}

export const collateralAddressesQuery = /* @__PURE__ */ schema(() =>
  z
    .strictObject({ ...page(), assetId: text(), cryptocurrencySymbol: text() })
    .check(oneCursor, oneAsset),
);
/** The collateral addresses to list; of one asset, if a filter is given. */
export interface CollateralAddressesQuery extends Of<typeof collateralAddressesQuery> {}

export const rateQuery = /* @__PURE__ */ schema(() =>
  z.strictObject({ conversionPairId: text(), rampsPairId: text(), orderBookPairId: text() }),
);
/**
 * The subject of a rate: the id of a conversion ({@link QuoteCapability}), of a ramp ({@link RampMethod}), or of
 * an order book.
 */
export interface RateQuery extends Of<typeof rateQuery> {}
