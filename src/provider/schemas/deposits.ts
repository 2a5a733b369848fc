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
    /** What the account is credited with. */
    balanceAsset: assetReference(),
    addressCreationPolicy: open(['CanCreate', 'CannotCreate']),
  }),
);
/** A way to deposit, and whether addresses can be made for it. */
export interface DepositCapability extends Of<typeof depositCapability> {}

export const depositAddress = /* @__PURE__ */ schema(() =>
  object({ id: id(), destination: depositDestination(), status: open(['enabled', 'disabled']) }),
);
/** Where deposits may be sent. */
export interface DepositAddress extends Of<typeof depositAddress> {}

/** What a deposit address can be made for. */
export type DepositAddressMethod = PublicBlockchainCapability | IbanCapability;
const depositAddressMethod = /* @__PURE__ */ schema(
  (): z.ZodMiniType<DepositAddressMethod> =>
    z.discriminatedUnion('transferMethod', [publicBlockchainCapability(), ibanCapability()]),
);

export const depositAddressRequest = /* @__PURE__ */ schema(() =>
  object({ idempotencyKey: id(), transferMethod: depositAddressMethod() }),
);
/** What a deposit address is to be made for. */
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
/** A deposit; `source.transferMethod` says how it came. */
export interface Deposit extends Of<typeof deposit> {}
