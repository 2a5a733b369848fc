import * as z from 'zod/mini';
import { cryptocurrencyReference } from './assets.js';
import { type Of, object, open, schema } from './schema.js';
import { publicBlockchainAddress } from './transfer-methods.js';
import { id, positiveAmount } from './values.js';

export const collateralAccount = /* @__PURE__ */ schema(() =>
  object({
    /** Three UUIDs with points between: see {@link collateralId}. */
    collateralId: id(),
    collateralSigners: z.array(z.string()),
    env: open(['prod', 'sandbox', 'stage']),
  }),
);
/** A collateral vault account. */
export interface CollateralAccount extends Of<typeof collateralAccount> {}

export const collateralAccountLink = /* @__PURE__ */ schema(() =>
  object({
    ...collateralAccount().shape,
    id: id(),
    status: open(['Eligible', 'Linked', 'Disabled', 'Failed']),
    eligibleCollateralAssets: z.array(cryptocurrencyReference()),
    rejectionReason: z.optional(z.string()),
  }),
);
/** A collateral vault account's link to an account at the provider. */
export interface CollateralAccountLink extends Of<typeof collateralAccountLink> {}

export const collateralAddress = /* @__PURE__ */ schema(() =>
  object({
    address: publicBlockchainAddress(),
    recoveryAccountId: z.string(),
    /** The platform's own id of the asset. */
    fireblocksAssetId: z.optional(z.string()),
  }),
);
/** A deposit address of a collateral vault account. */
export interface CollateralAddress extends Of<typeof collateralAddress> {}

export const collateralAssetAddress = /* @__PURE__ */ schema(() =>
  object({ id: id(), ...collateralAddress().shape }),
);
/** A deposit address of a collateral vault account, as the provider has it. */
export interface CollateralAssetAddress extends Of<typeof collateralAssetAddress> {}

export const intentApprovalRequest = /* @__PURE__ */ schema(() =>
  object({ fireblocksIntentId: id() }),
);
/** The platform's intent. */
export interface IntentApprovalRequest extends Of<typeof intentApprovalRequest> {}

export const approvalRequest = /* @__PURE__ */ schema(() =>
  object({ fireblocksIntentId: id(), partnerIntentId: id() }),
);
/** The platform's intent, by its ids at the platform and at the provider. */
export interface ApprovalRequest extends Of<typeof approvalRequest> {}

const intentStatus = () => open(['Approved', 'Rejected']);

export const depositIntentRequest = /* @__PURE__ */ schema(() =>
  object({
    asset: cryptocurrencyReference(),
    amount: positiveAmount(),
    intentApprovalRequest: intentApprovalRequest(),
  }),
);
/** A request to check whether collateral may be added. */
export interface CollateralDepositIntentRequest extends Of<typeof depositIntentRequest> {}

export const depositIntent = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    status: intentStatus(),
    asset: cryptocurrencyReference(),
    amount: positiveAmount(),
    approvalRequest: approvalRequest(),
    rejectionReason: z.optional(z.string()),
  }),
);
/** The provider's answer to whether collateral may be added. */
export interface CollateralDepositIntent extends Of<typeof depositIntent> {}

export const collateralDepositRequest = /* @__PURE__ */ schema(() =>
  object({ collateralTxId: id(), approvalRequest: approvalRequest() }),
);
/** A transaction that adds collateral. */
export interface CollateralDepositRequest extends Of<typeof collateralDepositRequest> {}

export const collateralDeposit = /* @__PURE__ */ schema(() =>
  object({
    ...collateralDepositRequest().shape,
    id: id(),
    status: open(['Pending', 'Credited', 'Rejected']),
    rejectionReason: z.optional(z.string()),
  }),
);
/** A transaction that adds collateral, as the provider has it. */
export interface CollateralDeposit extends Of<typeof collateralDeposit> {}

export const withdrawalIntentRequest = /* @__PURE__ */ schema(() =>
  object({
    amount: positiveAmount(),
    destinationAddress: publicBlockchainAddress(),
    intentApprovalRequest: intentApprovalRequest(),
  }),
);
/** A request to check whether collateral may be removed. */
export interface CollateralWithdrawalIntentRequest extends Of<typeof withdrawalIntentRequest> {}

export const withdrawalIntent = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    amount: positiveAmount(),
    destinationAddress: publicBlockchainAddress(),
    approvalRequest: approvalRequest(),
    status: intentStatus(),
    rejectionReason: z.optional(z.string()),
  }),
);
/** The provider's answer to whether collateral may be removed. */
export interface CollateralWithdrawalIntent extends Of<typeof withdrawalIntent> {}

export const collateralWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    collateralTxId: id(),
    approvalRequest: approvalRequest(),
    /** When the removal is part of a settlement. */
    settlementDetails: z.optional(object({ settlementId: id(), settlementTxId: id() })),
  }),
);
/** A transaction that removes collateral. */
export interface CollateralWithdrawalRequest extends Of<typeof collateralWithdrawalRequest> {}

export const collateralWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    id: id(),
    status: open(['Pending', 'Approved', 'Rejected']),
    collateralTxId: id(),
    approvalRequest: approvalRequest(),
    rejectionReason: z.optional(z.string()),
  }),
);
/** A transaction that removes collateral, as the provider has it. */
export interface CollateralWithdrawal extends Of<typeof collateralWithdrawal> {}
