import * as z from 'zod/mini';
import { type AssetReference, assetReference } from './assets.js';
import { type Of, object, open, schema } from './schema.js';
import { dateTime, id, positiveAmount } from './values.js';

export const rate = /* @__PURE__ */ schema(() =>
  object({
    /** A decimal string. */
    rate: z.string(),
    /** Milliseconds since the epoch. */
    timestamp: z.number(),
    baseAsset: z.optional(assetReference()),
    quoteAsset: z.optional(assetReference()),
  }),
);
/** The present rate of a pair. */
export interface Rate extends Of<typeof rate> {}

export const quoteCapability = /* @__PURE__ */ schema(() =>
  object({ id: id(), fromAsset: assetReference(), toAsset: assetReference() }),
);
/** A conversion that can be quoted. Its `id` is a `conversionPairId` of rates. */
export interface QuoteCapability extends Of<typeof quoteCapability> {}

const pair = () => ({ fromAsset: assetReference(), toAsset: assetReference() });
const noAmount = () => z.optional(z.never('and the other amount exclude one another'));

interface Pair {
  fromAsset: AssetReference;
  toAsset: AssetReference;
}
/** So much of one asset is to be converted. */
export interface QuoteFrom extends Pair {
  fromAmount: string;
  toAmount?: undefined;
}
/** So much of the other asset is to come of it. */
export interface QuoteTo extends Pair {
  toAmount: string;
  fromAmount?: undefined;
}
/** The conversion to quote, with exactly one of the two amounts; the provider computes the other. */
export type QuoteRequest = QuoteFrom | QuoteTo;
export const quoteRequest = /* @__PURE__ */ schema(
  (): z.ZodMiniType<QuoteRequest> =>
    z.union([
      object({ ...pair(), fromAmount: positiveAmount(), toAmount: noAmount() }),
      object({ ...pair(), toAmount: positiveAmount(), fromAmount: noAmount() }),
    ]),
);

export const quote = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    fromAsset: assetReference(),
    fromAmount: positiveAmount(),
    toAsset: assetReference(),
    toAmount: positiveAmount(),
    /** Hundredths of a percent. */
    conversionFeeBps: z.int(),
    conversionFeeAsset: z.optional(assetReference()),
    status: open(['ready', 'executing', 'executed', 'expired']),
    createdAt: dateTime(),
    expiresAt: dateTime(),
  }),
);
/** An offer to convert, valid until `expiresAt`. */
export interface Quote extends Of<typeof quote> {}
