import { isNationalCurrency, isNativeCryptocurrency } from './guards.js';
import type { AssetReference } from './schemas/assets.js';

/**
 * A text that is the same for references to the same asset, and different for different ones: a key for maps. A
 * test asset is a different asset than the one it stands for.
 *
 * @example
 * ```ts
 * import { assetKey } from 'custody-gateways/provider';
 *
 * assetKey({ nationalCurrencyCode: 'USD' }); // 'national:USD'
 * assetKey({ blockchain: 'XRP', cryptocurrencySymbol: 'XRP', testAsset: true }); // 'native:XRP:XRP:test'
 * ```
 */
export function assetKey(asset: AssetReference): string {
  const parts = isNationalCurrency(asset)
    ? ['national', asset.nationalCurrencyCode]
    : isNativeCryptocurrency(asset)
      ? ['native', asset.blockchain, asset.cryptocurrencySymbol]
      : ['listed', asset.assetId];
  const test = 'testAsset' in asset && asset.testAsset === true ? ['test'] : [];
  // Some providers leave out the chain of a coin, and a lenient reading accepts that.
  const encoded = parts.map((part = '') => part.replace(/[%:]/g, encodeURIComponent));
  return [...encoded, ...test].join(':');
}

/** Whether two references are to the same asset. */
export function isSameAsset(one: AssetReference, other: AssetReference): boolean {
  return assetKey(one) === assetKey(other);
}
