import type { Explanation, TransactionCodec } from '../../signer/transaction-codec.js';
import type { Claims } from './claims.js';
import { payloadsIn } from './raw.js';
import type { CallbackRequest } from './requests.js';

/**
 * A request with what its transactions do, in words. They are for people: where a codec has none, or fails, the
 * request is decided without.
 */
export async function explained(
  request: CallbackRequest,
  claims: Claims,
  codecs: readonly TransactionCodec[],
  now: number,
): Promise<CallbackRequest> {
  if (request.kind !== 'raw') return request;
  const codec = codecs.find(({ chain }) => chain === request.chain);
  try {
    const all = payloadsIn(claims).map((payload) => codec?.explain?.(payload, { now }));
    const explanations = (await Promise.all(all)).filter((one) => one !== undefined);
    return { ...request, explanations, summary: summaryOf(explanations) };
  } catch {
    return request;
  }
}

/** Where several sign one transaction, it is said once. */
function summaryOf(explanations: readonly Explanation[]): string | undefined {
  const byContent = explanations.map(({ content, summary }) => [`${content}`, summary] as const);
  const [first, ...others] = new Map(byContent).values();
  if (others.length === 0) return first;
  const all = [first, ...others].map((summary, index) => `${index + 1}. ${summary}`);
  return `${all.length} transactions: ${all.join('; ')}`;
}
