import * as z from 'zod/mini';
import { type Of, object, open, schema, textLike } from './schema.js';

/** The accounts that have a component: all (`*`), or those named. */
export type AccountsSet = '*' | string[];
const accountsSet = /* @__PURE__ */ schema(
  (): z.ZodMiniType<AccountsSet> => z.union([z.literal('*'), z.array(z.string())]),
);

const components = /* @__PURE__ */ schema(() =>
  object({
    /** The accounts that can be read by id and in lists. */
    accounts: accountsSet(),
    /** The accounts whose balances can be read. */
    balances: accountsSet(),
    /** The accounts whose withdrawals and deposits, of every kind, can be read. Missing if there are none. */
    transfers: z.optional(accountsSet()),
    /**
     * The accounts that can withdraw over blockchains and have addresses for deposits there. Missing if there are
     * none.
     */
    transfersBlockchain: z.optional(accountsSet()),
    /** The accounts that can withdraw to banks and have addresses for deposits there. Missing if there are none. */
    transfersFiat: z.optional(accountsSet()),
    /** The accounts that can pay accounts of the provider's other customers. Missing if there are none. */
    transfersPeerAccounts: z.optional(accountsSet()),
    /** The accounts that can pay other accounts of the same customer. Missing if there are none. */
    transfersInternal: z.optional(accountsSet()),
    /** The accounts that can convert assets by quotes. Missing if there are none. */
    liquidity: z.optional(accountsSet()),
    /** The accounts that a collateral account can be linked to. Missing if there are none. */
    collateral: z.optional(accountsSet()),
    /** The accounts for which the provider takes the platform's notifications. Missing if it takes none. */
    collateralNotifications: z.optional(accountsSet()),
    /** The accounts that can use ramps. Missing if there are none. */
    ramps: z.optional(accountsSet()),
    /** The accounts for which rates can be read. Missing if there are none. */
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
      object({
        /** Whether an address has to be approved before a withdrawal goes there. Open. */
        value: open(['ApprovedAddressesOnly', 'AllAddresses']),
      }),
    ),
  }),
);

export const requirements = /* @__PURE__ */ schema(() => {
  const each = z.optional(componentRequirements());
  return object({
    /** For reading accounts. Missing if nothing is required there. */
    accounts: each,
    /** For reading balances. Missing if nothing is required there. */
    balances: each,
    /** For reading withdrawals and deposits of every kind. Missing if nothing is required there. */
    transfers: each,
    /** For withdrawals over blockchains and deposit addresses. Missing if nothing is required there. */
    transfersBlockchain: each,
    /** For withdrawals to banks and deposit addresses. Missing if nothing is required there. */
    transfersFiat: each,
    /** For withdrawals to other customers' accounts. Missing if nothing is required there. */
    transfersPeerAccounts: each,
    /** For transfers between a customer's own accounts. Missing if nothing is required there. */
    transfersInternal: each,
    /** For quotes and their execution. Missing if nothing is required there. */
    liquidity: each,
    /** For starting and reading ramps. Missing if nothing is required there. */
    ramps: each,
    /** For reading rates. Missing if nothing is required there. */
    rates: each,
  });
});
/** The provider's requirements, by component. */
export interface CapabilityRequirements extends Of<typeof requirements> {}

export const capabilities = /* @__PURE__ */ schema(() =>
  object({
    /** The version that the provider implements. It is often wrong, so don't branch on it. */
    version: textLike(/^\d+\.\d+\.\d+$/, 'three numbers with points between'),
    /** Which accounts have which component. One that is missing does not exist at this provider. */
    components: components(),
    /** What calls have to carry, by component. Missing if there are no requirements. */
    requirements: z.optional(requirements()),
  }),
);
/** A provider's offer: its version, components and requirements. */
export interface Capabilities extends Of<typeof capabilities> {}
