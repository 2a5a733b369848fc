import * as z from 'zod/mini';
import type { Preview } from '../gateway/preview.js';
import type { Explanation } from '../signer/transaction-codec.js';
import type { Answer } from './route.js';

/** A gateway that can say what a call would have signed. */
export interface PreviewingGateway<Gateway> {
  previewOf(call: (gateway: Gateway) => Promise<unknown>): Promise<Preview>;
}

/** A preview as JSON, without the bytes. */
export function previewBody({ transactions, ...preview }: Preview) {
  return { ...preview, transactions: transactions.map(explained) };
}

function explained({ content: _, algorithm: __, ...shown }: Explanation) {
  return shown;
}

/** The answer of every path that ends in `/preview`. */
export function previewAnswer(): Answer {
  const units = z.string();
  const transaction = z.strictObject({
    action: z.string(),
    details: z.optional(z.string()),
    summary: z.string(),
    account: z.string(),
    signer: z.string(),
    kind: z.enum(['single', 'multisign']),
    transaction: z.unknown(),
    fee: z.optional(
      z.strictObject({ units, decimals: z.int(), symbol: z.string(), isLimit: z.boolean() }),
    ),
    expiry: z.optional(
      z.union([
        z.strictObject({ kind: z.literal('ledger'), index: units }),
        z.strictObject({ kind: z.literal('time'), seconds: units }),
        z.strictObject({ kind: z.literal('never') }),
      ]),
    ),
  });
  return {
    name: 'Preview',
    schema: z.strictObject({
      summary: z.string(),
      number: z.optional(z.string()),
      balances: z.optional(
        z.array(z.strictObject({ asset: z.string(), before: z.string(), after: z.string() })),
      ),
      concern: z.optional(z.strictObject({ resultCode: z.string(), reason: z.string() })),
      transactions: z.array(transaction),
    }),
  };
}
