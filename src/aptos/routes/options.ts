import * as z from 'zod/mini';
import { parseInput } from '../../core/schema.js';
import { flag, wholeNumber } from '../../server/query.js';
import type { QueryField } from '../../server/route.js';
import type { AptosTransactionOptions } from '../options.js';

const optionsQuery = z.object({
  maxFeeOctas: z.optional(
    z.pipe(
      wholeNumber,
      z.transform((octas) => BigInt(octas)),
    ),
  ),
  simulate: z.optional(flag),
  orderless: z.optional(flag),
  feePayerVaultAccountId: z.optional(z.string()),
});

/** Query parameters of a transaction, in addition to those of every gateway. */
export const QUERY: Readonly<Record<string, QueryField>> = {
  maxFeeOctas: {
    description: 'The most that its gas may cost, in octas. Default 20000000.',
    schema: { type: 'integer', minimum: 1 },
  },
  simulate: {
    description: '`false`: no node tries it first.',
    schema: { type: 'boolean' },
  },
  orderless: {
    description: 'Goes without a sequence number (AIP-123), for approvals that take seconds.',
    schema: { type: 'boolean' },
  },
  feePayerVaultAccountId: {
    description: 'Another vault account, which pays for the gas and signs too.',
    schema: { type: 'string' },
  },
};

type Query = Readonly<Record<string, string>>;

export const optionsOf = (query: Query): AptosTransactionOptions =>
  parseInput(optionsQuery, query, 'query');
