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
  amount: positiveAmount(),
  customerReferenceId: z.optional(z.string()),
  reasonForPayment: z.optional(reasonForPayment()),
  executionDetails: z.optional(orderQuote()),
  participantsIdentification: z.optional(participantsIdentification()),
});

export const onRampRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    type: z.literal('OnRamp'),
    from: fiatSource(),
    to: publicBlockchainAddress(),
  }),
);
/** From a national currency to a blockchain. */
export interface OnRampRequest extends Of<typeof onRampRequest> {}

export const offRampRequest = /* @__PURE__ */ schema(() =>
  object({ ...request(), type: z.literal('OffRamp'), from: cryptoSource(), to: fiatAddress() }),
);
/** From a blockchain to a national currency. */
export interface OffRampRequest extends Of<typeof offRampRequest> {}

export const bridgeRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    type: z.literal('Bridge'),
    from: cryptoSource(),
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
  id: id(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  status: open(['Pending', 'Processing', 'Canceled', 'Completed', 'Failed', 'Refunded']),
  amount: positiveAmount(),
  estimatedFees: z.optional(z.array(fee())),
  executionDetails: z.optional(executionTerms()),
  expiresAt: dateTime(),
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

const actualFees = () => ({ actualFees: z.optional(z.array(fee())) });
const blockchainReceipt = () => z.optional(z.extend(publicBlockchainTransaction(), actualFees()));
const fiatReceipt = () => z.optional(z.intersection(rampFiatTransfer(), object(actualFees())));

export const onRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('OnRamp'),
    from: fiatCapability(),
    to: publicBlockchainAddress(),
    paymentInstructions: fiatPaymentInstruction(),
    receipt: blockchainReceipt(),
  }),
);
/** From a national currency to a blockchain, and how to pay for it. */
export interface OnRamp extends Of<typeof onRamp> {}

export const prefundedOnRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('OnRamp'),
    from: prefundedFiatSource(),
    to: publicBlockchainAddress(),
    receipt: blockchainReceipt(),
  }),
);
/** From a national currency that the account has to a blockchain. */
export interface PrefundedOnRamp extends Of<typeof prefundedOnRamp> {}

export const offRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('OffRamp'),
    from: blockchainSource(),
    to: offRampPayee(),
    paymentInstructions: publicBlockchainAddress(),
    receipt: fiatReceipt(),
  }),
);
/** From a blockchain to a national currency, and where to pay. */
export interface OffRamp extends Of<typeof offRamp> {}

export const prefundedOffRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('OffRamp'),
    from: prefundedCryptoSource(),
    to: offRampPayee(),
    receipt: fiatReceipt(),
  }),
);
/** From a cryptocurrency that the account has to a national currency. */
export interface PrefundedOffRamp extends Of<typeof prefundedOffRamp> {}

export const bridge = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('Bridge'),
    from: blockchainSource(),
    to: publicBlockchainAddress(),
    paymentInstructions: publicBlockchainAddress(),
    receipt: blockchainReceipt(),
  }),
);
/** From a blockchain to another, and where to pay. */
export interface Bridge extends Of<typeof bridge> {}

export const prefundedBridge = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('Bridge'),
    from: prefundedCryptoSource(),
    to: publicBlockchainAddress(),
    receipt: blockchainReceipt(),
  }),
);
/** From a cryptocurrency that the account has to a blockchain. */
export interface PrefundedBridge extends Of<typeof prefundedBridge> {}

const unlistedRamp = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: unlisted(['OnRamp', 'OffRamp', 'Bridge']),
    from: object({}),
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
