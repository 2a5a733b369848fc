import * as z from 'zod/mini';
import { participantsIdentification } from './participants.js';
import {
  type BlockchainSource,
  blockchainSource,
  fiatAddress,
  fiatCapability,
  fiatPaymentInstruction,
  type OnRampSource,
  offRampPayee,
  onRampSource,
  type PrefundedCryptoSource,
  type PrefundedFiatSource,
  prefundedCryptoSource,
  prefundedFiatSource,
  rampFiatTransfer,
} from './ramp-sides.js';
import { executionTerms, fee, orderQuote } from './ramp-terms.js';
import { type Of, object, open, schema, unlisted } from './schema.js';
import { publicBlockchainAddress, publicBlockchainTransaction } from './transfer-methods.js';
import { dateTime, id, positiveAmount } from './values.js';
import { reasonForPayment } from './withdrawals.js';

const fiatSource = () =>
  z.union([onRampSource(), prefundedFiatSource()]) satisfies z.ZodMiniType<
    OnRampSource | PrefundedFiatSource
  >;
const cryptoSource = () =>
  z.union([blockchainSource(), prefundedCryptoSource()]) satisfies z.ZodMiniType<
    BlockchainSource | PrefundedCryptoSource
  >;

const request = () => ({
  /** One key, one ramp: repeated with another body it is refused. */
  idempotencyKey: id(),
  /** How much is paid: a decimal string in whole units of the asset of `from`. */
  amount: positiveAmount(),
  /** An id of the caller's own, to find the ramp by in its records. */
  customerReferenceId: z.optional(z.string()),
  /** What the payment is for, where that has to be declared. */
  reasonForPayment: z.optional(reasonForPayment()),
  /** The quote whose price is taken. Without one the provider sets the price. */
  executionDetails: z.optional(orderQuote()),
  /** Who pays and who is paid. A provider that has to know it refuses others with `pii-missing`. */
  participantsIdentification: z.optional(participantsIdentification()),
});

export const onRampRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** Paid in a national currency, received on a blockchain. */
    type: z.literal('OnRamp'),
    /** How it is paid for: by a transfer of a national currency, or out of a balance (`Prefunded`). */
    from: fiatSource(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
  }),
);
/** From a national currency to a blockchain. */
export interface OnRampRequest extends Of<typeof onRampRequest> {}

export const offRampRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** Paid in a coin or token, received in a national currency. */
    type: z.literal('OffRamp'),
    /** How it is paid for: over a blockchain, or out of a balance (`Prefunded`). */
    from: cryptoSource(),
    /** The bank account or other payee, in the form of its `transferMethod`. */
    to: fiatAddress(),
  }),
);
/** From a blockchain to a national currency. */
export interface OffRampRequest extends Of<typeof offRampRequest> {}

export const bridgeRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** Paid in a coin or token, received in one on a blockchain. */
    type: z.literal('Bridge'),
    /** How it is paid for: over a blockchain, or out of a balance (`Prefunded`). */
    from: cryptoSource(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
  }),
);
/** From a blockchain to another. */
export interface BridgeRequest extends Of<typeof bridgeRequest> {}

/** A request for a ramp, discriminated by `type`. */
export type RampRequest = OnRampRequest | OffRampRequest | BridgeRequest;
export const rampRequest = /* @__PURE__ */ schema(
  (): z.ZodMiniType<RampRequest> =>
    z.discriminatedUnion('type', [onRampRequest(), offRampRequest(), bridgeRequest()]),
);

const common = () => ({
  /** The provider's id of the ramp, with which it is read. */
  id: id(),
  /** ISO 8601 with a time zone, set by the provider. */
  createdAt: dateTime(),
  /** ISO 8601 with a time zone: when the ramp last changed, such as in its `status`. */
  updatedAt: dateTime(),
  /** `Pending` until it is paid for; one that is prefunded begins as `Processing`. Open. */
  status: open(['Pending', 'Processing', 'Canceled', 'Completed', 'Failed', 'Refunded']),
  /** How much is paid: a decimal string in whole units of the asset of `from`. */
  amount: positiveAmount(),
  /** The fees that the provider expects; the ones that it took are in `receipt`. */
  estimatedFees: z.optional(z.array(fee())),
  /** The price terms, as requested. Missing if the provider sets the price. */
  executionDetails: z.optional(executionTerms()),
  /** ISO 8601 with a time zone: pay before then, or the ramp may be canceled. */
  expiresAt: dateTime(),
  /** Why the ramp failed. Missing if it did not, or the provider does not say. Open. */
  failureReason: z.optional(
    open([
      'unsupported-ramp-method',
      'unsupported-source-asset',
      'unsupported-destination-asset',
      'amount-below-minimum',
      'amount-above-maximum',
      'pii-missing',
      'unsupported-external-source',
      'unsupported-region',
      'destination-not-whitelisted',
    ]),
  ),
});

