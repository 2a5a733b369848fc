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
    /** The provider's id of this way to deposit. */
    id: id(),
    /** How the deposit arrives, and as which asset: `balanceAsset` may be another. */
    deposit: transferCapability(),
    /** The asset that the account is credited with. */
    balanceAsset: assetReference(),
    /** Whether new addresses may be requested for it. With `CannotCreate` such a request is refused. */
    addressCreationPolicy: open(['CanCreate', 'CannotCreate']),
  }),
);
/** A way to deposit, and whether addresses can be made for it. */
export interface DepositCapability extends Of<typeof depositCapability> {}

export const depositAddress = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the address: a {@link Deposit} names it as `depositAddressId`. */
    id: id(),
    /** Where to send deposits: on a blockchain, to a bank, or to an account at the provider. */
    destination: depositDestination(),
    /** The API can disable an address, and has no operation that enables it again. */
    status: open(['enabled', 'disabled']),
  }),
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
  object({
    /** One key, one address: repeated with another body it is refused. */
    idempotencyKey: id(),
    /** What will be deposited, and how. It must be among the account's ways to deposit. */
    transferMethod: depositAddressMethod(),
  }),
);
/** A request for a deposit address. */
export interface DepositAddressCreationRequest extends Of<typeof depositAddressRequest> {}

export const deposit = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the deposit. */
    id: id(),
    /** The asset that the account is credited with. */
    balanceAsset: assetReference(),
    /** What the account is credited with, in whole units of `balanceAsset`: a decimal string. */
    balanceAmount: positiveAmount(),
    /** How the deposit arrived, and as which asset: `balanceAsset` may be another. */
    source: transfer(),
    /** The {@link DepositAddress} that it was sent to. Missing if it came without one. */
    depositAddressId: z.optional(z.string()),
    /** `pending` until it has `succeeded` or `failed`. */
    status: transferStatus(),
    /** When the deposit was recorded: ISO 8601 with a time zone. Lists have the newest first. */
    createdAt: dateTime(),
    /** When it succeeded or failed: ISO 8601 with a time zone. Missing while it is pending. */
    finalizedAt: z.optional(dateTime()),
  }),
);
/** A deposit; `source.transferMethod` says how it arrived. */
export interface Deposit extends Of<typeof deposit> {}
