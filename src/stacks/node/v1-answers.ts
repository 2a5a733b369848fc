import * as z from 'zod/mini';
import { words } from '../../core/fields.js';
import { digits, hash, shownValue, u64 } from './fields.js';

export const noncesAnswer = z.looseObject({
  last_executed_tx_nonce: z.nullable(u64),
  last_mempool_tx_nonce: z.nullable(u64),
  detected_mempool_nonces: z.array(u64),
});

export const transactionAnswer = z.looseObject({
  tx_id: hash,
  tx_status: words,
  tx_type: z.string(),
  nonce: z.int(),
  fee_rate: digits,
  sender_address: z.string(),
  sponsor_address: z.optional(z.nullable(z.string())),
  sponsor_nonce: z.optional(z.nullable(z.int())),
  canonical: z.optional(z.boolean()),
  microblock_canonical: z.optional(z.boolean()),
  block_height: z.optional(z.int()),
  tx_result: z.optional(shownValue),
});

export const mempoolAnswer = z.looseObject({ results: z.array(transactionAnswer) });

export const historyAnswer = z.looseObject({
  total: z.int(),
  results: z.array(z.looseObject({ tx: transactionAnswer })),
});

/**
 * An amount that a token moved without an event is counted as sent later but never as received, so a balance may
 * be below zero.
 */
const counted = z.pipe(
  z.string().check(z.regex(/^-?\d{1,40}$/)),
  z.transform((value) => BigInt(value)),
);

export const balancesAnswer = z.looseObject({
  fungible_tokens: z.record(z.string(), z.looseObject({ balance: counted })),
});

export const stxAnswer = z.looseObject({
  lock_tx_id: z.string(),
  lock_height: z.int(),
  burnchain_lock_height: z.int(),
  total_miner_rewards_received: z.string(),
});
