import {
  type Address,
  FRAMEWORK,
  FUNGIBLE_ASSETS,
  NATIVE_COIN,
  primaryStoreOf,
} from './address.js';
import type { Draft, FungibleAsset } from './state/world.js';

/** What the faucet pays its gas from. */
const FAUCET_OCTAS = 10n ** 17n;

/** What a chain begins with: its coin in both forms, and an account that can mint it. */
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
    indexed: true,
  };
  draft.assets.set(FUNGIBLE_ASSETS, asset);
  draft.coins.set(NATIVE_COIN, {
    coinType: NATIVE_COIN,
    name,
    symbol,
    decimals: 8,
    creator: FRAMEWORK,
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
