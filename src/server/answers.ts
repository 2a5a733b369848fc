import * as z from 'zod/mini';
import type { Answer } from './route.js';

// Functions, since bundlers keep a schema that is made on import.

const reference = () => ({
  idempotencyKey: z.string(),
  requestId: z.string(),
  custodyId: z.optional(z.string()),
  hash: z.optional(z.string()),
  attempt: z.optional(z.int()),
  exclusive: z.optional(z.literal(false)),
});

/** The fields that find a transaction again at the custody platform and on its chain. */
export function receipt() {
  return z.strictObject({
    ...reference(),
    attempt: z.int(),
    durable: z.boolean(),
    evidence: z.optional(z.string()),
    landed: z.optional(z.int()),
  });
}

/** What every confirmed transaction and every batch has. */
export function ended() {
  return { status: z.literal('confirmed'), receipt: receipt() };
}

/** The transactions of a vault account that are not final. */
export function pendingTransactions() {
  return z.array(
    z.strictObject({
      ...reference(),
      custodyId: z.string(),
      state: z.enum(['pending', 'signed']),
      status: z.string(),
      number: z.optional(z.string()),
      expiresAt: z.optional(z.number()),
    }),
  );
}

/** The result of each transaction of a batch, in the same form as the result of one. */
export function batchOf(result: z.ZodMiniType) {
  const members = z.array(
    z.strictObject({
      index: z.int(),
      state: z.string(),
      hash: z.optional(z.string()),
      number: z.optional(z.string()),
      code: z.optional(z.string()),
      by: z.optional(z.string()),
      result: z.optional(result),
    }),
  );
  return z.strictObject({ ...ended(), members });
}

export const address = (): Answer => ({
  name: 'Address',
  schema: z.strictObject({ address: z.string() }),
});

export const publicKey = (): Answer => ({
  name: 'PublicKey',
  schema: z.strictObject({ publicKey: z.string() }),
});
