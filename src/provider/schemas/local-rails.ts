import * as z from 'zod/mini';
import { nationalCurrency } from './assets.js';
import { accountHolder } from './bank-rails.js';
import { railAddress, railCapability, railTransfer } from './rail.js';
import { type Of, object, open, schema } from './schema.js';
import { bankAccountNumber, email, mobilePhoneNumber, positiveAmount } from './values.js';

const paymentRedirect = () =>
  object({
    /** The page's address. */
    url: z.optional(z.string()),
    /** Until when the page can be used: ISO 8601 in the documents' example. The form is not checked. */
    expiresAt: z.optional(z.string()),
  });

const instructionShape = () => ({
  /** The page that follows a successful payment. The documents have only the name of this field. */
  successPaymentInstructionRedirect: z.optional(z.string()),
  /** If given, send the payer to a page. */
  paymentRedirect: z.optional(paymentRedirect()),
  /** If given, name it in the payment. */
  referenceId: z.optional(z.string()),
});

const mobileMoney = () => ({
  /** In E.164, such as `+254712345678`: `+` and 2 to 15 digits. */
  mobilePhoneNumber: mobilePhoneNumber(),
  /** Required beside the phone number. */
  email: email(),
  /** The mobile money service, not the provider of this API. */
  provider: open(['m-pesa', 'airtel', 'mtn', 'tigo', 'orange', 'wave']),
});

export const mobileMoneyCapability = /* @__PURE__ */ railCapability('Momo');
export const mobileMoneyOnRamp = /* @__PURE__ */ railAddress('Momo', () => ({
  ...mobileMoney(),
  /** The payer. The documents require it without defining it: a provider that validates by them requires it too. */
  accountHolder: z.optional(accountHolder()),
  /** The page that the payer is sent to after the payment. The caller chooses it. */
  successRedirectUrl: z.optional(z.string()),
}));
export const mobileMoneyAddress = /* @__PURE__ */ railAddress('Momo', () => ({
  ...mobileMoney(),
  /** The recipient of the money. Only the name is required. */
  accountHolder: accountHolder(),
  /** Number of the recipient's identity document. Some providers require it. */
  beneficiaryDocumentId: z.optional(z.string()),
  /** How the recipient is related to the sender, in free text, for checks against money laundering. */
  beneficiaryRelationship: z.optional(z.string()),
}));
export const mobileMoneyPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({ ...mobileMoneyAddress().shape, ...instructionShape() }),
);
export const mobileMoneyTransfer = /* @__PURE__ */ railTransfer(mobileMoneyAddress);
/** Mobile money is possible. */
export interface MobileMoneyCapability extends Of<typeof mobileMoneyCapability> {}
/** The payer of a ramp by mobile money. */
export interface MobileMoneyOnRamp extends Of<typeof mobileMoneyOnRamp> {}
/** The recipient of mobile money. */
export interface MobileMoneyAddress extends Of<typeof mobileMoneyAddress> {}
/** How to pay with mobile money. */
export interface MobileMoneyPaymentInstruction extends Of<typeof mobileMoneyPaymentInstruction> {}
/** A transfer of mobile money. */
export interface MobileMoneyTransfer extends Of<typeof mobileMoneyTransfer> {}

export const localBankTransferCapability = /* @__PURE__ */ railCapability('Lbt');
export const localBankTransferOnRamp = /* @__PURE__ */ railAddress('Lbt', () => ({
  /** The page that the payer is sent to after the payment. The caller chooses it. */
  successRedirectUrl: z.optional(z.string()),
}));
export const localBankTransferAddress = /* @__PURE__ */ railAddress('Lbt', () => ({
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** 4 to 17 digits. */
  accountNumber: bankAccountNumber(),
  /** The bank that has the account. */
  bankName: z.string(),
  /** Identifies the bank. The documents name no register of such codes. */
  bankCode: z.string(),
}));
export const localBankTransferPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({ ...localBankTransferAddress().shape, ...instructionShape() }),
);
export const localBankTransfer = /* @__PURE__ */ railTransfer(localBankTransferAddress);
/** Local bank transfers are possible. */
export interface LocalBankTransferCapability extends Of<typeof localBankTransferCapability> {}
/** A local bank transfer that pays for a ramp. */
export interface LocalBankTransferOnRamp extends Of<typeof localBankTransferOnRamp> {}
/** An account at a local bank. */
export interface LocalBankTransferAddress extends Of<typeof localBankTransferAddress> {}
/** How to pay by local bank transfer. */
export interface LocalBankTransferPaymentInstruction
  extends Of<typeof localBankTransferPaymentInstruction> {}
