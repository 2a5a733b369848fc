import * as z from 'zod/mini';
import { type Of, object, open, schema } from './schema.js';
import { publicBlockchainAddress } from './transfer-methods.js';
import { id, positiveAmount } from './values.js';

export const settlementRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The settlement's id at the platform, which made it. */
    settlementId: id(),
    /** The version of the settlement's state that the caller has read. */
    settlementVersion: id(),
  }),
);
/** A settlement to be started. */
export interface SettlementRequest extends Of<typeof settlementRequest> {}

const withdrawShape = () => ({
  /** How much leaves the provider: a decimal string in whole units of the asset of `sourceAddress`. */
  amount: positiveAmount(),
  /** The fee of the transfer, a decimal string. Missing if the provider states none. */
  fee: z.optional(positiveAmount()),
  /** The provider's address that pays, with the asset. */
  sourceAddress: publicBlockchainAddress(),
});
const depositShape = () => ({
  /** How much the provider gets: a decimal string in whole units of the asset of `destinationAddress`. */
  amount: positiveAmount(),
  /** The provider's address that is paid, with the asset. */
  destinationAddress: publicBlockchainAddress(),
});

export const settlementInstructions = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's name for the state that these are for. Starting a settlement takes it. */
    settlementVersion: id(),
    /** The transfers from the provider to the collateral account. */
    withdrawInstructions: z.array(object(withdrawShape())),
    /** The transfers from the collateral account to the provider. */
    depositInstructions: z.array(object(depositShape())),
  }),
);
/** The transfers that are needed for accounts and collateral to match. */
export interface SettlementInstructions extends Of<typeof settlementInstructions> {}

const transactionState = () => ({
  /** Of this one transfer; `NOT_FOUND` if there is no transaction for it. Open. */
  status: open([
    'NOT_FOUND',
    'PROCESSING',
    'CANCELLED',
    'FAILED',
    'PENDING_MANUAL_APPROVAL',
    'PENDING_SERVICE_MANUAL_APPROVAL',
    'REJECTED',
    'COMPLETED',
  ]),
  /** Why the transaction was rejected, if the provider says so. */
  rejectionReason: z.optional(z.string()),
});

export const settlementState = /* @__PURE__ */ schema(() =>
  object({
    /** The version that the settlement was started with, or may be started with. */
    settlementVersion: id(),
    /** The transfers from the provider to the collateral account. Missing if they are not listed. */
    withdrawTransactions: z.optional(
      z.array(object({ ...withdrawShape(), ...transactionState() })),
    ),
    /** The transfers from the collateral account to the provider. Missing if they are not listed. */
    depositTransactions: z.optional(z.array(object({ ...depositShape(), ...transactionState() }))),
    /** Of the whole: `Invalid` if balances have changed, so that it can't be started; `Pending` if it was not. Open. */
    status: open(['Invalid', 'Pending', 'InProgress', 'Completed', 'Failed']),
  }),
);
/** The state of a settlement. */
export interface SettlementState extends Of<typeof settlementState> {}
