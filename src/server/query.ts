import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { parseInput } from '../core/schema.js';
import type { TransactionOptions } from '../transactions/index.js';
import type { QueryField } from './route.js';

/** A query whose fields are all known, each given once. */
export function fieldsOf(
  query: URLSearchParams,
  known: Readonly<Record<string, QueryField>>,
): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of query) {
    if (!Object.hasOwn(known, name)) {
      throw new InvalidInputError(name.slice(0, 64), 'is not a known field of this query');
    }
    if (fields.has(name)) throw new InvalidInputError(name, 'must be given once');
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

// Marked as pure, so that a bundle without a gateway's server leaves them out.

/** A whole number as a query has it. */
export const wholeNumber = /* @__PURE__ */ (() =>
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), z.transform(Number)))();

/** `true` or `false` as a query has it. */
export const flag = /* @__PURE__ */ (() =>
  z.pipe(
    z.enum(['true', 'false'], 'must be true or false'),
    z.transform((value) => value === 'true'),
  ))();

/** The query fields of every request that makes a transaction. */
export const TRANSACTION_QUERY: Readonly<Record<string, QueryField>> = {
  note: {
    description: 'Shown to the approvers.',
    schema: { type: 'string', maxLength: 256 },
  },
  approvalWindowSeconds: {
    description: 'How long an approval may take; the transaction lives longer. Default 7200.',
    schema: { type: 'integer', minimum: 1, maximum: 86_400 },
  },
  newAttempt: {
    description: 'Allows the attempt of this number when the one before it had no effect.',
    schema: { type: 'integer', minimum: 2, maximum: 99 },
  },
  maxAttempts: {
    description: 'How many attempts a key may have in all. Default 3.',
    schema: { type: 'integer', minimum: 1, maximum: 99 },
  },
  onExpiry: {
    description: '`resign` asks for a new signature when the transaction expired. Default `fail`.',
    schema: { type: 'string', enum: ['fail', 'resign'] },
  },
};

const transactionQuery = /* @__PURE__ */ (() =>
  z.object({
    note: z.optional(z.string()),
    approvalWindowSeconds: z.optional(wholeNumber),
    newAttempt: z.optional(wholeNumber),
    maxAttempts: z.optional(wholeNumber),
    onExpiry: z.optional(z.enum(['fail', 'resign'])),
  }))();

/** A transaction's options from a query; the gateway checks their limits. */
export function transactionOptionsIn(query: Readonly<Record<string, string>>): TransactionOptions {
  return parseInput(transactionQuery, query, 'query');
}
