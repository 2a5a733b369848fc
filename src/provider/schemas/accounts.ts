import * as z from 'zod/mini';
import { assetReference } from './assets.js';
import { type Of, object, open, schema } from './schema.js';
import { id, positiveAmount } from './values.js';

export const assetBalance = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of this balance, which lists take as a cursor. */
    id: id(),
    /** The asset of which all amounts here are, in whole units. */
    asset: assetReference(),
    /** The part that can be spent now, in whole units of `asset`. */
    availableAmount: positiveAmount(),
    /** The part that is tied up, such as in transfers under way. Missing if the provider does not say. */
    lockedAmount: z.optional(positiveAmount()),
    /** The credit of a main account with collateral; it need not equal the balance of its vault. */
    creditAmount: z.optional(positiveAmount()),
  }),
);
/** An account's balance of one asset. Amounts are decimal strings. */
export interface AssetBalance extends Of<typeof assetBalance> {}

export const account = /* @__PURE__ */ schema(() =>
  object({
    /** The `accountId` of calls, which take letters, digits, `_` and `-` only. */
    id: id(),
    /** The account's name for people. */
    title: z.string(),
    /** What the account is for, if the provider says so. */
    description: z.optional(z.string()),
    /** Given only if requested. */
    balances: z.optional(z.array(assetBalance())),
    /** Whether the account is in use. Open: the provider may have other words. */
    status: open(['active', 'inactive']),
    /** For a sub-account: there is only one level. */
    parentId: z.optional(z.string()),
  }),
);
/** An account at the provider. */
export interface ProviderAccount extends Of<typeof account> {}
