import * as z from 'zod/mini';
import { parseInput } from '../../core/schema.js';
import { flag } from '../../server/query.js';
import type { QueryField } from '../../server/route.js';
import type { AptosTransactionOptions } from '../options.js';

const optionsQuery = z.object({
  maxFee: z.optional(z.string()),
  simulate: z.optional(flag),
  orderless: z.optional(flag),
  feePayerVaultAccountId: z.optional(z.string()),
});

/** Query parameters of a transaction, in addition to those of every gateway. */
export const QUERY: Readonly<Record<string, QueryField>> = {
  maxFee: {
    description:
      'The most that its gas may cost, with its unit: `0.2 coins` (default), or `5000 octas`.',
    schema: { type: 'string' },
  },
  simulate: {
    description: '`false`: no node tries it first.',
    schema: { type: 'boolean' },
  },
  orderless: {
    description: 'Without a sequence number (AIP-123), for approvals within seconds.',
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
