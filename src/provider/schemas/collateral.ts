import * as z from 'zod/mini';
import { cryptocurrencyReference } from './assets.js';
import { type Of, object, open, schema } from './schema.js';
import { publicBlockchainAddress } from './transfer-methods.js';
import { id, positiveAmount } from './values.js';

export const collateralAccount = /* @__PURE__ */ schema(() =>
  object({
    /** Three UUIDs with points between: see {@link collateralId}. */
    collateralId: id(),
    /** The platform's ids of the collateral signers: users that may sign, but not start transactions. */
    collateralSigners: z.array(z.string()),
    /** The environment of the platform that the account is in. Open. */
    env: open(['prod', 'sandbox', 'stage']),
  }),
);
/** A collateral vault account. */
export interface CollateralAccount extends Of<typeof collateralAccount> {}

export const collateralAccountLink = /* @__PURE__ */ schema(() =>
  object({
    ...collateralAccount().shape,
    /** The provider's id of the link, which lists take as a cursor. */
    id: id(),
    /** `Eligible`: not linked yet, but may be. `Disabled`: may be enabled again. `Failed`: was not made. Open. */
    status: open(['Eligible', 'Linked', 'Disabled', 'Failed']),
    /** The assets that the provider takes as collateral. No others are part of settlements. */
    eligibleCollateralAssets: z.array(cryptocurrencyReference()),
    /** Why the link was not made, with status `Failed`. */
    rejectionReason: z.optional(z.string()),
  }),
);
/** A collateral vault account's link to an account at the provider. */
export interface CollateralAccountLink extends Of<typeof collateralAccountLink> {}

export const collateralAddress = /* @__PURE__ */ schema(() =>
  object({
    /** Where the collateral is sent, with the asset that it is for. */
    address: publicBlockchainAddress(),
    /** The id of the account that is used when the customer's assets are recovered, set by the platform. */
    recoveryAccountId: z.string(),
    /** The platform's own id of the asset. */
    fireblocksAssetId: z.optional(z.string()),
  }),
);
/** A deposit address of a collateral vault account. */
export interface CollateralAddress extends Of<typeof collateralAddress> {}

export const collateralAssetAddress = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the address, which lists take as a cursor. */
    id: id(),
    ...collateralAddress().shape,
  }),
);
/** A deposit address of a collateral vault account, as the provider has it. */
export interface CollateralAssetAddress extends Of<typeof collateralAssetAddress> {}

export const intentApprovalRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The id of the intent at Fireblocks, which made it. */
    fireblocksIntentId: id(),
  }),
);
/** The platform's intent. */
export interface IntentApprovalRequest extends Of<typeof intentApprovalRequest> {}

export const approvalRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The id of the intent at Fireblocks, which made it. */
    fireblocksIntentId: id(),
    /** The id of the same intent at the provider, from its answer to the intent. */
    partnerIntentId: id(),
  }),
);
/** The platform's intent, by its ids at the platform and at the provider. */
export interface ApprovalRequest extends Of<typeof approvalRequest> {}

const intentStatus = () => open(['Approved', 'Rejected']);

export const depositIntentRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The asset to add. Any that is not eligible is rejected. */
    asset: cryptocurrencyReference(),
    /** How much is to be added: a decimal string in whole units of `asset`. */
    amount: positiveAmount(),
    /** The intent that the provider is asked to approve. */
    intentApprovalRequest: intentApprovalRequest(),
  }),
);
/** A request to check whether collateral may be added. */
export interface CollateralDepositIntentRequest extends Of<typeof depositIntentRequest> {}

export const depositIntent = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the intent. */
    id: id(),
    /** `Rejected` says that the provider does not agree: see `rejectionReason`. Open. */
    status: intentStatus(),
    /** The asset to add, as requested. */
    asset: cryptocurrencyReference(),
    /** How much may be added, or not: a decimal string in whole units of `asset`, as requested. */
    amount: positiveAmount(),
    /** The intent by both ids; the transaction that carries it out is registered with them. */
    approvalRequest: approvalRequest(),
    /** Why collateral may not be added, with status `Rejected`. */
    rejectionReason: z.optional(z.string()),
  }),
);
/** The provider's answer to whether collateral may be added. */
export interface CollateralDepositIntent extends Of<typeof depositIntent> {}

