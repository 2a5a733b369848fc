import * as z from 'zod/mini';
import { postalAddress } from './participants.js';
import { railAddress, railCapability, railDestination, railTransfer } from './rail.js';
import { type Of, object, open, schema, textLike } from './schema.js';
import {
  bankAccountNumber,
  clabe,
  iban,
  routingNumber,
  sortCode,
  ukAccountNumber,
} from './values.js';

export const accountHolder = /* @__PURE__ */ schema(() =>
  object({
    name: z.string(),
    city: z.optional(z.string()),
    country: z.optional(z.string()),
    subdivision: z.optional(z.string()),
    address: z.optional(z.string()),
    postalCode: z.optional(z.string()),
  }),
);
/** The holder of a bank account. */
export interface AccountHolderDetails extends Of<typeof accountHolder> {}

export const ibanCapability = /* @__PURE__ */ railCapability('Iban');
export const ibanAddress = /* @__PURE__ */ railAddress('Iban', () => ({
  accountHolder: accountHolder(),
  iban: iban(),
  bic: z.optional(z.string()),
}));
export const ibanTransferDestination = /* @__PURE__ */ railDestination(ibanAddress);
export const ibanTransfer = /* @__PURE__ */ railTransfer(ibanAddress);
/** Transfers to an IBAN are possible. */
export interface IbanCapability extends Of<typeof ibanCapability> {}
/** An account by its IBAN. */
export interface IbanAddress extends Of<typeof ibanAddress> {}
/** An amount to an IBAN. */
export interface IbanTransferDestination extends Of<typeof ibanTransferDestination> {}
/** A transfer to an IBAN. */
export interface IbanTransfer extends Of<typeof ibanTransfer> {}

export const achCapability = /* @__PURE__ */ railCapability('Ach');
export const achAddress = /* @__PURE__ */ railAddress('Ach', () => ({
  accountHolder: accountHolder(),
  bankName: z.optional(z.string()),
  bankAccountNumber: bankAccountNumber(),
  routingNumber: routingNumber(),
  accountType: open(['Checking', 'Savings']),
}));
export const achTransfer = /* @__PURE__ */ railTransfer(achAddress);
/** Transfers by ACH (United States) are possible. */
export interface AchCapability extends Of<typeof achCapability> {}
/** An account that ACH reaches. */
export interface AchAddress extends Of<typeof achAddress> {}
/** A transfer by ACH. */
export interface AchTransfer extends Of<typeof achTransfer> {}

export const wireCapability = /* @__PURE__ */ railCapability('Wire');
export const wireAddress = /* @__PURE__ */ railAddress('Wire', () => ({
  accountHolder: accountHolder(),
  bankName: z.optional(z.string()),
  bankAccountNumber: bankAccountNumber(),
  routingNumber: routingNumber(),
  bankAddress: z.optional(postalAddress()),
}));
export const wireTransfer = /* @__PURE__ */ railTransfer(wireAddress);
/** Wires are possible. */
export interface WireCapability extends Of<typeof wireCapability> {}
/** An account that wires reach. */
export interface WireAddress extends Of<typeof wireAddress> {}
/** A wire. */
export interface WireTransfer extends Of<typeof wireTransfer> {}

export const speiCapability = /* @__PURE__ */ railCapability('Spei');
export const speiAddress = /* @__PURE__ */ railAddress('Spei', () => ({
  accountHolder: accountHolder(),
  bankName: z.optional(z.string()),
  bankAccountNumber: clabe(),
}));
export const speiTransfer = /* @__PURE__ */ railTransfer(speiAddress);
/** Transfers by SPEI (Mexico) are possible. */
export interface SpeiCapability extends Of<typeof speiCapability> {}
/** An account by its CLABE. */
export interface SpeiAddress extends Of<typeof speiAddress> {}
/** A transfer by SPEI. */
export interface SpeiTransfer extends Of<typeof speiTransfer> {}

