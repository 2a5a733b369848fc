import * as z from 'zod/mini';
import { COUNTRY_CODES, type CountryAlpha2Code } from './countries.js';
import { type Of, object, open, schema, textLike } from './schema.js';
import { email, mobilePhoneNumber } from './values.js';

const country = (): z.ZodMiniType<CountryAlpha2Code> => open(COUNTRY_CODES);

export const postalAddress = /* @__PURE__ */ schema(() =>
  object({
    /** Without the number of the building. */
    streetName: z.optional(z.string()),
    /** Text, since there are numbers such as `12a`. */
    buildingNumber: z.optional(z.string()),
    /** In the form of that country, which is not checked. */
    postalCode: z.optional(z.string()),
    /** City, town or village. */
    city: z.optional(z.string()),
    /** State, province or region of the country. The documents give no form. */
    subdivision: z.optional(z.string()),
    /** A part of `subdivision`. */
    district: z.optional(z.string()),
    /** ISO 3166-1 alpha-2. Other values pass too. */
    country: z.optional(country()),
  }),
);
/** A postal address. */
export interface PostalAddress extends Of<typeof postalAddress> {}

// biome-ignore format: in rows, since the list is read as a whole.
const PERSONAL_IDENTIFICATION_TYPES = [
  'NIN Slip/Card', 'BVN', 'ID Card', 'ID Book', 'National ID', 'Alien Card', 'Passport',
  'Ecowas Card', 'Rwanda Card', 'Drivers License', 'Resident Card', 'Voter ID',
  'Health Insurance ID', 'Ghana Card', 'Refugee ID', 'SSNIT', 'Non Citizen ID',
  'National Registration Card',
] as const;

/** A kind of identity document. Open. */
export type PersonalIdentificationType =
  | (typeof PERSONAL_IDENTIFICATION_TYPES)[number]
  | (string & {});
const identificationType = (): z.ZodMiniType<PersonalIdentificationType> =>
  open(PERSONAL_IDENTIFICATION_TYPES);

const common = () => ({
  /** Id of the participant in another system, for tracing. */
  externalReferenceId: z.optional(z.string()),
  /** How originator and beneficiary are related. The documents do not define the values. */
  participantRelationshipType: z.optional(open(['FirstParty', 'SecondParty', 'ThirdParty'])),
  /** In parts, each of which may be missing. */
  postalAddress: z.optional(postalAddress()),
  /** Checked only for text on both sides of one `@`. */
  email: z.optional(email()),
  /** In E.164, such as `+4915112345678`: `+` and 2 to 15 digits. */
  phone: z.optional(mobilePhoneNumber()),
});

// The documents leave `entityType` optional and require that exactly one of the two forms fits, which no value
// without it can.
export const individual = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Discriminates persons from companies. Optional in the documents, but nothing without it fits them. */
    entityType: z.literal('Individual'),
    /** In two parts, each of which may be missing. */
    fullName: z.optional(
      object({
        /** Given name. */
        firstName: z.optional(z.string()),
        /** Family name. */
        lastName: z.optional(z.string()),
      }),
    ),
    /** ISO 8601 without a time, such as `1990-01-31`. */
    dateOfBirth: z.optional(textLike(/^\d{4}-\d{2}-\d{2}$/, 'a date such as "1990-01-31"')),
    /** Number of the identity document that `idType` names, or one that an authority gave the person. */
    idNumber: z.optional(z.string()),
    /** Which identity document `idNumber` is from. Other values pass too. */
    idType: z.optional(identificationType()),
    /** The same of a second identity document. */
    additionalIdNumber: z.optional(z.string()),
    /** Which identity document `additionalIdNumber` is from. Other values pass too. */
    additionalIdType: z.optional(identificationType()),
  }),
);
/** A person that takes part in a transfer. */
export interface IndividualIdentification extends Of<typeof individual> {}

export const business = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** Discriminates companies from persons. Optional in the documents, but nothing without it fits them. */
    entityType: z.literal('Business'),
    /** Legal name, as it is registered. */
    businessName: z.optional(z.string()),
    /** Number that an authority gave the company, such as one in a register or for taxes. */
    registrationNumber: z.optional(z.string()),
  }),
);
/** A company that takes part in a transfer. */
export interface BusinessIdentification extends Of<typeof business> {}

/** A participant of a transfer, discriminated by `entityType`. */
export type Participant = IndividualIdentification | BusinessIdentification;
const participant = /* @__PURE__ */ schema(
  (): z.ZodMiniType<Participant> => z.discriminatedUnion('entityType', [individual(), business()]),
);

export const vaspInformation = /* @__PURE__ */ schema(() =>
  object({
    /** Name of the virtual asset service provider (VASP). */
    vaspName: z.optional(z.string()),
    /** Country of the VASP. The documents give no form. */
    vaspCountry: z.optional(z.string()),
    /** Identifies the VASP. The documents name no register of such codes. */
    vaspCode: z.optional(z.string()),
    /** The VASP on the web. The form is not checked. */
    vaspWebsite: z.optional(z.string()),
    /** Region of the VASP. The documents give no form. */
    vaspRegion: z.optional(z.string()),
  }),
);
/** A service provider that takes part in a transfer. */
export interface VaspInformation extends Of<typeof vaspInformation> {}

export const participantsIdentification = /* @__PURE__ */ schema(() =>
  object({
    /** The sender. The documents expect this or `beneficiary`, but require neither. */
    originator: z.optional(participant()),
    /** The recipient. The documents expect this or `originator`, but require neither. */
    beneficiary: z.optional(participant()),
    /** The service provider that sends for the originator. */
    originatingVasp: z.optional(vaspInformation()),
    /** The service provider that receives for the beneficiary. */
    beneficiaryVasp: z.optional(vaspInformation()),
  }),
);
/** The participants of a transfer, for the travel rule. */
export interface ParticipantsIdentification extends Of<typeof participantsIdentification> {}
