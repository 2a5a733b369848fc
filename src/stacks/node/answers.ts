import * as z from 'zod/mini';

/** A whole number, which nodes write as a number, as decimal text or as hexadecimal behind `0x`. */
const whole = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^(?:\d{1,40}|0x[0-9a-f]{1,32})$/))]),
  z.transform((value) => BigInt(value)),
);

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/));

export const infoAnswer = z.looseObject({
  network_id: z.int(),
  burn_block_height: z.int(),
  stacks_tip_height: z.int(),
});

export const poxAnswer = z.looseObject({
  contract_id: z.string(),
  current_burnchain_block_height: z.int(),
  pox_5_sbtc_contract: z.optional(z.nullable(z.string())),
});

export const accountAnswer = z.looseObject({
  balance: whole,
  locked: whole,
  unlock_height: z.int(),
  nonce: whole,
});

export const noncesAnswer = z.looseObject({
  last_executed_tx_nonce: z.nullable(whole),
  last_mempool_tx_nonce: z.nullable(whole),
  possible_next_nonce: whole,
  detected_missing_nonces: z.array(whole),
  detected_mempool_nonces: z.array(whole),
});

export const feeAnswer = z.looseObject({
  estimations: z.array(z.looseObject({ fee: whole })).check(z.minLength(1)),
});

export const callReadAnswer = z.looseObject({
  okay: z.boolean(),
  result: z.optional(hex),
  cause: z.optional(z.string()),
});

export const dataAnswer = z.looseObject({ data: hex });

export const rawAnswer = z.looseObject({ raw_tx: hex });

export const transactionAnswer = z.looseObject({
  tx_id: hash,
  tx_status: z.string(),
  tx_type: z.string(),
  nonce: z.int(),
  fee_rate: z.string().check(z.regex(/^\d+$/)),
  sender_address: z.string(),
  sponsor_address: z.optional(z.nullable(z.string())),
  sponsor_nonce: z.optional(z.nullable(z.int())),
  canonical: z.optional(z.boolean()),
  block_height: z.optional(z.int()),
  tx_result: z.optional(z.looseObject({ hex: z.string(), repr: z.string() })),
});

export const pageAnswer = z.looseObject({
  total: z.int(),
  results: z.array(transactionAnswer),
});

export const historyAnswer = z.looseObject({
  total: z.int(),
  results: z.array(z.looseObject({ tx: transactionAnswer })),
});

const tokens = z.record(z.string(), z.looseObject({ balance: whole }));

export const balancesAnswer = z.looseObject({ fungible_tokens: tokens });

export const stxAnswer = z.looseObject({
  balance: whole,
  locked: whole,
  lock_tx_id: z.string(),
  lock_height: z.int(),
  burnchain_lock_height: z.int(),
  burnchain_unlock_height: z.int(),
  total_miner_rewards_received: z.string(),
});

export const rejection = z.looseObject({
  error: z.string(),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  reason_data: z.optional(z.nullable(z.looseObject({ message: z.optional(z.string()) }))),
});

export type NodeTransaction = z.output<typeof transactionAnswer>;
