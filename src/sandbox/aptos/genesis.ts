import { type Address, FRAMEWORK, FUNGIBLE_ASSETS, primaryStoreOf } from './address.js';
import type { Draft, FungibleAsset } from './state/world.js';

export const NATIVE_COIN = '0x1::aptos_coin::AptosCoin';

/** What the faucet pays its gas from. */
const FAUCET_OCTAS = 10n ** 17n;

/** What a chain begins with: its coin in both forms, and somebody who can make more of it. */
export function writeGenesis(draft: Draft, faucet: Address, symbol: string): void {
  const name = symbol === 'APT' ? 'Aptos Coin' : 'Move Coin';
  const asset: FungibleAsset = {
    metadata: FUNGIBLE_ASSETS,
    name,
    symbol,
    decimals: 8,
    creator: FRAMEWORK,
    iconUri: '',
    projectUri: '',
    supply: FAUCET_OCTAS,
    coinType: NATIVE_COIN,
    indexed: true,
  };
  draft.assets.set(FUNGIBLE_ASSETS, asset);
  draft.coins.set(NATIVE_COIN, {
    coinType: NATIVE_COIN,
    name,
    symbol,
    decimals: 8,
    creator: FRAMEWORK,
    supply: 0n,
    paired: FUNGIBLE_ASSETS,
  });
  draft.accounts.set(faucet, { sequenceNumber: 0n, authenticationKey: faucet });
  draft.stores.set(primaryStoreOf(faucet, FUNGIBLE_ASSETS), {
    owner: faucet,
    metadata: FUNGIBLE_ASSETS,
    balance: FAUCET_OCTAS,
    frozen: false,
  });
}
