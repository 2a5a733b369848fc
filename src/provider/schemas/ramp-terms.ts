import * as z from 'zod/mini';
import { assetReference } from './assets.js';
import { kinds, type Of, object, open, schema, type Unlisted } from './schema.js';
import { positiveAmount } from './values.js';

export const orderQuote = /* @__PURE__ */ schema(() =>
  object({
    /** The price of a quote that was given before. */
    type: z.literal('Quote'),
    /** The `id` of a {@link Quote} of the account. */
    quoteId: z.string(),
    /** What happens if the quote has expired by the time of the payment. */
    reQuote: z.optional(
      z.discriminatedUnion('type', [
        object({
          /** Other quotes are requested, as long as the price stays within `slippage`. */
          type: z.literal('Retry'),
          /** Described as basis points, and shown as `0.02`: agree on it with the provider. */
          slippage: z.number(),
          /** How many other quotes may be requested. Missing if that is left to the provider. */
          count: z.optional(z.number()),
        }),
        object({
          /** The ramp goes on at the market's price. */
          type: z.literal('Market'),
        }),
      ]),
    ),
  }),
);
/** The requested price terms of a ramp. */
export interface OrderQuote extends Of<typeof orderQuote> {}

const unlistedTerms = (type: z.ZodMiniType<Unlisted>) =>
  object({
    /** None of the kinds that this release knows. Any fields of its own are kept, without types. */
    type,
  });
/** Terms of a kind that is newer than this release. */
export interface UnlistedExecutionTerms extends z.output<ReturnType<typeof unlistedTerms>> {}

/** The price terms of a ramp, in the provider's answer. */
export type ExecutionTerms = OrderQuote | UnlistedExecutionTerms;
export const executionTerms = /* @__PURE__ */ schema(
  (): z.ZodMiniType<ExecutionTerms> => kinds('type', [orderQuote()], unlistedTerms),
);

export const fee = /* @__PURE__ */ schema(() =>
  object({
    /** `ORDER`: for carrying it out; `NETWORK`: the blockchain's; `SPREAD`: in the price; `REBATE`: paid back. Open. */
    feeType: open(['ORDER', 'NETWORK', 'SPREAD', 'REBATE']),
    /** The asset in which the fee is paid. */
    feeAsset: assetReference(),
    /** How much it is, discriminated by `amountType`. */
    fee: kinds(
      'amountType',
      [
        object({
          /** The fee is an amount. */
          amountType: z.literal('FIXED'),
          /** A decimal string in whole units of `feeAsset`. */
          amount: positiveAmount(),
        }),
        object({
          /** The fee is a share. */
          amountType: z.literal('BASIS_POINTS'),
          /** Hundredths of a percent: 100 is 1%. */
          amount: z.number(),
        }),
      ],
      (amountType) =>
        object({
          /** None of the kinds that this release knows. Any fields of its own are kept, without types. */
          amountType,
        }),
    ),
  }),
);
/** A part of a ramp's fees. */
export interface RampFee extends Of<typeof fee> {}
