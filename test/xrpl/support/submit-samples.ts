import fc from 'fast-check';
import type { Fields } from '../../support/xrpl-blob.js';
import { FIELDS, type FieldType } from '../../support/xrpl-fields.js';
import * as arbitrary from './arbitraries.js';
import type { Sample } from './samples.js';

/** What the gateway decides by itself, or treats in a way of its own. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'TransactionType',
  'Account',
  'Fee',
  'Sequence',
  'TicketSequence',
  'LastLedgerSequence',
  'NetworkID',
  'SigningPubKey',
  'TxnSignature',
  'Signers',
  'Fulfillment',
]);

const TYPES = [
  'SetRegularKey',
  'TicketCreate',
  'SignerListSet',
  'DepositPreauth',
  'CheckCreate',
  'EscrowCreate',
  'EscrowFinish',
  'PaymentChannelCreate',
  'NFTokenMint',
  'Payment',
];

const plain = { noNullPrototype: true };
const signerEntry = fc.record(
  { Account: arbitrary.address, SignerWeight: fc.integer({ min: 1, max: 65_535 }) },
  plain,
);

const VALUES: Partial<Readonly<Record<FieldType, fc.Arbitrary<unknown>>>> = {
  UInt8: fc.integer({ min: 0, max: 255 }),
  UInt16: fc.integer({ min: 0, max: 65_535 }),
  UInt32: arbitrary.uint32,
  Hash128: arbitrary.hexOf(16),
  Hash256: arbitrary.hexOf(32),
  Amount: fc.oneof(
    arbitrary.tokenAmount.map(({ kept }): unknown => kept),
    arbitrary.drops.map(({ kept }) => kept),
  ),
  Blob: arbitrary.hexOf(0, 300),
  AccountID: arbitrary.address,
  PathSet: arbitrary.paths.map(({ kept }) => kept),
  Vector256: fc.array(arbitrary.hexOf(32), { minLength: 1, maxLength: 8 }),
};

const fieldsByName = Object.fromEntries(
  (Object.keys(FIELDS) as FieldType[]).flatMap((type) => {
    const values = VALUES[type];
    const names = Object.keys(FIELDS[type]).filter((name) => !NOT_HERE.has(name));
    return values ? names.map((name) => [name, values] as const) : [];
  }),
);

/** Any fields in any transaction: what they mean together is the ledger's business. */
export const submit: fc.Arbitrary<Sample> = fc
  .record(
    {
      ...fieldsByName,
      TransactionType: fc.constantFrom(...TYPES),
      Memos: arbitrary.memos.map(({ kept }) => kept),
      SignerEntries: fc
        .array(signerEntry, { minLength: 1, maxLength: 4 })
        .map((list) => list.map((SignerEntry) => ({ SignerEntry }))),
    },
    { requiredKeys: ['TransactionType'], ...plain },
  )
  .map((fields: Fields) => ({ ...fields, ...ticketsOf(fields) }))
  .map((fields) => ({ given: fields, fields }));

/** So many Tickets as an account can have, where that is what is asked for. */
function ticketsOf({ TransactionType, TicketCount = 0 }: Fields) {
  return TransactionType === 'TicketCreate' ? { TicketCount: 1 + (Number(TicketCount) % 250) } : {};
}
