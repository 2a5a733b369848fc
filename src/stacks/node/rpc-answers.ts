import * as z from 'zod/mini';
import { bareHex, hex, u64, whole } from './fields.js';

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
  nonce: u64,
});

export const feeAnswer = z.looseObject({
  estimations: z.array(z.looseObject({ fee: u64 })).check(z.minLength(1)),
});

export const callReadAnswer = z.looseObject({
  okay: z.boolean(),
  result: z.optional(hex),
  cause: z.optional(z.string()),
});

export const dataAnswer = z.looseObject({ data: hex });

/** For a waiting transaction; for one in a microblock the status is an object. */
export const unconfirmedAnswer = z.looseObject({ tx: bareHex });

export const interfaceAnswer = z.looseObject({ functions: z.array(z.looseObject({})) });