export const pixCapability = /* @__PURE__ */ railCapability('Pix');
export const pixAddress = /* @__PURE__ */ railAddress('Pix', () => ({
  accountHolder: accountHolder(),
  pixKey: z.string(),
  keyType: open(['cpf', 'cnpj', 'email', 'phone', 'random']),
  bankName: z.optional(z.string()),
  bankCode: z.optional(z.string()),
}));
export const pixPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({
    ...pixAddress().shape,
    qrCode: z.optional(z.string()),
    expirationDate: z.optional(z.string()),
    referenceId: z.optional(z.string()),
  }),
);
export const pixTransfer = /* @__PURE__ */ railTransfer(pixAddress);
/** Transfers by Pix (Brazil) are possible. */
export interface PixCapability extends Of<typeof pixCapability> {}
/** An account by its Pix key. */
export interface PixAddress extends Of<typeof pixAddress> {}
/** How to pay by Pix. */
export interface PixPaymentInstruction extends Of<typeof pixPaymentInstruction> {}
/** A transfer by Pix. */
export interface PixTransfer extends Of<typeof pixTransfer> {}

const ukCountry = () => textLike(/^.{2}/, 'a country, by two letters at least');

export const chapsCapability = /* @__PURE__ */ railCapability('Chaps');
export const chapsAddress = /* @__PURE__ */ railAddress('Chaps', () => ({
  accountHolder: accountHolder(),
  accountNumber: ukAccountNumber(),
  sortCode: sortCode(),
  bankAccountCountry: ukCountry(),
  bankAccountHolderName: textLike(/^\S+(?:\s+\S+)*$/, 'words').check(
    z.maxLength(140, 'must have 140 characters at most'),
  ),
  bankName: z.optional(z.string()),
}));
export const chapsTransfer = /* @__PURE__ */ railTransfer(chapsAddress);
/** Transfers by CHAPS (United Kingdom) are possible. */
export interface ChapsCapability extends Of<typeof chapsCapability> {}
/** An account that CHAPS reaches. */
export interface ChapsAddress extends Of<typeof chapsAddress> {}
/** A transfer by CHAPS. */
export interface ChapsTransfer extends Of<typeof chapsTransfer> {}

export const fpsUkCapability = /* @__PURE__ */ railCapability('FpsUk');
export const fpsUkAddress = /* @__PURE__ */ railAddress('FpsUk', () => ({
  accountHolder: accountHolder(),
  accountNumber: ukAccountNumber(),
  sortCode: sortCode(),
  bankAccountCountry: z.optional(ukCountry()),
  bankName: z.optional(z.string()),
}));
export const fpsUkTransfer = /* @__PURE__ */ railTransfer(fpsUkAddress);
/** Faster Payments (United Kingdom) are possible. */
export interface FpsUkCapability extends Of<typeof fpsUkCapability> {}
/** An account that Faster Payments reach. */
export interface FpsUkAddress extends Of<typeof fpsUkAddress> {}
/** A faster payment. */
export interface FpsUkTransfer extends Of<typeof fpsUkTransfer> {}

export const europeanSepaCapability = /* @__PURE__ */ railCapability('EuropeanSEPA');
export const europeanSepaAddress = /* @__PURE__ */ railAddress('EuropeanSEPA', () => ({
  accountHolder: accountHolder(),
  iban: iban(),
  bic: z.optional(z.string()),
  bankName: z.optional(z.string()),
  bankBranch: z.optional(z.string()),
  bankAddress: z.optional(z.string()),
  purposeCode: z.optional(z.string()),
  taxId: z.optional(z.string()),
}));
export const europeanSepaTransfer = /* @__PURE__ */ railTransfer(europeanSepaAddress);
/** Transfers within SEPA are possible. */
export interface EuropeanSEPACapability extends Of<typeof europeanSepaCapability> {}
/** An account within SEPA. */
export interface EuropeanSEPAAddress extends Of<typeof europeanSepaAddress> {}
/** A transfer within SEPA. */
export interface EuropeanSEPATransfer extends Of<typeof europeanSepaTransfer> {}
