import * as z from 'zod/mini';

// The fields of an indexer's rows that this package reads.

/** A whole number, as a number where it is small and as a string where it is not. */
const whole = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,39}$/)), z.int().check(z.gte(0))]),
  z.transform((value) => String(value)),
);

const metadata = z.nullable(
  z.looseObject({
    asset_type: z.optional(z.string()),
    decimals: z.int().check(z.gte(0), z.lte(255)),
    name: z.string(),
    symbol: z.string(),
    icon_uri: z.optional(z.nullable(z.string())),
    project_uri: z.optional(z.nullable(z.string())),
    token_standard: z.optional(z.nullable(z.string())),
    creator_address: z.optional(z.nullable(z.string())),
  }),
);

export const balance = z.looseObject({
  asset_type: z.string(),
  amount: whole,
  is_frozen: z.boolean(),
  is_primary: z.nullable(z.boolean()),
  storage_id: z.string(),
  token_standard: z.string(),
  last_transaction_version: z.optional(z.nullable(whole)),
  metadata,
});

const activity = z.looseObject({
  amount: z.nullable(whole),
  asset_type: z.nullable(z.string()),
  type: z.string(),
  owner_address: z.nullable(z.string()),
  is_gas_fee: z.boolean(),
  is_transaction_success: z.boolean(),
});

export const accountTransaction = z.looseObject({
  transaction_version: whole,
  user_transaction: z.nullable(
    z.looseObject({
      sender: z.string(),
      sequence_number: z.nullable(whole),
      timestamp: z.string(),
      entry_function_id_str: z.nullable(z.string()),
      gas_unit_price: whole,
      max_gas_amount: whole,
    }),
  ),
  fungible_asset_activities: z.array(activity),
});

export type IndexedBalance = z.output<typeof balance>;
export type IndexedTransaction = z.output<typeof accountTransaction>;
