/*
 * The numbers that the ledger writes for names: of fields, of transactions and of ledger entries. As in rippled, of
 * which server_definitions tells them.
 */

/** Names and their numbers, both ways. */
export interface Numbering {
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
}

/** Of names that follow one another; a number among them is that of the next. */
export function numbering(text: string, first: number): Numbering {
  const numbers = new Map<string, number>();
  let next = first;
  for (const word of text.trim().split(/\s+/)) {
    if (/^\d/.test(word)) next = Number(word);
    else numbers.set(word, next++);
  }
  return numberingOf(numbers);
}

function numberingOf(numbers: ReadonlyMap<string, number>): Numbering {
  return { numbers, names: new Map([...numbers].map(([name, number]) => [number, name])) };
}

const TRANSACTION_TYPES = numbering(
  `Payment EscrowCreate EscrowFinish AccountSet EscrowCancel SetRegularKey 7 OfferCreate OfferCancel 10
  TicketCreate 12 SignerListSet PaymentChannelCreate PaymentChannelFund PaymentChannelClaim CheckCreate
  CheckCash CheckCancel DepositPreauth TrustSet AccountDelete 25 NFTokenMint NFTokenBurn NFTokenCreateOffer
  NFTokenCancelOffer NFTokenAcceptOffer Clawback AMMClawback 35 AMMCreate AMMDeposit AMMWithdraw AMMVote
  AMMBid AMMDelete XChainCreateClaimID XChainCommit XChainClaim XChainAccountCreateCommit
  XChainAddClaimAttestation XChainAddAccountCreateAttestation XChainModifyBridge XChainCreateBridge DIDSet
  DIDDelete OracleSet OracleDelete LedgerStateFix MPTokenIssuanceCreate MPTokenIssuanceDestroy
  MPTokenIssuanceSet MPTokenAuthorize CredentialCreate CredentialAccept CredentialDelete NFTokenModify
  PermissionedDomainSet PermissionedDomainDelete DelegateSet VaultCreate VaultSet VaultDelete VaultDeposit
  VaultWithdraw VaultClawback Batch 74 LoanBrokerSet LoanBrokerDelete LoanBrokerCoverDeposit
  LoanBrokerCoverWithdraw LoanBrokerCoverClawback 80 LoanSet LoanDelete LoanManage 84 LoanPay
  ConfidentialMPTConvert ConfidentialMPTMergeInbox ConfidentialMPTConvertBack ConfidentialMPTSend
  ConfidentialMPTClawback SponsorshipTransfer SponsorshipSet 100 EnableAmendment SetFee UNLModify`,
  0,
);

const LEDGER_ENTRY_TYPES = numbering(
  `55 NFTokenOffer 67 Check 73 DID 78 NegativeUNL 80 NFTokenPage 83 SignerList Ticket 97 AccountRoot 100
  DirectoryNode 102 Amendments 104 LedgerHashes Bridge 111 Offer DepositPreauth XChainOwnedClaimID RippleState
  FeeSettings XChainOwnedCreateAccountClaimID Escrow 120 PayChannel AMM 126 MPTokenIssuance MPToken Oracle
  Credential PermissionedDomain Delegate Vault 136 LoanBroker Loan 144 Sponsorship`,
  0,
);

/** What an account may let another do in its name (XLS-75), beside transactions, which have their number plus one. */
const PERMISSIONS = numbering(
  `TrustlineAuthorize TrustlineFreeze TrustlineUnfreeze AccountDomainSet AccountEmailHashSet AccountMessageKeySet
  AccountTransferRateSet AccountTickSizeSet PaymentMint PaymentBurn MPTokenIssuanceLock MPTokenIssuanceUnlock`,
  0x10001,
);

const DELEGATED = numberingOf(
  new Map([
    ...PERMISSIONS.numbers,
    ...[...TRANSACTION_TYPES.numbers].map(([name, number]) => [name, number + 1] as const),
  ]),
);

/** Which numbers have names, by their field. */
const NAMED: ReadonlyMap<string, Numbering> = new Map([
  ['TransactionType', TRANSACTION_TYPES],
  ['LedgerEntryType', LEDGER_ENTRY_TYPES],
  ['PermissionValue', DELEGATED],
  // Of a transaction that only cost its fee the number is told.
  ['TransactionResult', numbering('tesSUCCESS', 0)],
]);

/** What numbers are called in a field; `undefined` where they have no names. */
export function namesIn(field: string): Numbering | undefined {
  return NAMED.get(field);
}
