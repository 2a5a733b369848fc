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
    /** The asset whose price the rate is, in `quoteAsset`. Missing if the provider leaves it to the pair's id. */
    baseAsset: z.optional(assetReference()),
    /** The asset in which the rate is given. Missing if the provider leaves it to the pair's id. */
    quoteAsset: z.optional(assetReference()),
  }),
);
/** The present rate of a pair. */
export interface Rate extends Of<typeof rate> {}

export const quoteCapability = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the conversion, a `conversionPairId` of rates. */
    id: id(),
    /** The asset that leaves the account. */
    fromAsset: assetReference(),
    /** The asset that the account gets. */
    toAsset: assetReference(),
  }),
);
/** A conversion that can be quoted. Its `id` is a `conversionPairId` of rates. */
export interface QuoteCapability extends Of<typeof quoteCapability> {}

const pair = () => ({ fromAsset: assetReference(), toAsset: assetReference() });
const noAmount = () => z.optional(z.never('excludes the other amount'));

interface Pair {
  /** The asset that leaves the account. */
  fromAsset: AssetReference;
  /** The asset that the account gets. */
  toAsset: AssetReference;
}
/** So much of one asset is to be converted. */
export interface QuoteFrom extends Pair {
  /** How much leaves the account: a decimal string in whole units of `fromAsset`. */
  fromAmount: string;
  /** Never there: the provider computes it. */
  toAmount?: undefined;
}
/** So much of the other asset is to come of it. */
export interface QuoteTo extends Pair {
  /** How much the account gets: a decimal string in whole units of `toAsset`. */
  toAmount: string;
  /** Never there: the provider computes it. */
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
    /** The provider's id of the quote, with which it is executed. */
    id: id(),
    /** The asset that leaves the account. */
    fromAsset: assetReference(),
    /** How much leaves the account, fee included: a decimal string in whole units of `fromAsset`. */
    fromAmount: positiveAmount(),
    /** The asset that the account gets. */
    toAsset: assetReference(),
    /** How much the account gets, after the fee: a decimal string in whole units of `toAsset`. */
    toAmount: positiveAmount(),
    /** Hundredths of a percent. */
    conversionFeeBps: z.int(),
    /** The asset in which the fee is paid. Missing if that is `fromAsset`. */
    conversionFeeAsset: z.optional(assetReference()),
    /** Only a quote that is `ready` can be executed, before `expiresAt`. Open. */
    status: open(['ready', 'executing', 'executed', 'expired']),
    /** ISO 8601 with a time zone, set by the provider. */
    createdAt: dateTime(),
    /** ISO 8601 with a time zone: at least 30 seconds after `createdAt`. */
    expiresAt: dateTime(),
  }),
);
/** An offer to convert, valid until `expiresAt`. */
export interface Quote extends Of<typeof quote> {}
