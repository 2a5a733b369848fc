import type { AmountJson, TokenJson } from '../values/amounts.js';

/**
 * The ledger's entries, in the form in which the node's JSON shows them. Entries are never changed:
 * a transaction puts a new one in the old one's place, and the difference is its metadata.
 */
export type LedgerEntry =
  | AccountRoot
  | RippleState
  | Offer
  | DirectoryNode
  | SignerList
  | Ticket
  | Credential
  | DepositPreauth
  | MPTokenIssuance
  | MPToken;

export type EntryType = LedgerEntry['LedgerEntryType'];

interface Threaded {
  /** The last transaction that changed the entry, and its ledger. */
  readonly PreviousTxnID?: string;
  readonly PreviousTxnLgrSeq?: number;
}

export interface AccountRoot extends Threaded {
  readonly LedgerEntryType: 'AccountRoot';
  readonly Account: string;
  /** In drops. */
  readonly Balance: string;
  readonly Flags: number;
  readonly OwnerCount: number;
  readonly Sequence: number;
  readonly AccountTxnID?: string;
  readonly Domain?: string;
  readonly EmailHash?: string;
  readonly MessageKey?: string;
  readonly NFTokenMinter?: string;
  readonly RegularKey?: string;
  readonly TicketCount?: number;
  readonly TickSize?: number;
  /** In billionths. */
  readonly TransferRate?: number;
  readonly WalletLocator?: string;
}

export interface RippleState extends Threaded {
  readonly LedgerEntryType: 'RippleState';
  /** From the low account's point of view; its issuer means nothing. */
  readonly Balance: TokenJson;
  readonly Flags: number;
  readonly HighLimit: TokenJson;
  readonly HighNode: string;
  readonly HighQualityIn?: number;
  readonly HighQualityOut?: number;
  readonly LowLimit: TokenJson;
  readonly LowNode: string;
  readonly LowQualityIn?: number;
  readonly LowQualityOut?: number;
}

export interface Offer extends Threaded {
  readonly LedgerEntryType: 'Offer';
  readonly Account: string;
  readonly BookDirectory: string;
  readonly BookNode: string;
  readonly Expiration?: number;
  readonly Flags: number;
  readonly OwnerNode: string;
  readonly Sequence: number;
  readonly TakerGets: AmountJson;
  readonly TakerPays: AmountJson;
}

/** What an account owns, or the offers of one quality in one order book. One page holds them all. */
export interface DirectoryNode {
  readonly LedgerEntryType: 'DirectoryNode';
  readonly Flags: number;
  readonly Indexes: readonly string[];
  readonly RootIndex: string;
  readonly Owner?: string;
  readonly ExchangeRate?: string;
  readonly TakerGetsCurrency?: string;
  readonly TakerGetsIssuer?: string;
  readonly TakerPaysCurrency?: string;
  readonly TakerPaysIssuer?: string;
}

export interface SignerList extends Threaded {
  readonly LedgerEntryType: 'SignerList';
  readonly Flags: number;
  readonly OwnerNode: string;
  readonly SignerEntries: readonly SignerEntry[];
  readonly SignerListID: number;
  readonly SignerQuorum: number;
}

export interface SignerEntry {
  readonly SignerEntry: {
    readonly Account: string;
    readonly SignerWeight: number;
    readonly WalletLocator?: string;
  };
}

export interface Ticket extends Threaded {
  readonly LedgerEntryType: 'Ticket';
  readonly Account: string;
  readonly Flags: number;
  readonly OwnerNode: string;
  readonly TicketSequence: number;
}

export interface Credential extends Threaded {
  readonly LedgerEntryType: 'Credential';
  readonly CredentialType: string;
  readonly Expiration?: number;
  readonly Flags: number;
  readonly Issuer: string;
  readonly IssuerNode: string;
  readonly Subject: string;
  readonly SubjectNode: string;
  readonly URI?: string;
}

export interface DepositPreauth extends Threaded {
  readonly LedgerEntryType: 'DepositPreauth';
  readonly Account: string;
  /** An account; or else who has credentials. */
  readonly Authorize?: string;
  readonly AuthorizeCredentials?: readonly CredentialJson[];
  readonly Flags: number;
  readonly OwnerNode: string;
}

/** A multi-purpose token; whole numbers as text. */
export interface MPTokenIssuance extends Threaded {
  readonly LedgerEntryType: 'MPTokenIssuance';
  readonly AssetScale?: number;
  readonly Flags: number;
  readonly Issuer: string;
  readonly MaximumAmount?: string;
  readonly MPTokenMetadata?: string;
  readonly OutstandingAmount: string;
  readonly OwnerNode: string;
  readonly Sequence: number;
  /** In thousandths of a percent. */
  readonly TransferFee?: number;
}

/** What an account holds of one. */
export interface MPToken extends Threaded {
  readonly LedgerEntryType: 'MPToken';
  readonly Account: string;
  readonly Flags: number;
  readonly MPTAmount?: string;
  readonly MPTokenIssuanceID: string;
  readonly OwnerNode: string;
}

/** Which credential is meant: an issuer's, of a type. */
export interface CredentialJson {
  readonly Credential: { readonly CredentialType: string; readonly Issuer: string };
}

/** The flags an AccountRoot can carry. */
export const ACCOUNT_FLAGS = {
  passwordSpent: 0x00010000,
  requireDestinationTag: 0x00020000,
  requireAuthorization: 0x00040000,
  disallowIncomingXRP: 0x00080000,
  disableMasterKey: 0x00100000,
  noFreeze: 0x00200000,
  globalFreeze: 0x00400000,
  defaultRipple: 0x00800000,
  depositAuth: 0x01000000,
  disallowIncomingNFTokenOffer: 0x04000000,
  disallowIncomingCheck: 0x08000000,
  disallowIncomingPayChan: 0x10000000,
  disallowIncomingTrustline: 0x20000000,
  allowTrustLineLocking: 0x40000000,
  allowTrustLineClawback: 0x80000000,
} as const;

/** The flags one side of a trust line can carry; see {@link LINE_FLAGS}. */
export interface SideFlags {
  readonly reserve: number;
  readonly auth: number;
  readonly noRipple: number;
  readonly freeze: number;
  readonly deepFreeze: number;
}

export const LINE_FLAGS: { readonly low: SideFlags; readonly high: SideFlags } = {
  low: {
    reserve: 0x00010000,
    auth: 0x00040000,
    noRipple: 0x00100000,
    freeze: 0x00400000,
    deepFreeze: 0x02000000,
  },
  high: {
    reserve: 0x00020000,
    auth: 0x00080000,
    noRipple: 0x00200000,
    freeze: 0x00800000,
    deepFreeze: 0x04000000,
  },
};

export const OFFER_FLAGS = { passive: 0x00010000, sell: 0x00020000 } as const;
export const MPT_FLAGS = {
  locked: 0x01,
  canLock: 0x02,
  requireAuth: 0x04,
  canEscrow: 0x08,
  canTrade: 0x10,
  canTransfer: 0x20,
  canClawback: 0x40,
  /** Of a holder's. */
  authorized: 0x02,
} as const;

export const CREDENTIAL_ACCEPTED = 0x00010000;
export const SIGNER_LIST_ONE_OWNER = 0x00010000;

export function has(flags: number, flag: number): boolean {
  return (flags & flag) !== 0;
}

/** `flags` with `flag` set or cleared, as an unsigned number. */
export function withFlag(flags: number, flag: number, on: boolean): number {
  return (on ? flags | flag : flags & ~flag) >>> 0;
}