export const collateralDepositRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The transaction's id at the platform, with which the provider reads it there. */
    collateralTxId: id(),
    /** The intent that the transaction carries out, as the provider has approved it. */
    approvalRequest: approvalRequest(),
  }),
);
/** A transaction that adds collateral. */
export interface CollateralDepositRequest extends Of<typeof collateralDepositRequest> {}

export const collateralDeposit = /* @__PURE__ */ schema(() =>
  object({
    ...collateralDepositRequest().shape,
    /** The provider's id of this record, which lists take as a cursor. */
    id: id(),
    /** `Pending` until the account has its credit (`Credited`), or will get none (`Rejected`). Open. */
    status: open(['Pending', 'Credited', 'Rejected']),
    /** Why the account gets no credit, with status `Rejected`. */
    rejectionReason: z.optional(z.string()),
  }),
);
/** A transaction that adds collateral, as the provider has it. */
export interface CollateralDeposit extends Of<typeof collateralDeposit> {}

export const withdrawalIntentRequest = /* @__PURE__ */ schema(() =>
  object({
    /** How much is to be removed: a decimal string in whole units of the asset of `destinationAddress`. */
    amount: positiveAmount(),
    /** Where it is to be sent; its `asset` is the one to remove. */
    destinationAddress: publicBlockchainAddress(),
    /** The intent that the provider is asked to approve. */
    intentApprovalRequest: intentApprovalRequest(),
  }),
);
/** A request to check whether collateral may be removed. */
export interface CollateralWithdrawalIntentRequest extends Of<typeof withdrawalIntentRequest> {}

export const withdrawalIntent = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the intent. */
    id: id(),
    /** How much may be removed, or not: a decimal string in whole units of the asset of `destinationAddress`. */
    amount: positiveAmount(),
    /** Where it is to be sent, and its asset, as requested. */
    destinationAddress: publicBlockchainAddress(),
    /** The intent by both ids; the transaction that carries it out is registered with them. */
    approvalRequest: approvalRequest(),
    /** `Rejected` says that the provider does not agree: see `rejectionReason`. Open. */
    status: intentStatus(),
    /** Why collateral may not be removed, with status `Rejected`. */
    rejectionReason: z.optional(z.string()),
  }),
);
/** The provider's answer to whether collateral may be removed. */
export interface CollateralWithdrawalIntent extends Of<typeof withdrawalIntent> {}

export const collateralWithdrawalRequest = /* @__PURE__ */ schema(() =>
  object({
    /** The transaction's id at the platform, with which the provider reads it there. */
    collateralTxId: id(),
    /** The intent that the transaction carries out, as the provider has approved it. */
    approvalRequest: approvalRequest(),
    /** When the removal is part of a settlement. */
    settlementDetails: z.optional(
      object({
        /** The settlement's id at the platform. */
        settlementId: id(),
        /** The platform's id of this transaction within the settlement. */
        settlementTxId: id(),
      }),
    ),
  }),
);
/** A transaction that removes collateral. */
export interface CollateralWithdrawalRequest extends Of<typeof collateralWithdrawalRequest> {}

export const collateralWithdrawal = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of this record, which lists take as a cursor. */
    id: id(),
    /** `Pending` until the provider approves the transaction, which then is under way, or rejects it. Open. */
    status: open(['Pending', 'Approved', 'Rejected']),
    /** The transaction's id at the platform, with which the provider reads it there. */
    collateralTxId: id(),
    /** The intent that the transaction carries out, as the provider has approved it. */
    approvalRequest: approvalRequest(),
    /** Why the provider does not agree, with status `Rejected`. */
    rejectionReason: z.optional(z.string()),
  }),
);
/** A transaction that removes collateral, as the provider has it. */
export interface CollateralWithdrawal extends Of<typeof collateralWithdrawal> {}
