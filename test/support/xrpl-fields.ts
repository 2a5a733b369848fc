/** How a field's value is written, by the type codes of "Serialization Format". */
export type FieldType =
  | 'UInt8'
  | 'UInt16'
  | 'UInt32'
  | 'UInt64'
  | 'Hash128'
  | 'Hash192'
  | 'Hash256'
  | 'Amount'
  | 'Blob'
  | 'AccountID'
  | 'STObject'
  | 'STArray'
  | 'PathSet'
  | 'Vector256';

const TYPE_CODES: Readonly<Record<FieldType, number>> = {
  UInt16: 1,
  UInt32: 2,
  UInt64: 3,
  Hash128: 4,
  Hash256: 5,
  Amount: 6,
  Blob: 7,
  AccountID: 8,
  STObject: 14,
  STArray: 15,
  UInt8: 16,
  PathSet: 18,
  Vector256: 19,
  Hash192: 21,
};

/** Field codes, copied by hand from the ledger's documentation: type by type, in their order. */
export const FIELDS: Readonly<Record<FieldType, Readonly<Record<string, number>>>> = {
  UInt16: { TransactionType: 2, SignerWeight: 3, TransferFee: 4 },
  UInt32: {
    NetworkID: 1,
    Flags: 2,
    SourceTag: 3,
    Sequence: 4,
    Expiration: 10,
    TransferRate: 11,
    DestinationTag: 14,
    QualityIn: 20,
    QualityOut: 21,
    OfferSequence: 25,
    LastLedgerSequence: 27,
    SetFlag: 33,
    ClearFlag: 34,
    SignerQuorum: 35,
    CancelAfter: 36,
    FinishAfter: 37,
    SettleDelay: 39,
    TicketCount: 40,
    TicketSequence: 41,
    NFTokenTaxon: 42,
  },
  UInt64: { OwnerNode: 4 },
  Hash128: { EmailHash: 1 },
  Hash256: {
    WalletLocator: 7,
    AccountTxnID: 9,
    InvoiceID: 17,
    CheckID: 24,
    DomainID: 34,
  },
  Amount: {
    Amount: 1,
    LimitAmount: 3,
    TakerPays: 4,
    TakerGets: 5,
    Fee: 8,
    SendMax: 9,
    DeliverMin: 10,
  },
  Blob: {
    PublicKey: 1,
    MessageKey: 2,
    SigningPubKey: 3,
    TxnSignature: 4,
    URI: 5,
    Domain: 7,
    MemoType: 12,
    MemoData: 13,
    MemoFormat: 14,
    Fulfillment: 16,
    Condition: 17,
    CredentialType: 31,
  },
  AccountID: {
    Account: 1,
    Owner: 2,
    Destination: 3,
    Issuer: 4,
    Authorize: 5,
    Unauthorize: 6,
    RegularKey: 8,
    NFTokenMinter: 9,
    Subject: 24,
    Holder: 11,
  },
  STObject: { Memo: 10, SignerEntry: 11, Signer: 16 },
  STArray: { Signers: 3, SignerEntries: 4, Memos: 9 },
  UInt8: { TickSize: 16 },
  PathSet: { Paths: 1 },
  Vector256: { CredentialIDs: 5 },
  Hash192: { MPTokenIssuanceID: 1 },
};

/** The end of an object and of an array: field 1 of their types. */
export const OBJECT_END = 'ObjectEnd';
export const ARRAY_END = 'ArrayEnd';

export const TRANSACTION_TYPES: Readonly<Record<string, number>> = {
  Payment: 0,
  EscrowCreate: 1,
  EscrowFinish: 2,
  AccountSet: 3,
  EscrowCancel: 4,
  SetRegularKey: 5,
  OfferCreate: 7,
  OfferCancel: 8,
  TicketCreate: 10,
  SignerListSet: 12,
  PaymentChannelCreate: 13,
  CheckCreate: 16,
  CheckCash: 17,
  CheckCancel: 18,
  DepositPreauth: 19,
  TrustSet: 20,
  AccountDelete: 21,
  NFTokenMint: 25,
  Clawback: 30,
  AMMCreate: 35,
  CredentialCreate: 58,
  CredentialAccept: 59,
  CredentialDelete: 60,
  MPTokenAuthorize: 57,
};

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly typeCode: number;
  readonly code: number;
}

const byCodes = new Map<string, Field>();
for (const type of Object.keys(TYPE_CODES) as FieldType[]) {
  const typeCode = TYPE_CODES[type];
  for (const [name, code] of Object.entries(FIELDS[type])) {
    byCodes.set(`${typeCode}:${code}`, { name, type, typeCode, code });
  }
}
byCodes.set('14:1', { name: OBJECT_END, type: 'STObject', typeCode: 14, code: 1 });
byCodes.set('15:1', { name: ARRAY_END, type: 'STArray', typeCode: 15, code: 1 });

/** @throws for a field that is not in the table: a test that meets one has to add it. */
export function fieldByCodes(typeCode: number, code: number): Field {
  const field = byCodes.get(`${typeCode}:${code}`);
  if (!field) throw new Error(`There is no field ${code} of type ${typeCode}.`);
  return field;
}

const typesByCode = new Map(Object.entries(TRANSACTION_TYPES).map(([name, code]) => [code, name]));

export function transactionTypeByCode(code: number): string {
  const name = typesByCode.get(code);
  if (name === undefined) throw new Error(`There is no transaction type ${code}.`);
  return name;
}
