import type { Clock } from '../../../core/clock.js';
import { isSameAsset } from '../../asset-references.js';
import type { Quote, QuoteRequest } from '../../schemas/liquidity.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { checkAmount, checkAsset } from './assets.js';
import { findListed } from './methods.js';

/**
 * A quote must be for known assets and a declared conversion.
 *
 * @throws ProviderRefusal
 */
export async function checkQuote(
  provider: Provider,
  { call }: Asked,
  { fromAsset, fromAmount, toAsset, toAmount }: QuoteRequest,
): Promise<void> {
  const { capabilities } = provider;
  // Without slashes, as in the vendor's validation suite.
  const from = await checkAsset(provider, fromAsset, 'fromAsset', call);
  const to = await checkAsset(provider, toAsset, 'toAsset', call);
  const list = capabilities?.listConversions?.bind(capabilities);
  const conversion =
    list &&
    (await findListed(
      (page) => list(page, call),
      (declared) =>
        isSameAsset(declared.fromAsset, fromAsset) && isSameAsset(declared.toAsset, toAsset),
    ));
  if (conversion === undefined) {
    throw new ProviderRefusal('unsupported-conversion', {
      message: 'There is no such conversion.',
      requestPart: 'body',
    });
  }
  if (fromAmount !== undefined) checkAmount(fromAmount, from, '/fromAmount');
  if (toAmount !== undefined) checkAmount(toAmount, to, '/toAmount');
}

/** Executes a quote that is ready and has time left. @throws ProviderRefusal `quote-not-ready`. */
export async function executedQuote(
  { liquidity }: Provider,
  { accountId, id, call }: Asked,
  clock: Clock,
): Promise<Quote | undefined> {
  const quote = await liquidity?.getQuote(accountId, id, call);
  // With another spelling of its id, one quote could be executed twice at the same time.
  if (quote?.id !== id) return undefined;
  if (quote.status === 'ready' && Date.parse(quote.expiresAt) > clock.now()) {
    return liquidity?.executeQuote(accountId, id, call);
  }
  throw new ProviderRefusal('quote-not-ready', {
    message: 'The quote is not ready, or its time is over.',
  });
}
