import { type ByteReader, uintHex } from '../../../core/hex-codec.js';
import { numbering } from './names.js';
import { wrong } from './type.js';

/** Each type with its code, and the names of its fields as `numbering` takes them. As in rippled (sfields.macro). */
const TYPES = [
  [
    'UInt16',
    1,
    `LedgerEntryType TransactionType SignerWeight TransferFee TradingFee DiscountedFee 16 Version 21
      LedgerFixType ManagementFeeRate`,
  ],
  [
    'UInt32',
    2,
    `NetworkID Flags SourceTag Sequence PreviousTxnLgrSeq LedgerSequence CloseTime ParentCloseTime SigningTime
      Expiration TransferRate WalletSize OwnerCount DestinationTag LastUpdateTime HighQualityIn HighQualityOut
      LowQualityIn LowQualityOut QualityIn QualityOut StampEscrow BondAmount LoadFee OfferSequence
      FirstLedgerSequence LastLedgerSequence TransactionIndex OperationLimit ReferenceFeeUnits ReserveBase
      ReserveIncrement SetFlag ClearFlag SignerQuorum CancelAfter FinishAfter SignerListID SettleDelay TicketCount
      TicketSequence NFTokenTaxon MintedNFTokens BurnedNFTokens 48 VoteWeight 50 FirstNFTokenSequence
      OracleDocumentID PermissionValue ImmutableFlags StartDate PaymentInterval GracePeriod PreviousPaymentDueDate
      NextPaymentDueDate PaymentRemaining PaymentTotal LoanSequence CoverRateMinimum CoverRateLiquidation
      OverpaymentFee InterestRate LateInterestRate CloseInterestRate OverpaymentInterestRate
      ConfidentialBalanceVersion SponsoredOwnerCount SponsoringOwnerCount SponsoringAccountCount
      RemainingOwnerCount SponsorFlags SubscriptionDate RedemptionDate IssuerKeyEpoch AuditorKeyEpoch
      IssuerKeyMirrorEpoch AuditorKeyMirrorEpoch`,
  ],
  [
    'UInt64',
    3,
    `IndexNext IndexPrevious BookNode OwnerNode BaseFee ExchangeRate LowNode HighNode DestinationNode Cookie
      ServerVersion NFTokenOfferNode EmitBurden 19 ReferenceCount XChainClaimID XChainAccountCreateCount
      XChainAccountClaimCount AssetPrice MaximumAmount OutstandingAmount MPTAmount IssuerNode SubjectNode
      LockedAmount VaultNode LoanBrokerNode ConfidentialOutstandingAmount SponseeNode`,
  ],
  ['Hash128', 4, `EmailHash`],
  [
    'Hash256',
    5,
    `LedgerHash ParentHash TransactionHash AccountHash PreviousTxnID LedgerIndex WalletLocator RootIndex
      AccountTxnID NFTokenID EmitParentTxnID EmitNonce EmitHookHash AMMID 16 BookDirectory InvoiceID Nickname
      Amendment 21 Digest Channel ConsensusHash CheckID ValidatedHash PreviousPageMin NextPageMin NFTokenBuyOffer
      NFTokenSellOffer 34 DomainID VaultID ParentBatchID LoanBrokerID LoanID ReferenceHolding BlindingFactor
      ObjectID`,
  ],
  [
    'Amount',
    6,
    `Amount Balance LimitAmount TakerPays TakerGets LowLimit HighLimit Fee SendMax DeliverMin Amount2 BidMin
      BidMax 16 MinimumOffer RippleEscrow DeliveredAmount NFTokenBrokerFee 22 BaseFeeDrops ReserveBaseDrops
      ReserveIncrementDrops LPTokenOut LPTokenIn EPrice Price SignatureReward MinAccountCreateAmount
      LPTokenBalance FeeAmount MaxFee FeeAmountDelta`,
  ],
  [
    'Blob',
    7,
    `PublicKey MessageKey SigningPubKey TxnSignature URI Signature Domain FundCode RemoveCode ExpireCode
      CreateCode MemoType MemoData MemoFormat 16 Fulfillment Condition MasterSignature UNLModifyValidator
      ValidatorToDisable ValidatorToReEnable 26 DIDDocument Data AssetClass Provider MPTokenMetadata
      CredentialType ConfidentialBalanceInbox ConfidentialBalanceSpending IssuerEncryptedBalance
      IssuerEncryptionKey HolderEncryptionKey ZKProof HolderEncryptedAmount IssuerEncryptedAmount
      SenderEncryptedAmount DestinationEncryptedAmount AuditorEncryptedBalance AuditorEncryptedAmount
      AuditorEncryptionKey AmountCommitment BalanceCommitment`,
  ],
  [
    'AccountID',
    8,
    `Account Owner Destination Issuer Authorize Unauthorize 8 RegularKey NFTokenMinter EmitCallback Holder
      Delegate 18 OtherChainSource OtherChainDestination AttestationSignerAccount AttestationRewardAccount
      LockingChainDoor IssuingChainDoor Subject Borrower Counterparty Sponsor HighSponsor LowSponsor
      CounterpartySponsor Sponsee`,
  ],
  [
    'Number',
    9,
    `Number AssetsAvailable AssetsMaximum AssetsTotal LossUnrealized DebtTotal DebtMaximum CoverAvailable
      LoanOriginationFee LoanServiceFee LatePaymentFee ClosePaymentFee PrincipalOutstanding PrincipalRequested
      TotalValueOutstanding PeriodicPayment ManagementFeeOutstanding`,
  ],
  ['Int32', 10, `LoanScale RemainingOwnerCountDelta`],
  [
    'STObject',
    14,
    `ObjectEndMarker TransactionMetaData CreatedNode DeletedNode ModifiedNode PreviousFields FinalFields
      NewFields TemplateEntry Memo SignerEntry NFToken EmitDetails 15 Permission Signer 18 Majority
      DisabledValidator 25 VoteEntry AuctionSlot AuthAccount XChainClaimProofSig XChainCreateAccountProofSig
      XChainClaimAttestationCollectionElement XChainCreateAccountAttestationCollectionElement PriceData Credential
      RawTransaction BatchSigner Book CounterpartySignature SponsorSignature`,
  ],
  [
    'STArray',
    15,
    `ArrayEndMarker 3 Signers SignerEntries Template Necessary Sufficient AffectedNodes Memos NFTokens 12
      VoteSlots AdditionalBooks 16 Majorities DisabledValidators 21 XChainClaimAttestations
      XChainCreateAccountAttestations 24 PriceDataSeries AuthAccounts AuthorizeCredentials UnauthorizeCredentials
      AcceptedCredentials Permissions RawTransactions BatchSigners`,
  ],
  [
    'UInt8',
    16,
    `CloseResolution Method TransactionResult Scale AssetScale LEVersion 16 TickSize UNLModifyDisabling 19
      WasLockingChainSend WithdrawalPolicy ContractResult VaultKind`,
  ],
  ['Hash160', 17, `TakerPaysCurrency TakerPaysIssuer TakerGetsCurrency TakerGetsIssuer`],
  ['PathSet', 18, `Paths`],
  ['Vector256', 19, `Indexes Hashes Amendments NFTokenOffers CredentialIDs`],
  ['Hash192', 21, `MPTokenIssuanceID ShareMPTID TakerPaysMPT TakerGetsMPT`],
  ['Issue', 24, `LockingChainIssue IssuingChainIssue Asset Asset2`],
  ['XChainBridge', 25, `XChainBridge`],
  ['Currency', 26, `BaseAsset QuoteAsset`],
] as const;

