import * as z from 'zod/mini';
import { assetReference, fiatOrListedAsset } from './assets.js';
import { ibanTransferDestination } from './bank-rails.js';
import { participantsIdentification } from './participants.js';
import { REASONS_FOR_PAYMENT, type ReasonForPayment } from './reasons.js';
import { type Of, object, open, type Schema, schema } from './schema.js';
import {
  fiatTransfer,
  internalDestination,
  peerAccountDestination,
  peerAccountTransfer,
  publicBlockchainDestination,
  publicBlockchainTransaction,
  transferCapability,
} from './transfer-methods.js';
import { dateTime, id, positiveAmount, transferStatus } from './values.js';

export const reasonForPayment = /* @__PURE__ */ schema(
  (): z.ZodMiniType<ReasonForPayment> => open(REASONS_FOR_PAYMENT),
);

export const withdrawalCapability = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of this way to withdraw. */
    id: id(),
    /** How the withdrawal leaves, and as which asset: `balanceAsset` may be another. */
    withdrawal: transferCapability(),
    /** The asset that the account is debited with. */
    balanceAsset: assetReference(),
    /** The least `balanceAmount`, in whole units of `balanceAsset`: a decimal string. Missing: no minimum. */
    minWithdrawalAmount: z.optional(positiveAmount()),
  }),
);
/** A way to withdraw. */
export interface WithdrawalCapability extends Of<typeof withdrawalCapability> {}

const request = () => ({
  /** One key, one withdrawal: repeated with another body it is refused. */
  idempotencyKey: id(),
  /** The asset that the account is debited with. */
  balanceAsset: assetReference(),
  /** What the account is debited with, in whole units of `balanceAsset`: a decimal string. */
  balanceAmount: positiveAmount(),
  /** Why the payment is made: one of `REASONS_FOR_PAYMENT`, or another that the provider knows. */
  reasonForPayment: z.optional(reasonForPayment()),
});

export const blockchainWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** The address, and what arrives there: `balanceAsset` may be another asset. */
    destination: publicBlockchainDestination(),
    /** Sender and recipient, for the travel rule. If given, name at least one of them. */
    participantsIdentification: z.optional(participantsIdentification()),
  }),
);
/** A withdrawal over a blockchain. */
export interface BlockchainWithdrawalRequest extends Of<typeof blockchainWithdrawalRequest> {}

export const fiatWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** The bank account, and what arrives there: `balanceAsset` may be another asset. */
    destination: ibanTransferDestination(),
  }),
);
/** A withdrawal to a bank account. */
export interface FiatWithdrawalRequest extends Of<typeof fiatWithdrawalRequest> {}

export const peerAccountWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** No native cryptocurrency: providers refuse those here. */
    balanceAsset: fiatOrListedAsset(),
    /** The other customer's account, and what arrives there. */
    destination: peerAccountDestination(),
  }),
);
/** A withdrawal to another customer's account. */
export interface PeerAccountWithdrawalRequest extends Of<typeof peerAccountWithdrawalRequest> {}

export const internalWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** The customer's other account, and what arrives there. */
    destination: internalDestination(),
    /** For the caller's own records. */
    referenceId: z.optional(z.string()),
  }),
);
/** A transfer to another of the customer's accounts. */
export interface InternalWithdrawalRequest extends Of<typeof internalWithdrawalRequest> {}

/**
 * A request that has no other fields, neither itself nor its destination: under a misspelt name a tag would not count,
 * and what is sent to an exchange without its tag may be lost. What it takes over from answers, such as assets, keeps
 * all fields.
 */
export function closed(
  request: Schema<z.ZodMiniObject<{ readonly destination: z.ZodMiniObject }>>,
) {
  return schema(() => {
    const { shape } = request();
    return z.strictObject({ ...shape, destination: z.strictObject(shape.destination.shape) });
  });
}

export const withdrawalEvent = /* @__PURE__ */ schema(() =>
  object({
    /** The withdrawal's status at that time. */
    status: transferStatus(),
    /** What happened, in the provider's words. */
    message: z.string(),
    /** When it happened: ISO 8601 with a time zone. */
    createdAt: dateTime(),
  }),
);
/** An event of a withdrawal. */
export interface WithdrawalEvent extends Of<typeof withdrawalEvent> {}

const common = () => ({
  /** The provider's id of the withdrawal. */
  id: id(),
  /** The asset that the account is debited with. */
  balanceAsset: assetReference(),
  /** What the account is debited with, in whole units of `balanceAsset`: a decimal string. */
  balanceAmount: positiveAmount(),
  /** `pending` until it has `succeeded` or `failed`. */
  status: transferStatus(),
  /** When the withdrawal was recorded: ISO 8601 with a time zone. */
  createdAt: dateTime(),
  /** When it succeeded or failed: ISO 8601 with a time zone. Missing while it is pending. */
  finalizedAt: z.optional(dateTime()),
  /** What happened so far. How detailed that is depends on the provider. */
  events: z.optional(z.array(withdrawalEvent())),
});

export const blockchainWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** The address, what arrives there, and the transaction once there is one. */
    destination: publicBlockchainTransaction(),
  }),
);
/** A withdrawal over a blockchain, and its status. */
export interface BlockchainWithdrawal extends Of<typeof blockchainWithdrawal> {}

export const fiatWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Where it goes, what arrives there, and the transfer's reference once there is one. */
    destination: fiatTransfer(),
  }),
);
/** A withdrawal of a national currency, and its status. */
export interface FiatWithdrawal extends Of<typeof fiatWithdrawal> {}

export const peerAccountWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** The other customer's account, what arrives there, and a reference once there is one. */
    destination: peerAccountTransfer(),
  }),
);
/** A withdrawal to another customer's account, and its status. */
export interface PeerAccountWithdrawal extends Of<typeof peerAccountWithdrawal> {}

export const internalWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** The customer's other account, and what arrives there. */
    destination: internalDestination(),
  }),
);
/** A transfer to another of the customer's accounts, and its status. */
export interface InternalWithdrawal extends Of<typeof internalWithdrawal> {}

/** A withdrawal of any kind: its `destination.transferMethod` says which. */
export type Withdrawal =
  | PeerAccountWithdrawal
  | InternalWithdrawal
  | BlockchainWithdrawal
  | FiatWithdrawal;
export const withdrawal = /* @__PURE__ */ schema(
  (): z.ZodMiniType<Withdrawal> =>
    z.union([
      peerAccountWithdrawal(),
      internalWithdrawal(),
      blockchainWithdrawal(),
      fiatWithdrawal(),
    ]),
);
