import { isListedAsset, isNativeCryptocurrency } from '../../guards.js';
import type { AssetDefinition, AssetReference } from '../../schemas/assets.js';
import type { ListAnswer, ProviderServerCall } from '../call.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import { decimalsOf, isNothing } from './amounts.js';

/**
 * An asset that is named by its id has to be one that the provider lists. Gives its definition.
 *
 * @throws ProviderRefusal `unknown-asset` under the name that is given.
 */
export async function checkAsset(
  provider: Provider,
  asset: AssetReference,
  propertyName: string,
  call: ProviderServerCall,
): Promise<AssetDefinition | undefined> {
  if (!isListedAsset(asset)) return undefined;
  return checkAssetId(provider, asset.assetId, call, propertyName);
}

/** What a list is filtered by. @throws ProviderRefusal `unknown-asset`. */
export async function checkAssetFilter(
  provider: Provider,
  { assetId }: AssetFilters,
  call: ProviderServerCall,
): Promise<void> {
  if (assetId === undefined) return;
  await checkAssetId(provider, assetId, call, '/assetId', 'querystring');
}

/** @throws ProviderRefusal `unknown-asset`. */
async function checkAssetId(
  { capabilities }: Provider,
  assetId: string,
  call: ProviderServerCall,
  propertyName: string,
  requestPart: 'body' | 'querystring' = 'body',
): Promise<AssetDefinition> {
  const asset = await capabilities?.getAsset?.(assetId, call);
  if (asset !== undefined && asset.id === assetId) return asset;
  throw new ProviderRefusal('unknown-asset', {
    message: 'There is no such asset.',
    propertyName,
    requestPart,
  });
}

/** One end of what moves: of which asset, and on which blockchain where that is repeated. */
interface Side {
  readonly asset: AssetReference;
  readonly blockchain?: unknown;
}

/**
 * The asset at one end, which is known, and named with no other blockchain than its own.
 *
 * @param path Of the end, such as `/destination`.
 * @throws ProviderRefusal
 */
export async function checkSide(
  provider: Provider,
  { asset, blockchain }: Side,
  path: string,
  call: ProviderServerCall,
): Promise<AssetDefinition | undefined> {
  const definition = await checkAsset(provider, asset, `${path}/asset/assetId`, call);
  const own = isNativeCryptocurrency(asset) ? asset.blockchain : chainOf(definition);
  if (blockchain === undefined || own === undefined || blockchain === own) return definition;
  throw new ProviderRefusal('bad-request', {
    message: 'The asset is on another blockchain.',
    propertyName: `${path}/blockchain`,
    requestPart: 'body',
  });
}

function chainOf(definition: AssetDefinition | undefined): unknown {
  return definition && 'blockchain' in definition ? definition.blockchain : undefined;
}

/** @throws ProviderRefusal for nothing, and for more digits than the asset has: they would be lost. */
export function checkAmount(
  amount: string,
  definition: AssetDefinition | undefined,
  propertyName: string,
): void {
  if (isNothing(amount)) {
    throw new ProviderRefusal('amount-below-minimum', {
      message: 'It has to be more than nothing.',
      propertyName,
      requestPart: 'body',
    });
  }
  if (definition === undefined || decimalsOf(amount) <= definition.decimalPlaces) return;
  throw new ProviderRefusal('bad-request', {
    message: `This asset has ${definition.decimalPlaces} decimal places.`,
    propertyName,
    requestPart: 'body',
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
