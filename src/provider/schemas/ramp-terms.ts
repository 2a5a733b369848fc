import * as z from 'zod/mini';
import { assetReference } from './assets.js';
import { kinds, type Of, object, open, schema, type Unlisted } from './schema.js';
import { positiveAmount } from './values.js';

export const orderQuote = /* @__PURE__ */ schema(() =>
  object({
    type: z.literal('Quote'),
    quoteId: z.string(),
    /** What happens if the quote has expired by the time of the payment. */
    reQuote: z.optional(
      z.discriminatedUnion('type', [
        object({
          type: z.literal('Retry'),
          /** Described as basis points, and shown as `0.02`: agree on it with the provider. */
          slippage: z.number(),
          count: z.optional(z.number()),
        }),
        object({ type: z.literal('Market') }),
      ]),
    ),
  }),
);
/** The requested price terms of a ramp. */
export interface OrderQuote extends Of<typeof orderQuote> {}

const unlistedTerms = (type: z.ZodMiniType<Unlisted>) => object({ type });
/** Terms of a kind that is newer than this release. */
export interface UnlistedExecutionTerms extends z.output<ReturnType<typeof unlistedTerms>> {}

/** The price terms of a ramp, in the provider's answer. */
export type ExecutionTerms = OrderQuote | UnlistedExecutionTerms;
export const executionTerms = /* @__PURE__ */ schema(
  (): z.ZodMiniType<ExecutionTerms> => kinds('type', [orderQuote()], unlistedTerms),
);

export const fee = /* @__PURE__ */ schema(() =>
  object({
    feeType: open(['ORDER', 'NETWORK', 'SPREAD', 'REBATE']),
    feeAsset: assetReference(),
    fee: kinds(
      'amountType',
      [
        object({ amountType: z.literal('FIXED'), amount: positiveAmount() }),
        object({ amountType: z.literal('BASIS_POINTS'), amount: z.number() }),
      ],
      (amountType) => object({ amountType }),
    ),
  }),
);
/** A part of a ramp's fees. */
export interface RampFee extends Of<typeof fee> {}
