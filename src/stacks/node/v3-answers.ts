import * as z from 'zod/mini';
import { words } from '../../core/fields.js';
import { digits, hash, shownValue, u64, whole } from './fields.js';

const account = z.looseObject({ address: z.string(), nonce: z.int().check(z.gte(0)) });
const height = z.int().check(z.gte(0));

/** In a block, or waiting: the first has `block`, the second `receipt_time`. */
export const transactionAnswer = z.looseObject({
  tx_id: hash,
  type: z.string(),
  status: words,
  sender: account,
  sponsor: z.optional(z.nullable(account)),
  fee_rate: digits,
  canonical: z.optional(z.boolean()),
  block: z.optional(
    z.looseObject({ height, hash, index_hash: hash, time: z.number(), tx_index: z.int() }),
  ),
  bitcoin_block: z.optional(z.looseObject({ height, time: z.number() })),
  parent_block: z.optional(z.looseObject({ hash })),
  receipt_time: z.optional(z.number()),
  result: z.optional(shownValue),
  token_transfer: z.optional(
    z.looseObject({
      recipient: z.string(),
      amount: digits,
      memo: z.optional(z.nullable(z.looseObject({ hex: z.string() }))),
    }),
  ),
  execution_cost: z.optional(z.looseObject({})),
});

function pageOf<S extends z.ZodMiniType>(entry: S) {
  return z.looseObject({
    total: z.int(),
    cursor: z.looseObject({ next: z.nullable(z.string().check(z.maxLength(512))) }),
    results: z.array(entry),
  });
}

export const mempoolAnswer = pageOf(transactionAnswer);

export const historyAnswer = pageOf(z.looseObject({ transaction: transactionAnswer }));

export const tokensAnswer = pageOf(z.looseObject({ asset_identifier: z.string(), balance: whole }));

export const signersAnswer = pageOf(
  z.looseObject({
    signer: z.string(),
    signer_key: z.string().check(z.regex(/^0x0[23][0-9a-f]{64}$/)),
  }),
);

export const cycleSignersAnswer = pageOf(
  z.looseObject({
    staked_stx: z.looseObject({ amount: digits }),
    signer_managers: z.array(
      z.looseObject({ signer_manager: z.string(), grant_active: z.boolean() }),
    ),
  }),
);

export const noncesAnswer = z.looseObject({
  last_confirmed_nonce: z.nullable(u64),
  mempool: z.looseObject({ last_nonce: z.nullable(u64), pending_nonces: z.array(u64) }),
});

export const stxAnswer = z.looseObject({
  locked: z.nullable(
    z.looseObject({ lock_tx_id: z.string(), stacks_lock_height: height, burn_lock_height: height }),
  ),
});
