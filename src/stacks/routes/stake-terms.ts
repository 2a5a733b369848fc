import * as z from 'zod/mini';
import { integer } from '../../server/bodies.js';

/** The Bitcoin address to which rewards of pox-5 are paid, and its terms. */
export function payout() {
  return z.strictObject({
    address: z.exactOptional(z.string()),
    maxFee: integer(),
    minClaim: z.exactOptional(integer()),
  });
}

/** Fields that operations of pox-4 need when pox-5 is the active contract. */
export function stakeTerms() {
  return {
    signerManager: z.exactOptional(z.string()),
    payout: z.exactOptional(payout()),
  };
}
