import { encodeValue } from '../wire/clarity-codec.js';
import { type ClarityValue, tuple, uint } from '../wire/clarity-value.js';
import { poxAddressValue } from './clarity.js';
import type { Payout } from './pox5-state.js';

/**
 * A payout as signer managers of the reference family read it: the consensus serialisation of
 * `{pox-addr, max-fee}`, and `min-claim` for those that know it. In hexadecimal.
 */
export function encodePayout({ poxAddress, maxFee, minClaim }: Payout): string {
  const members: Record<string, ClarityValue> = {
    'pox-addr': poxAddressValue(poxAddress),
    'max-fee': uint(maxFee),
  };
  if (minClaim !== undefined) members['min-claim'] = uint(minClaim);
  return encodeValue(tuple(members));
}
