import * as z from 'zod/mini';
import { batchOf, ended, pendingTransactions, receipt } from '../../server/answers.js';
import type { Answer, RequestAnswers } from '../../server/route.js';

/** Every answer says that it is a success. */
const success = () => ({ success: z.literal(true) });

/** An answer of fields of its own. */
export function ownAnswer(name: string, fields: z.core.$ZodShape): Answer {
  return { name, schema: z.strictObject({ ...success(), ...fields }) };
}

/** An answer whose fields are all in `data`. */
export function dataAnswer(name: string, data: z.ZodMiniType): Answer {
  return ownAnswer(name, { data });
}

/** In the form of the chain's API. */
function confirmed() {
  return z.looseObject({
    tx_id: z.string(),
    tx_status: z.string(),
    tx_type: z.string(),
    nonce: z.int(),
    fee_rate: z.string(),
    sender_address: z.string(),
    tx_result: z.optional(z.looseObject({ hex: z.string(), repr: z.string() })),
    block_height: z.optional(z.int()),
  });
}

/** The answer to every transaction. */
export function transactionFields() {
  return {
    ...ended(),
    hash: z.string(),
    txHash: z.string(),
    data: confirmed(),
  };
}

export const transaction = (): Answer => ownAnswer('Transaction', transactionFields());

function batchSchema() {
  return z.strictObject({ ...batchOf(confirmed()).shape, ...success() });
}

export const batch = (): Answer => ({ name: 'Batch', schema: batchSchema() });

export const requestAnswers = (): RequestAnswers => ({
  outcome: { name: 'Outcome', schema: z.union([transaction().schema, batchSchema()]) },
  pending: dataAnswer('PendingTransactions', pendingTransactions()),
  cancelled: dataAnswer('Cancelled', receipt()),
});

export const address = (): Answer => ownAnswer('Address', { address: z.string() });

export const publicKey = (): Answer => ownAnswer('PublicKey', { publicKey: z.string() });

export const balance = (): Answer =>
  ownAnswer('Balance', {
    balance: z.string(),
    locked: z.string(),
    spendable: z.string(),
    unlockHeight: z.int(),
  });

export const tokenBalances = (): Answer =>
  dataAnswer(
    'TokenBalances',
    z.array(
      z.strictObject({
        token: z.string(),
        tokenContractName: z.string(),
        tokenContractAddress: z.string(),
        balance: z.optional(z.string()),
        units: z.string(),
        decimals: z.optional(z.int()),
      }),
    ),
  );

export const nonces = (): Answer =>
  ownAnswer('Nonces', {
    confirmedNonce: z.string(),
    pendingTxCount: z.int(),
    pendingNonces: z.array(z.string()),
    nextAvailable: z.string(),
  });

const outcome = () => z.enum(['success', 'failed', 'pending', 'unknown']);

export const transactionStatus = (): Answer =>
  dataAnswer(
    'TransactionStatus',
    z.strictObject({
      tx_id: z.string(),
      tx_status: z.string(),
      outcome: outcome(),
      tx_result: z.optional(z.looseObject({ hex: z.string(), repr: z.string() })),
      tx_error: z.optional(z.string()),
      error_code: z.optional(z.string()),
      error_name: z.optional(z.string()),
      transaction: confirmed(),
    }),
  );

export const history = (): Answer =>
  ownAnswer('History', {
    nextCursor: z.nullable(z.string()),
    data: z.array(
      z.strictObject({
        transaction_hash: z.string(),
        tx_type: z.string(),
        tx_status: z.string(),
        outcome: outcome(),
        tx_error: z.optional(z.string()),
        sender: z.string(),
        nonce: z.int(),
        fee: z.string(),
        block_height: z.optional(z.int()),
        timestamp: z.optional(z.string()),
        recipient: z.optional(z.string()),
        amount: z.optional(z.string()),
        units: z.optional(z.string()),
        token: z.optional(z.string()),
        memo: z.optional(z.string()),
        contract: z.optional(z.string()),
        functionName: z.optional(z.string()),
      }),
    ),
  });
