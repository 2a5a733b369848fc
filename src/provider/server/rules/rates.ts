import type { RateQuery } from '../../schemas/queries.js';
import { ProviderRefusal } from '../refusal.js';

/** A rate is for one pair. @throws ProviderRefusal `bad-request` for none, and for several. */
export function checkOnePair({ conversionPairId, rampsPairId, orderBookPairId }: RateQuery): void {
  const given = [conversionPairId, rampsPairId, orderBookPairId].filter((id) => id !== undefined);
  if (given.length === 1) return;
  throw new ProviderRefusal('bad-request', {
    message: 'Name one of conversionPairId, rampsPairId and orderBookPairId.',
    requestPart: 'querystring',
  });
}
