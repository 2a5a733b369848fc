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
    /** Full name of the person or company. */
    name: z.string(),
    /** Where the holder is, not the bank. */
    city: z.optional(z.string()),
    /** ISO 3166-1 alpha-2, such as `GB`. The form is not checked. */
    country: z.optional(z.string()),
    /** ISO 3166-2, such as `GB-LND`. The form is not checked. */
    subdivision: z.optional(z.string()),
    /** Street and number, in one text. */
    address: z.optional(z.string()),
    /** Belongs to `address` and `city`, in the form of that country. */
    postalCode: z.optional(z.string()),
  }),
);
/** The holder of a bank account. */
export interface AccountHolderDetails extends Of<typeof accountHolder> {}

export const ibanCapability = /* @__PURE__ */ railCapability('Iban');
export const ibanAddress = /* @__PURE__ */ railAddress('Iban', () => ({
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** Without blanks. The check digits are not verified. */
  iban: iban(),
  /** The bank's SWIFT code (BIC). Newer than the published documents. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** The bank that has the account. */
  bankName: z.optional(z.string()),
  /** 4 to 17 digits. */
  bankAccountNumber: bankAccountNumber(),
  /** The bank's ABA number: nine digits. */
  routingNumber: routingNumber(),
  /** Which kind of account it is at the bank. Required, unlike for a wire. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** The bank that has the account. */
  bankName: z.optional(z.string()),
  /** 4 to 17 digits. */
  bankAccountNumber: bankAccountNumber(),
  /** The bank's ABA number: nine digits. */
  routingNumber: routingNumber(),
  /** The bank's own address, not the holder's. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** The bank that has the account. */
  bankName: z.optional(z.string()),
  /** The CLABE: 18 digits, of which the last, a check digit, is not verified. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** The alias by which Pix finds the account. Whether it fits `keyType` is not checked. */
  pixKey: z.string(),
  /** What the key is: `cpf` a person's tax number, `cnpj` a company's, `random` a generated one. */
  keyType: open(['cpf', 'cnpj', 'email', 'phone', 'random']),
  /** The bank that has the account. */
  bankName: z.optional(z.string()),
  /** Identifies the bank. Which of the Brazilian codes is meant is not documented. */
  bankCode: z.optional(z.string()),
}));
export const pixPaymentInstruction = /* @__PURE__ */ schema(() =>
  object({
    ...pixAddress().shape,
    /** The text inside the QR code (BR Code), not an image. */
    qrCode: z.optional(z.string()),
    /** When the charge (cobrança) expires, in ISO 8601. The form is not checked. */
    expirationDate: z.optional(z.string()),
    /** If given, name it in the payment. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** Eight digits. */
  accountNumber: ukAccountNumber(),
  /** Identifies bank and branch: six digits without hyphens. */
  sortCode: sortCode(),
  /** Where the account is, such as `GB`. Any text of two characters or more passes. */
  bankAccountCountry: ukCountry(),
  /** The holder's name once more: at most 140 characters, without blanks at its ends. */
  bankAccountHolderName: textLike(/^\S+(?:\s+\S+)*$/, 'words').check(
    z.maxLength(140, 'must have 140 characters at most'),
  ),
  /** The bank that has the account. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** Eight digits. */
  accountNumber: ukAccountNumber(),
  /** Identifies bank and branch: six digits without hyphens. */
  sortCode: sortCode(),
  /** Where the account is, such as `GB`. Any text of two characters or more passes. */
  bankAccountCountry: z.optional(ukCountry()),
  /** The bank that has the account. */
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
  /** Who the account belongs to. Only the name is required. */
  accountHolder: accountHolder(),
  /** Without blanks. The check digits are not verified. */
  iban: iban(),
  /** The bank's SWIFT code (BIC). The form is not checked. */
  bic: z.optional(z.string()),
  /** The bank that has the account. */
  bankName: z.optional(z.string()),
  /** The branch of `bankName` that has the account, as text. */
  bankBranch: z.optional(z.string()),
  /** The bank's own address in one text, not the holder's. */
  bankAddress: z.optional(z.string()),
  /** What the payment is for: an ISO 20022 purpose code, such as `SALA`. The form is not checked. */
  purposeCode: z.optional(z.string()),
  /** The beneficiary's tax number. The form is not checked. */
  taxId: z.optional(z.string()),
}));
export const europeanSepaTransfer = /* @__PURE__ */ railTransfer(europeanSepaAddress);
/** Transfers within SEPA are possible. */
export interface EuropeanSEPACapability extends Of<typeof europeanSepaCapability> {}
/** An account within SEPA. */
export interface EuropeanSEPAAddress extends Of<typeof europeanSepaAddress> {}
/** A transfer within SEPA. */
export interface EuropeanSEPATransfer extends Of<typeof europeanSepaTransfer> {}
