import * as z from 'zod/mini';
import { assetReference } from './assets.js';
import { type Of, object, open, schema } from './schema.js';
import { id, positiveAmount } from './values.js';

export const assetBalance = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    asset: assetReference(),
    availableAmount: positiveAmount(),
    lockedAmount: z.optional(positiveAmount()),
    /** Credit of a main account with collateral; need not equal what its vault holds. */
    creditAmount: z.optional(positiveAmount()),
  }),
);
/** What an account has of one asset. Amounts are decimal strings. */
export interface AssetBalance extends Of<typeof assetBalance> {}

export const account = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    title: z.string(),
    description: z.optional(z.string()),
    /** Only when they were asked for. */
    balances: z.optional(z.array(assetBalance())),
    status: open(['active', 'inactive']),
    /** Of a sub-account: one level, no more. */
    parentId: z.optional(z.string()),
  }),
);
/** An account at the provider. */
export interface ProviderAccount extends Of<typeof account> {}
