import { type Amount, type Asset, assetOf, token, xrp, zeroOf } from '../values/amounts.js';
import { balanceWith, isDeepFrozen, isFrozen } from './lines.js';
import { spendableDrops } from './owned.js';
import type { ReadView } from './view.js';

/**
 * What an account can give of `wanted`'s asset: its XRP above the reserve, or what it holds that is
 * not frozen. An issuer can always give what is wanted of it.
 */
export function fundsOf(view: ReadView, address: string, wanted: Amount): Amount {
  if (wanted.kind === 'xrp') return xrp(spendableDrops(view, address));
  if (wanted.issuer === address) return wanted;
  return heldTokens(view, address, { ...assetOf(wanted) });
}

function heldTokens(view: ReadView, address: string, asset: Asset): Amount {
  if (asset.kind === 'xrp') return xrp(spendableDrops(view, address));
  const { issuer, currency } = asset;
  const line = view.line(address, issuer, currency);
  if (isFrozen(view, address, issuer, currency) || isDeepFrozen(line)) return zeroOf(asset);
  const balance = balanceWith(view, address, issuer, currency);
  return balance.mantissa > 0n ? token(asset, balance) : zeroOf(asset);
}
