import * as z from 'zod/mini';
import { nationalCurrency } from './assets.js';
import { accountHolder } from './bank-rails.js';
import { railAddress, railCapability, railTransfer } from './rail.js';
import { type Of, object, open, schema } from './schema.js';
import { bankAccountNumber, email, mobilePhoneNumber, positiveAmount } from './values.js';

const paymentRedirect = () =>
  object({ url: z.optional(z.string()), expiresAt: z.optional(z.string()) });

const instructionShape = () => ({
  successPaymentInstructionRedirect: z.optional(z.string()),
  paymentRedirect: z.optional(paymentRedirect()),
  referenceId: z.optional(z.string()),
});

const mobileMoney = () => ({
  mobilePhoneNumber: mobilePhoneNumber(),
  email: email(),
  provider: open(['m-pesa', 'airtel', 'mtn', 'tigo', 'orange', 'wave']),
});

export const mobileMoneyCapability = /* @__PURE__ */ railCapability('Momo');
export const mobileMoneyOnRamp = /* @__PURE__ */ railAddress('Momo', () => ({
  ...mobileMoney(),
  // The documents require it without defining it: a provider that validates by them requires it too.
  accountHolder: z.optional(accountHolder()),
  successRedirectUrl: z.optional(z.string()),
}));
export const mobileMoneyAddress = /* @__PURE__ */ railAddress('Momo', () => ({
  ...mobileMoney(),
  accountHolder: accountHolder(),
  beneficiaryDocumentId: z.optional(z.string()),
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
  successRedirectUrl: z.optional(z.string()),
}));
export const localBankTransferAddress = /* @__PURE__ */ railAddress('Lbt', () => ({
  accountHolder: accountHolder(),
  accountNumber: bankAccountNumber(),
  bankName: z.string(),
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
  accountHolder: accountHolder(),
  type: open(['email']),
  value: z.string(),
  bsb: z.optional(z.string()),
  accountNumber: z.string(),
}));
/** Some providers give a payer only the PayID. */
export const payIdPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({ ...payIdAddress().shape, accountNumber: z.optional(z.string()) }),
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
  accountHolder: accountHolder(),
  recipientHandle: object({ type: open(['email']), value: z.string() }),
  message: z.optional(z.string()),
});

export const interacCapability = /* @__PURE__ */ railCapability('Interac');
export const interacAddress = /* @__PURE__ */ railAddress('Interac', interac);
export const interacPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({
    ...interacAddress().shape,
    autoDeposit: z.boolean(),
    securityQuestion: z.optional(z.string()),
    securityAnswer: z.optional(z.string()),
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
    transferMethod: z.literal('OtherFiat'),
    asset: nationalCurrency(),
    amount: positiveAmount(),
    description: z.string(),
    tag: z.optional(z.string()),
    referenceId: z.optional(z.string()),
  }),
);
/** A transfer of a national currency by another way, described in text. */
export interface OtherFiatTransfer extends Of<typeof otherFiatTransfer> {}
