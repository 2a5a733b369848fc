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
    /** The credit of a main account with collateral; it need not equal the balance of its vault. */
    creditAmount: z.optional(positiveAmount()),
  }),
);
/** An account's balance of one asset. Amounts are decimal strings. */
export interface AssetBalance extends Of<typeof assetBalance> {}

export const account = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    title: z.string(),
    description: z.optional(z.string()),
    /** Given only if requested. */
    balances: z.optional(z.array(assetBalance())),
    status: open(['active', 'inactive']),
    /** For a sub-account: there is only one level. */
    parentId: z.optional(z.string()),
  }),
);
/** An account at the provider. */
export interface ProviderAccount extends Of<typeof account> {}
