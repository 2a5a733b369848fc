import * as z from 'zod/mini';
import { type Of, object, open, schema, textLike } from './schema.js';

/** The accounts that have a component: all (`*`), or those named. */
export type AccountsSet = '*' | string[];
const accountsSet = /* @__PURE__ */ schema(
  (): z.ZodMiniType<AccountsSet> => z.union([z.literal('*'), z.array(z.string())]),
);

const components = /* @__PURE__ */ schema(() =>
  object({
    accounts: accountsSet(),
    balances: accountsSet(),
    transfers: z.optional(accountsSet()),
    transfersBlockchain: z.optional(accountsSet()),
    transfersFiat: z.optional(accountsSet()),
    transfersPeerAccounts: z.optional(accountsSet()),
    transfersInternal: z.optional(accountsSet()),
    liquidity: z.optional(accountsSet()),
    collateral: z.optional(accountsSet()),
    collateralNotifications: z.optional(accountsSet()),
    ramps: z.optional(accountsSet()),
    rates: z.optional(accountsSet()),
  }),
);
/** The provider's components, and the accounts that have them. */
export interface ApiComponents extends Of<typeof components> {}

/** The provider's requirements for calls to one component. */
const componentRequirements = /* @__PURE__ */ schema(() =>
  object({
    /** If given, calls carry the users that initiated, approved and signed them. */
    userIdentification: z.optional(object({})),
    /** Only for `transfersBlockchain`. */
    withdrawalAddressPolicy: z.optional(
      object({ value: open(['ApprovedAddressesOnly', 'AllAddresses']) }),
    ),
  }),
);

export const requirements = /* @__PURE__ */ schema(() => {
  const each = z.optional(componentRequirements());
  return object({
    accounts: each,
    balances: each,
    transfers: each,
    transfersBlockchain: each,
    transfersFiat: each,
    transfersPeerAccounts: each,
    transfersInternal: each,
    liquidity: each,
    ramps: each,
    rates: each,
  });
});
/** The provider's requirements, by component. */
export interface CapabilityRequirements extends Of<typeof requirements> {}

export const capabilities = /* @__PURE__ */ schema(() =>
  object({
    /** The version that the provider implements. It is often wrong, so don't branch on it. */
    version: textLike(/^\d+\.\d+\.\d+$/, 'three numbers with points between'),
    components: components(),
    requirements: z.optional(requirements()),
  }),
);
/** A provider's offer: its version, components and requirements. */
export interface Capabilities extends Of<typeof capabilities> {}