const actualFees = () => ({
  /** The fees that were taken. Missing if the provider does not list them. */
  actualFees: z.optional(z.array(fee())),
});
const blockchainReceipt = () => z.optional(z.extend(publicBlockchainTransaction(), actualFees()));
const fiatReceipt = () => z.optional(z.intersection(rampFiatTransfer(), object(actualFees())));

export const onRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a national currency, received on a blockchain. */
    type: z.literal('OnRamp'),
    /** By which transfer method it is paid for, and in which asset. */
    from: fiatCapability(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
    /** The provider's account to pay to, and the `referenceId` to name there. */
    paymentInstructions: fiatPaymentInstruction(),
    /** The transfer over the blockchain that paid out. Missing until there is one. */
    receipt: blockchainReceipt(),
  }),
);
/** From a national currency to a blockchain, and how to pay for it. */
export interface OnRamp extends Of<typeof onRamp> {}

export const prefundedOnRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a national currency, received on a blockchain. */
    type: z.literal('OnRamp'),
    /** The balance that pays: its asset, and `takeFrom` if it is another account's. */
    from: prefundedFiatSource(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
    /** The transfer over the blockchain that paid out. Missing until there is one. */
    receipt: blockchainReceipt(),
  }),
);
/** From a national currency that the account has to a blockchain. */
export interface PrefundedOnRamp extends Of<typeof prefundedOnRamp> {}

export const offRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a coin or token, received in a national currency. */
    type: z.literal('OffRamp'),
    /** The coin or token that pays, and the paying address if it is known. */
    from: blockchainSource(),
    /** The bank account or other payee, in the form of its `transferMethod`. */
    to: offRampPayee(),
    /** The provider's address to pay to, on the blockchain of `from`. */
    paymentInstructions: publicBlockchainAddress(),
    /** The transfer that paid out. Missing until there is one. */
    receipt: fiatReceipt(),
  }),
);
/** From a blockchain to a national currency, and where to pay. */
export interface OffRamp extends Of<typeof offRamp> {}

export const prefundedOffRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a coin or token, received in a national currency. */
    type: z.literal('OffRamp'),
    /** The balance that pays: its asset, and `takeFrom` if it is another account's. */
    from: prefundedCryptoSource(),
    /** The bank account or other payee, in the form of its `transferMethod`. */
    to: offRampPayee(),
    /** The transfer that paid out. Missing until there is one. */
    receipt: fiatReceipt(),
  }),
);
/** From a cryptocurrency that the account has to a national currency. */
export interface PrefundedOffRamp extends Of<typeof prefundedOffRamp> {}

export const bridge = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a coin or token, received in one on a blockchain. */
    type: z.literal('Bridge'),
    /** The coin or token that pays, and the paying address if it is known. */
    from: blockchainSource(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
    /** The provider's address to pay to, on the blockchain of `from`. */
    paymentInstructions: publicBlockchainAddress(),
    /** The transfer over the blockchain that paid out. Missing until there is one. */
    receipt: blockchainReceipt(),
  }),
);
/** From a blockchain to another, and where to pay. */
export interface Bridge extends Of<typeof bridge> {}

export const prefundedBridge = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Paid in a coin or token, received in one on a blockchain. */
    type: z.literal('Bridge'),
    /** The balance that pays: its asset, and `takeFrom` if it is another account's. */
    from: prefundedCryptoSource(),
    /** The address that is paid, with the asset that arrives there. */
    to: publicBlockchainAddress(),
    /** The transfer over the blockchain that paid out. Missing until there is one. */
    receipt: blockchainReceipt(),
  }),
);
/** From a cryptocurrency that the account has to a blockchain. */
export interface PrefundedBridge extends Of<typeof prefundedBridge> {}

const unlistedRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** None of the types that this release knows. */
    type: unlisted(['OnRamp', 'OffRamp', 'Bridge']),
    /** How it is paid for: all fields are kept, without types. */
    from: object({}),
    /** How it pays out: all fields are kept, without types. */
    to: object({}),
  }),
);
/** A ramp of a type that is newer than this release. */
export interface UnlistedRamp extends Of<typeof unlistedRamp> {}

/** A ramp: `type` says which kind, {@link isPrefunded} whether it waits for a payment. */
export type Ramp =
  | OnRamp
  | PrefundedOnRamp
  | OffRamp
  | PrefundedOffRamp
  | Bridge
  | PrefundedBridge
  | UnlistedRamp;
export const ramp = /* @__PURE__ */ schema(
  (): z.ZodMiniType<Ramp> =>
    z.union([
      onRamp(),
      prefundedOnRamp(),
      offRamp(),
      prefundedOffRamp(),
      bridge(),
      prefundedBridge(),
      unlistedRamp(),
    ]),
);
