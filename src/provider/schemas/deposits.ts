import * as z from 'zod/mini';
import { assetReference } from './assets.js';
import { type IbanCapability, ibanCapability } from './bank-rails.js';
import { type Of, object, open, schema } from './schema.js';
import {
  depositDestination,
  type PublicBlockchainCapability,
  publicBlockchainCapability,
  transfer,
  transferCapability,
} from './transfer-methods.js';
import { dateTime, id, positiveAmount, transferStatus } from './values.js';

export const depositCapability = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    deposit: transferCapability(),
    /** The asset that the account is credited with. */
    balanceAsset: assetReference(),
    addressCreationPolicy: open(['CanCreate', 'CannotCreate']),
  }),
);
/** A way to deposit, and whether addresses can be made for it. */
export interface DepositCapability extends Of<typeof depositCapability> {}

export const depositAddress = /* @__PURE__ */ schema(() =>
  object({ id: id(), destination: depositDestination(), status: open(['enabled', 'disabled']) }),
);
/** An address to which deposits may be sent. */
export interface DepositAddress extends Of<typeof depositAddress> {}

/** A kind of deposit for which an address can be created. */
export type DepositAddressMethod = PublicBlockchainCapability | IbanCapability;
const depositAddressMethod = /* @__PURE__ */ schema(
  (): z.ZodMiniType<DepositAddressMethod> =>
    z.discriminatedUnion('transferMethod', [publicBlockchainCapability(), ibanCapability()]),
);

export const depositAddressRequest = /* @__PURE__ */ schema(() =>
  object({ idempotencyKey: id(), transferMethod: depositAddressMethod() }),
);
/** A request for a deposit address. */
export interface DepositAddressCreationRequest extends Of<typeof depositAddressRequest> {}

export const deposit = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    balanceAsset: assetReference(),
    balanceAmount: positiveAmount(),
    source: transfer(),
    depositAddressId: z.optional(z.string()),
    status: transferStatus(),
    createdAt: dateTime(),
    finalizedAt: z.optional(dateTime()),
  }),
);
/** A deposit; `source.transferMethod` says how it arrived. */
export interface Deposit extends Of<typeof deposit> {}
