import { isListedAsset } from '../../guards.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { ListAnswer, ProviderServerCall } from '../call.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';

/**
 * An asset that is named by its id has to be one that the provider lists.
 *
 * @throws ProviderRefusal `unknown-asset` under the name that is given.
 */
export async function checkAsset(
  { capabilities }: Provider,
  asset: AssetReference,
  propertyName: string,
  call: ProviderServerCall,
): Promise<void> {
  if (isListedAsset(asset)) await checkAssetId({ capabilities }, asset.assetId, call, propertyName);
}

/** @throws ProviderRefusal `unknown-asset`. */
export async function checkAssetId(
  { capabilities }: { readonly capabilities?: Provider['capabilities'] | undefined },
  assetId: string,
  call: ProviderServerCall,
  propertyName: string,
  requestPart: 'body' | 'querystring' = 'body',
): Promise<void> {
  if (capabilities?.getAsset === undefined) return;
  const asset = await capabilities.getAsset(assetId, call);
  if (asset !== undefined) return;
  throw new ProviderRefusal('unknown-asset', {
    message: 'There is no such asset.',
    propertyName,
    requestPart,
  });
}

/** The three filters for one asset, of which at most one is there. */
interface AssetFilters {
  readonly assetId?: string | undefined;
  readonly nationalCurrencyCode?: string | undefined;
  readonly cryptocurrencySymbol?: string | undefined;
}

/** Of a whole list what the filter lets through; a page was made for it. */
export function ofOneAsset<T>(
  answer: ListAnswer<T>,
  assetOf: (item: T) => AssetReference,
  { assetId, nationalCurrencyCode, cryptocurrencySymbol }: AssetFilters,
): ListAnswer<T> {
  if ('page' in answer) return answer;
  const filters = Object.entries({ assetId, nationalCurrencyCode, cryptocurrencySymbol });
  const given = filters.filter(([, value]) => value !== undefined);
  return answer.filter((item) => {
    const has: ReadonlyMap<string, unknown> = new Map(Object.entries(assetOf(item)));
    return given.every(([name, value]) => has.get(name) === value);
  });
}
