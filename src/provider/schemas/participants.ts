import * as z from 'zod/mini';
import { COUNTRY_CODES, type CountryAlpha2Code } from './countries.js';
import { type Of, object, open, schema, textLike } from './schema.js';
import { email, mobilePhoneNumber } from './values.js';

const country = (): z.ZodMiniType<CountryAlpha2Code> => open(COUNTRY_CODES);

export const postalAddress = /* @__PURE__ */ schema(() =>
  object({
    streetName: z.optional(z.string()),
    buildingNumber: z.optional(z.string()),
    postalCode: z.optional(z.string()),
    city: z.optional(z.string()),
    subdivision: z.optional(z.string()),
    district: z.optional(z.string()),
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
  externalReferenceId: z.optional(z.string()),
  participantRelationshipType: z.optional(open(['FirstParty', 'SecondParty', 'ThirdParty'])),
  postalAddress: z.optional(postalAddress()),
  email: z.optional(email()),
  phone: z.optional(mobilePhoneNumber()),
});

// The documents leave `entityType` optional and require that exactly one of the two forms fits, which no value
// without it can.
export const individual = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    entityType: z.literal('Individual'),
    fullName: z.optional(
      object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) }),
    ),
    dateOfBirth: z.optional(textLike(/^\d{4}-\d{2}-\d{2}$/, 'a date such as "1990-01-31"')),
    idNumber: z.optional(z.string()),
    idType: z.optional(identificationType()),
    additionalIdNumber: z.optional(z.string()),
    additionalIdType: z.optional(identificationType()),
  }),
);
/** A person that takes part in a transfer. */
export interface IndividualIdentification extends Of<typeof individual> {}

export const business = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    entityType: z.literal('Business'),
    businessName: z.optional(z.string()),
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
    vaspName: z.optional(z.string()),
    vaspCountry: z.optional(z.string()),
    vaspCode: z.optional(z.string()),
    vaspWebsite: z.optional(z.string()),
    vaspRegion: z.optional(z.string()),
  }),
);
/** A service provider that takes part in a transfer. */
export interface VaspInformation extends Of<typeof vaspInformation> {}

export const participantsIdentification = /* @__PURE__ */ schema(() =>
  object({
    originator: z.optional(participant()),
    beneficiary: z.optional(participant()),
    originatingVasp: z.optional(vaspInformation()),
    beneficiaryVasp: z.optional(vaspInformation()),
  }),
);
/** The participants of a transfer, for the travel rule. */
export interface ParticipantsIdentification extends Of<typeof participantsIdentification> {}
