import * as z from 'zod/mini';
import { batchOf, ended, pendingTransactions, receipt } from '../../server/answers.js';
import type { Answer, RequestAnswers } from '../../server/route.js';

const text = z.optional(z.string());

const entry = z.optional(z.looseObject({ LedgerEntryType: z.string() }));

const signed = z.looseObject({
  TransactionType: z.string(),
  Account: z.string(),
  Fee: text,
  Flags: z.optional(z.int()),
  LastLedgerSequence: z.optional(z.int()),
  Sequence: z.optional(z.int()),
  SigningPubKey: text,
  TxnSignature: text,
  date: z.optional(z.int()),
  ledger_index: z.optional(z.int()),
});

const confirmed = z.looseObject({
  api_version: z.literal(2),
  id: z.int(),
  type: z.literal('response'),
  result: z.looseObject({
    hash: z.string(),
    ledger_index: z.int(),
    ledger_hash: text,
    close_time_iso: text,
    ctid: text,
    meta: z.looseObject({
      TransactionIndex: z.int(),
      TransactionResult: z.string(),
      AffectedNodes: z.optional(
        z.array(z.looseObject({ CreatedNode: entry, ModifiedNode: entry, DeletedNode: entry })),
      ),
    }),
    tx_json: signed,
    validated: z.literal(true),
  }),
});

const transaction = z.extend(confirmed, { ...ended(), hash: z.string() });

/** The validated transaction, as the ledger shows it. */
export const TRANSACTION: Answer = { name: 'Transaction', schema: transaction };

export const KNOWN_TRANSACTION: Answer = {
  name: 'KnownTransaction',
  schema: z.nullable(confirmed),
};

const native = z.strictObject({ ...ended(), id: z.string(), hash: text });

/** A transfer that the custody platform made itself, or the validated Payment as the ledger shows it. */
export const TRANSFER: Answer = { name: 'Transfer', schema: z.union([native, transaction]) };

const batch = batchOf(confirmed);

export const BATCH: Answer = { name: 'Batch', schema: batch };

export const REQUEST_ANSWERS: RequestAnswers = {
  outcome: { name: 'Outcome', schema: z.union([transaction, native, batch]) },
  pending: { name: 'PendingTransactions', schema: pendingTransactions() },
  cancelled: { name: 'Cancelled', schema: receipt() },
};

export const HISTORY: Answer = {
  name: 'History',
  schema: z.strictObject({
    transactions: z.array(confirmed),
    cursor: text,
    ledgerIndexMin: z.int(),
    ledgerIndexMax: z.int(),
  }),
};

const drops = { balance: z.string(), reserve: z.string(), available: z.string() };

export const ACCOUNT: Answer = {
  name: 'Account',
  schema: z.strictObject({
    address: z.string(),
    ...drops,
    sequence: z.int(),
    ownerCount: z.int(),
    flags: z.int(),
    ledgerIndex: z.int(),
  }),
};

const amount = { currency: z.string(), issuer: z.string(), value: z.string() };

const token = z.strictObject({ ...amount, text });

const mpt = z.strictObject({ mptIssuanceId: z.string(), issuer: z.string(), value: z.string() });

export const BALANCES: Answer = {
  name: 'Balances',
  schema: z.strictObject({
    xrp: z.strictObject(drops),
    tokens: z.array(token),
    mpts: z.array(mpt),
  }),
};

export const TRUST_LINES: Answer = {
  name: 'TrustLines',
  schema: z.array(
    z.looseObject({
      account: z.string(),
      balance: z.string(),
      currency: z.string(),
      limit: z.string(),
      limit_peer: z.string(),
    }),
  ),
};

export const OFFERS: Answer = {
  name: 'Offers',
  schema: z.array(z.looseObject({ seq: z.int(), flags: z.int() })),
};

const step = z.strictObject({ account: text, currency: text, issuer: text });

export const PATHS: Answer = {
  name: 'Paths',
  schema: z.array(
    z.strictObject({
      sourceAmount: z.union([z.string(), z.strictObject(amount)]),
      paths: z.optional(z.array(z.array(step))),
    }),
  ),
};