export type FieldType = (typeof TYPES)[number][0];

/** A field of a transaction, of its metadata, or of an object in them. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Of its type and of itself: fields are written in this order. */
  readonly code: number;
  /** Whether it is a part of what is signed. */
  readonly isSigned: boolean;
}

/** What has no part in what is signed: signatures. */
const UNSIGNED: ReadonlySet<string> = new Set([
  ...['TxnSignature', 'Signature', 'MasterSignature', 'Signers', 'BatchSigners'],
  ...['CounterpartySignature', 'SponsorSignature'],
]);

const FIELDS: ReadonlyMap<string, Field> = new Map(
  TYPES.flatMap(([type, code, names]) =>
    [...numbering(names, 1).numbers].map(([name, number]) => {
      const field = { name, type, code: code * 0x100 + number, isSigned: !UNSIGNED.has(name) };
      return [name, field] as const;
    }),
  ),
);

const BY_CODE: ReadonlyMap<number, Field> = new Map(
  [...FIELDS.values()].map((field) => [field.code, field]),
);

/** What an object and a list end with. */
export const END_OF_OBJECT = 'ObjectEndMarker';
export const END_OF_LIST = 'ArrayEndMarker';

export function isMarker(name: string): boolean {
  return name === END_OF_OBJECT || name === END_OF_LIST;
}

/** `undefined` for what is in no bytes: names that begin with a small letter. @throws InvalidInputError */
export function fieldNamed(name: string): Field | undefined {
  const field = isMarker(name) ? undefined : FIELDS.get(name);
  if (!field && !/^[a-z]/.test(name)) throw wrong('has a field that is not known here');
  return field;
}

/** What a field's value stands behind. */
export function headerHex({ code }: Field): string {
  const [type, number] = [code >> 8, code & 0xff];
  if (type < 16 && number < 16) return uintHex(type * 16 + number, 1);
  if (type < 16) return `${uintHex(type * 16, 1)}${uintHex(number, 1)}`;
  if (number < 16) return `${uintHex(number, 1)}${uintHex(type, 1)}`;
  return `00${uintHex(type, 1)}${uintHex(number, 1)}`;
}

/** @throws InvalidInputError for a field that is not known here. */
export function readHeader(reader: ByteReader): Field {
  const first = reader.count(1);
  const [half, other] = [first >> 4, first & 0xf];
  const type = half === 0 ? reader.count(1) : half;
  const number = other === 0 ? reader.count(1) : other;
  const field = BY_CODE.get(type * 0x100 + number);
  if (!field) throw wrong('has a field that is not known here');
  return field;
}
