import * as z from 'zod/mini';
import { batchOf, ended, pendingTransactions, receipt } from '../../server/answers.js';
import type { Answer, RequestAnswers } from '../../server/route.js';

const typed = z.looseObject({ type: z.string() });

const confirmed = z.looseObject({
  type: z.literal('user_transaction'),
  hash: z.string(),
  version: z.string(),
  success: z.boolean(),
  vm_status: z.string(),
  sender: z.string(),
  sequence_number: z.string(),
  gas_used: z.string(),
  gas_unit_price: z.string(),
  max_gas_amount: z.string(),
  expiration_timestamp_secs: z.string(),
  timestamp: z.string(),
  payload: typed,
  events: z.array(typed),
  changes: z.array(typed),
});

const transaction = z.extend(confirmed, ended());

/** The transaction, as the node shows it. */
export const TRANSACTION: Answer = { name: 'Transaction', schema: transaction };

export const KNOWN_TRANSACTION: Answer = {
  name: 'KnownTransaction',
  schema: z.nullable(confirmed),
};

const batch = batchOf(confirmed);

export const BATCH: Answer = { name: 'Batch', schema: batch };

export const REQUEST_ANSWERS: RequestAnswers = {
  outcome: { name: 'Outcome', schema: z.union([transaction, batch]) },
  pending: { name: 'PendingTransactions', schema: pendingTransactions() },
  cancelled: { name: 'Cancelled', schema: receipt() },
};

export const BALANCE: Answer = {
  name: 'Balance',
  schema: z.strictObject({
    amount: z.string(),
    decimals: z.int(),
    value: z.string(),
    assetType: z.string(),
    ledgerVersion: z.string(),
  }),
};

/** Left out if unknown. */
const asset = {
  assetType: z.string(),
  standard: z.string(),
  decimals: z.optional(z.int()),
  name: z.optional(z.string()),
  symbol: z.optional(z.string()),
  isNative: z.boolean(),
};

export const BALANCES: Answer = {
  name: 'Balances',
  schema: z.array(
    z.strictObject({
      ...asset,
      amount: z.string(),
      value: z.optional(z.string()),
      isFrozen: z.boolean(),
      isPrimary: z.boolean(),
      storageId: z.string(),
    }),
  ),
};

export const COINS_DATA: Answer = {
  name: 'CoinsData',
  schema: z.array(
    z.strictObject({
      ...asset,
      iconUri: z.optional(z.string()),
      projectUri: z.optional(z.string()),
      creatorAddress: z.optional(z.string()),
    }),
  ),
};

const indexed = z.looseObject({
  version: z.string(),
  sender: z.optional(z.string()),
  sequenceNumber: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  function: z.optional(z.string()),
  gasUnitPrice: z.optional(z.string()),
  success: z.optional(z.boolean()),
  activities: z.array(z.unknown()),
});

/** In the node's form, or with `direction=all` in the indexer's. */
export const TRANSACTIONS: Answer = {
  name: 'Transactions',
  schema: z.union([z.array(confirmed), z.array(indexed)]),
};
