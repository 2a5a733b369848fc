import fc from 'fast-check';
import { accountSet } from './account-set-samples.js';
import * as arbitrary from './arbitraries.js';
import { LINE_FLAGS, OFFER_FLAGS } from './flags.js';
import { burnToken, crossCurrencyPayment, tokenTransfer, xrpTransfer } from './payment-samples.js';
import {
  anyCase,
  flags,
  hash,
  memos,
  optional,
  parts,
  required,
  type Sample,
  same,
  samples,
} from './samples.js';
import { submit } from './submit-samples.js';

const assetOf = (amount: unknown) => {
  const { currency, issuer } = amount as { currency?: string; issuer?: string };
  return `${currency} ${issuer}`;
};

const offerCreate = samples(
  'OfferCreate',
  [
    required('sellAmount', 'TakerGets', arbitrary.amount),
    required('buyAmount', 'TakerPays', arbitrary.amount),
    optional(
      'flags',
      'Flags',
      flags(OFFER_FLAGS, [['tfImmediateOrCancelOffer', 'tfFillOrKillOffer']]),
    ),
    hash('domainId', 'DomainID'),
    optional('expiration', 'Expiration', same(arbitrary.positiveUint32)),
    optional('offerSequence', 'OfferSequence', same(arbitrary.positiveUint32)),
    memos,
  ],
  ({ sellAmount, buyAmount, flags: set, domainId }) =>
    assetOf(sellAmount) !== assetOf(buyAmount) &&
    !((set as Record<string, boolean>)?.tfHybridOffer && domainId === undefined),
)
  // The specification's result of an offer has them.
  .map(({ given, fields }) => ({ given, fields: { Flags: 0, ...fields } }));

const offerCancel = samples('OfferCancel', [
  required('offerSequence', 'OfferSequence', same(arbitrary.positiveUint32)),
  memos,
]);

const zeroLimit = fc
  .tuple(arbitrary.tokenAmount, fc.constantFrom('0', '0.0', '0.000'))
  .map(([{ given, kept }, zero]) => ({
    given: { ...given, value: zero },
    kept: { ...kept, value: '0' },
  }));

const trustSet = samples('TrustSet', [
  required(
    'limitAmount',
    'LimitAmount',
    fc.oneof({ weight: 4, arbitrary: arbitrary.tokenAmount }, { weight: 1, arbitrary: zeroLimit }),
  ),
  optional(
    'flags',
    'Flags',
    flags(LINE_FLAGS, [
      ['tfSetNoRipple', 'tfClearNoRipple'],
      ['tfSetFreeze', 'tfClearFreeze'],
      ['tfSetFreeze', 'tfClearDeepFreeze'],
      ['tfSetDeepFreeze', 'tfClearFreeze'],
      ['tfSetDeepFreeze', 'tfClearDeepFreeze'],
    ]),
  ),
  optional('qualityIn', 'QualityIn', same(arbitrary.uint32)),
  optional('qualityOut', 'QualityOut', same(arbitrary.uint32)),
  memos,
]);

/** Freezing sets the limit that is given: none where there is no line. */
const freezeToken = fc
  .tuple(arbitrary.tokenAmount, fc.boolean(), fc.boolean(), parts([memos]))
  .map(([{ given, kept }, freeze, hasLine, more]): Sample => {
    const { currency, issuer: holder } = given;
    return {
      given: { holder, currency, freeze, ...(hasLine ? { limit: kept.value } : {}), ...more.given },
      fields: {
        TransactionType: 'TrustSet',
        LimitAmount: { ...kept, value: hasLine ? kept.value : '0' },
        Flags: freeze ? LINE_FLAGS.tfSetFreeze : LINE_FLAGS.tfClearFreeze,
        ...more.fields,
      },
      ...(hasLine ? { limit: kept.value } : {}),
    };
  });

/** The amount's issuer names the holder. */
const clawback = fc
  .tuple(arbitrary.tokenAmount, parts([memos]))
  .map(([{ given, kept }, more]): Sample => {
    const { currency, issuer: holder, value } = given;
    return {
      given: { holder, currency, value, ...more.given },
      fields: { TransactionType: 'Clawback', Amount: kept, ...more.fields },
    };
  });

const credentialType = required(
  'credentialType',
  'CredentialType',
  anyCase(arbitrary.hexOf(1, 64)),
);
const canonicalFlag = optional(
  'flags',
  'Flags',
  fc.constantFrom({ given: 0, kept: undefined }, { given: 0x8000_0000, kept: 0x8000_0000 }),
);

const credentialCreate = samples('CredentialCreate', [
  required('subject', 'Subject', same(arbitrary.address)),
  credentialType,
  optional('uri', 'URI', anyCase(arbitrary.hexOf(1, 256))),
  optional('expiration', 'Expiration', same(arbitrary.positiveUint32)),
  canonicalFlag,
  memos,
]);

const credentialAccept = samples('CredentialAccept', [
  required('issuer', 'Issuer', same(arbitrary.address)),
  credentialType,
  canonicalFlag,
  memos,
]);

const credentialDelete = samples(
  'CredentialDelete',
  [
    optional('issuer', 'Issuer', same(arbitrary.address)),
    optional('subject', 'Subject', same(arbitrary.address)),
    credentialType,
    canonicalFlag,
    memos,
  ],
  ({ issuer, subject }) => issuer !== undefined || subject !== undefined,
);

const mptokenAuthorize = samples('MPTokenAuthorize', [
  required('mptIssuanceId', 'MPTokenIssuanceID', anyCase(arbitrary.mptId)),
  optional('flags', 'Flags', flags({ tfMPTUnauthorize: 1 })),
  memos,
]);

/** Every operation by its name: what it may be given, and what it has to make of it. */
export const SAMPLES = {
  offerCreate,
  offerCancel,
  crossCurrencyPayment,
  tokenTransfer,
  accountSet,
  burnToken,
  clawback,
  freezeToken,
  trustSet,
  mptokenAuthorize,
  xrpTransfer,
  credentialCreate,
  credentialAccept,
  credentialDelete,
  submit,
} satisfies Readonly<Record<string, fc.Arbitrary<Sample>>>;

export type OperationName = keyof typeof SAMPLES;

export const OPERATIONS = Object.keys(SAMPLES) as OperationName[];
