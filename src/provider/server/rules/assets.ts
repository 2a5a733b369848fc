import { isListedAsset, isNativeCryptocurrency } from '../../guards.js';
import type { AssetDefinition, AssetReference } from '../../schemas/assets.js';
import type { ListAnswer, ProviderServerCall } from '../call.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import { decimalsOf, isNothing } from './amounts.js';

/**
 * An asset that is named by its id must be one that the provider lists. Returns its definition.
 *
 * @throws ProviderRefusal `unknown-asset` with the given property name.
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

/** The asset by which a list is filtered. @throws ProviderRefusal `unknown-asset`. */
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

/** One end of a transfer: its asset, and its blockchain if that is repeated. */
interface Side {
  readonly asset: AssetReference;
  readonly blockchain?: unknown;
}

/**
 * Checks the asset at one end: it must be known, and not named with a blockchain other than its own.
 *
 * @param path The path of the end, such as `/destination`.
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

/** @throws ProviderRefusal for zero, and for more decimals than the asset has, which would be lost. */
export function checkAmount(
  amount: string,
  definition: AssetDefinition | undefined,
  propertyName: string,
): void {
  if (isNothing(amount)) {
    throw new ProviderRefusal('amount-below-minimum', {
      message: 'It must be above zero.',
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

/** The three filters for one asset, at most one of which is given. */
interface AssetFilters {
  readonly assetId?: string | undefined;
  readonly nationalCurrencyCode?: string | undefined;
  readonly cryptocurrencySymbol?: string | undefined;
}

/** The items of a whole list that pass the filter; a page was made with it already. */
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
