import * as z from 'zod/mini';
import { assetReference, fiatOrListedAsset } from './assets.js';
import { ibanTransferDestination } from './bank-rails.js';
import { participantsIdentification } from './participants.js';
import { REASONS_FOR_PAYMENT, type ReasonForPayment } from './reasons.js';
import { type Of, object, open, schema } from './schema.js';
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
    id: id(),
    withdrawal: transferCapability(),
    /** The asset that the account is debited with. */
    balanceAsset: assetReference(),
    minWithdrawalAmount: z.optional(positiveAmount()),
  }),
);
/** A way to withdraw. */
export interface WithdrawalCapability extends Of<typeof withdrawalCapability> {}

const request = () => ({
  /** One key, one withdrawal: repeated with another body it is refused. */
  idempotencyKey: id(),
  balanceAsset: assetReference(),
  balanceAmount: positiveAmount(),
  reasonForPayment: z.optional(reasonForPayment()),
});

export const blockchainWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    destination: publicBlockchainDestination(),
    participantsIdentification: z.optional(participantsIdentification()),
  }),
);
/** A withdrawal over a blockchain. */
export interface BlockchainWithdrawalRequest extends Of<typeof blockchainWithdrawalRequest> {}

export const fiatWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({ ...request(), destination: ibanTransferDestination() }),
);
/** A withdrawal to a bank account. */
export interface FiatWithdrawalRequest extends Of<typeof fiatWithdrawalRequest> {}

export const peerAccountWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    /** No native cryptocurrency: providers refuse those here. */
    balanceAsset: fiatOrListedAsset(),
    destination: peerAccountDestination(),
  }),
);
/** A withdrawal to another customer's account. */
export interface PeerAccountWithdrawalRequest extends Of<typeof peerAccountWithdrawalRequest> {}

export const internalWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    ...request(),
    destination: internalDestination(),
    /** For the caller's own records. */
    referenceId: z.optional(z.string()),
  }),
);
/** A transfer to another of the customer's accounts. */
export interface InternalWithdrawalRequest extends Of<typeof internalWithdrawalRequest> {}

export const withdrawalEvent = /* @__PURE__ */ schema(() =>
  object({ status: transferStatus(), message: z.string(), createdAt: dateTime() }),
);
/** An event of a withdrawal. */
export interface WithdrawalEvent extends Of<typeof withdrawalEvent> {}

const common = () => ({
  id: id(),
  balanceAsset: assetReference(),
  balanceAmount: positiveAmount(),
  status: transferStatus(),
  createdAt: dateTime(),
  finalizedAt: z.optional(dateTime()),
  events: z.optional(z.array(withdrawalEvent())),
});

export const blockchainWithdrawal = /* @__PURE__ */ schema(() =>
  object({ ...common(), destination: publicBlockchainTransaction() }),
);
/** A withdrawal over a blockchain, and its status. */
export interface BlockchainWithdrawal extends Of<typeof blockchainWithdrawal> {}

export const fiatWithdrawal = /* @__PURE__ */ schema(() =>
  object({ ...common(), destination: fiatTransfer() }),
);
/** A withdrawal of a national currency, and its status. */
export interface FiatWithdrawal extends Of<typeof fiatWithdrawal> {}

export const peerAccountWithdrawal = /* @__PURE__ */ schema(() =>
  object({ ...common(), destination: peerAccountTransfer() }),
);
/** A withdrawal to another customer's account, and its status. */
export interface PeerAccountWithdrawal extends Of<typeof peerAccountWithdrawal> {}

export const internalWithdrawal = /* @__PURE__ */ schema(() =>
  object({ ...common(), destination: internalDestination() }),
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