/** A local bank transfer. */
export interface LocalBankTransfer extends Of<typeof localBankTransfer> {}

export const payIdCapability = /* @__PURE__ */ railCapability('PayId');
export const payIdAddress = /* @__PURE__ */ railAddress('PayId', () => ({
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** What `value` is. The documents know only e-mail addresses. */
  type: open(['email']),
  /** The PayID. Whether it fits `type` is not checked. */
  value: z.string(),
  /** The bank's BSB number, such as `062000`. The form is not checked. */
  bsb: z.optional(z.string()),
  /** The account that the PayID stands for. The form is not checked. */
  accountNumber: z.string(),
}));
/** Some providers give a payer only the PayID. */
export const payIdPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({
    ...payIdAddress().shape,
    /** The account that the PayID stands for. Missing if the provider gives only the PayID. */
    accountNumber: z.optional(z.string()),
  }),
);
export const payIdTransfer = /* @__PURE__ */ railTransfer(payIdAddress);
/** Transfers by PayID (Australia) are possible. */
export interface PayIdCapability extends Of<typeof payIdCapability> {}
/** An account by its PayID. */
export interface PayIdAddress extends Of<typeof payIdAddress> {}
/** How to pay by PayID. */
export interface PayIdPaymentInstruction extends Of<typeof payIdPaymentInstruction> {}
/** A transfer by PayID. */
export interface PayIdTransfer extends Of<typeof payIdTransfer> {}

const interac = () => ({
  /** The recipient. Only the name is required. */
  accountHolder: accountHolder(),
  /** Where Interac finds the recipient. */
  recipientHandle: object({
    /** What `value` is. The documents know only e-mail addresses. */
    type: open(['email']),
    /** The address itself. Whether it fits `type` is not checked. */
    value: z.string(),
  }),
  /** Text that goes with the transfer. */
  message: z.optional(z.string()),
});

export const interacCapability = /* @__PURE__ */ railCapability('Interac');
export const interacAddress = /* @__PURE__ */ railAddress('Interac', interac);
export const interacPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({
    ...interacAddress().shape,
    /** Whether the transfer is accepted without a security question. */
    autoDeposit: z.boolean(),
    /** The documents require it if `autoDeposit` is `false`. That is not checked. */
    securityQuestion: z.optional(z.string()),
    /** To `securityQuestion`. The documents require it if `autoDeposit` is `false`. That is not checked. */
    securityAnswer: z.optional(z.string()),
    /** If given, name it in the payment. */
    referenceId: z.optional(z.string()),
  }),
);
export const interacTransfer = /* @__PURE__ */ railTransfer(interacAddress);
/** Transfers by Interac (Canada) are possible. */
export interface InteracCapability extends Of<typeof interacCapability> {}
/** The recipient of an Interac transfer. */
export interface InteracAddress extends Of<typeof interacAddress> {}
/** How to pay by Interac. */
export interface InteracPaymentInstruction extends Of<typeof interacPaymentInstruction> {}
/** A transfer by Interac. */
export interface InteracTransfer extends Of<typeof interacTransfer> {}

export const otherFiatTransfer = /* @__PURE__ */ schema(() =>
  object({
    /** Only in records of past transfers that fit no other method: none can be requested. */
    transferMethod: z.literal('OtherFiat'),
    /** The national currency that moved. */
    asset: nationalCurrency(),
    /** How much moved, in whole units of `asset`: a decimal string such as `12.5`. */
    amount: positiveAmount(),
    /** How the money moved, in the provider's words. */
    description: z.string(),
    /** A text of the provider's own. The documents do not describe it. */
    tag: z.optional(z.string()),
    /** The transfer's reference. Missing if there is none. */
    referenceId: z.optional(z.string()),
  }),
);
/** A transfer of a national currency by another way, described in text. */
export interface OtherFiatTransfer extends Of<typeof otherFiatTransfer> {}
