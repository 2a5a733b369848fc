import * as z from 'zod/mini';
import { integer } from '../../server/bodies.js';

/** Where rewards of pox-5 are paid, in Bitcoin. */
export function payout() {
  return z.strictObject({
    address: z.exactOptional(z.string()),
    maxFee: integer(),
    minClaim: z.exactOptional(integer()),
  });
}

/** What operations of pox-4 need to know where pox-5 is the active contract. */
export function stakeTerms() {
  return {
    signerManager: z.exactOptional(z.string()),
    payout: z.exactOptional(payout()),
  };
}
