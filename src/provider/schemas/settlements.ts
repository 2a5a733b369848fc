import * as z from 'zod/mini';
import { type Of, object, open, schema } from './schema.js';
import { publicBlockchainAddress } from './transfer-methods.js';
import { id, positiveAmount } from './values.js';

export const settlementRequest = /* @__PURE__ */ schema(() =>
  object({
    settlementId: id(),
    /** The version of the settlement's state that the caller has read. */
    settlementVersion: id(),
  }),
);
/** A settlement to be started. */
export interface SettlementRequest extends Of<typeof settlementRequest> {}

const withdrawShape = () => ({
  amount: positiveAmount(),
  fee: z.optional(positiveAmount()),
  sourceAddress: publicBlockchainAddress(),
});
const depositShape = () => ({
  amount: positiveAmount(),
  destinationAddress: publicBlockchainAddress(),
});

export const settlementInstructions = /* @__PURE__ */ schema(() =>
  object({
    settlementVersion: id(),
    withdrawInstructions: z.array(object(withdrawShape())),
    depositInstructions: z.array(object(depositShape())),
  }),
);
/** The transfers that are needed for accounts and collateral to match. */
export interface SettlementInstructions extends Of<typeof settlementInstructions> {}

const transactionState = () => ({
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
  rejectionReason: z.optional(z.string()),
});

export const settlementState = /* @__PURE__ */ schema(() =>
  object({
    settlementVersion: id(),
    withdrawTransactions: z.optional(
      z.array(object({ ...withdrawShape(), ...transactionState() })),
    ),
    depositTransactions: z.optional(z.array(object({ ...depositShape(), ...transactionState() }))),
    status: open(['Invalid', 'Pending', 'InProgress', 'Completed', 'Failed']),
  }),
);
/** The state of a settlement. */
export interface SettlementState extends Of<typeof settlementState> {}
