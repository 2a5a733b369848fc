import { type Address, pairedAsset, primaryStoreOf, shown } from '../address.js';
import { type Coin, type CoinStore, coinStoreKey, type State } from '../state/world.js';
import { type MoveType, typeText } from '../types/move-type.js';
import { type EntryCall, emit } from './call.js';
import { type AbortReason, ArithmeticFailure, MoveAbort } from './failures.js';
import { deposit, ensurePrimaryStore, primaryBalance, withdraw } from './fungible-assets.js';

const MAX_U64 = 2n ** 64n - 1n;

const INSUFFICIENT_BALANCE: AbortReason = {
  module: 'coin',
  category: 'invalid-argument',
  reason: 6,
  name: 'EINSUFFICIENT_BALANCE',
  description: 'Not enough coins to complete transaction',
};
const NO_STORE: AbortReason = {
  module: 'coin',
  category: 'not-found',
  reason: 5,
  name: 'ECOIN_STORE_NOT_PUBLISHED',
  description: "Account hasn't registered `CoinStore` for `CoinType`",
};
const FROZEN: AbortReason = {
  module: 'coin',
  category: 'permission-denied',
  reason: 10,
  name: 'EFROZEN',
  description: 'CoinStore is frozen. Coins cannot be deposited or withdrawn',
};
const NO_COIN: AbortReason = {
  module: 'coin',
  category: 'invalid-argument',
  reason: 3,
  name: 'ECOIN_INFO_NOT_PUBLISHED',
  description: "`CoinType` hasn't been initialized as a coin",
};

/** What an account has of a coin, in both its forms. */
export function coinBalance(state: State, owner: Address, coinType: string): bigint {
  const older = state.coinStores.get(coinStoreKey(owner, coinType))?.balance ?? 0n;
  return older + primaryBalance(state, owner, pairedAsset(coinType));
}

/** The coin that a type argument names. */
export function coinOf(call: EntryCall, type: MoveType | undefined): Coin {
  const coin = call.draft.coins.get(type === undefined ? '' : typeText(type));
  if (coin === undefined) throw new MoveAbort(NO_COIN);
  return coin;
}

export function isRegistered(state: State, owner: Address, coin: Coin): boolean {
  if (state.coinStores.get(coinStoreKey(owner, coin.coinType)) !== undefined) return true;
  const { paired } = coin;
  return paired !== undefined && state.stores.get(primaryStoreOf(owner, paired)) !== undefined;
}

/** Makes an account one that can have a coin. */
export function register(call: EntryCall, owner: Address, coin: Coin): void {
  if (isRegistered(call.draft, owner, coin)) return;
  if (coin.paired !== undefined) {
    ensurePrimaryStore(call, owner, coin.paired);
    return;
  }
  call.gas.chargeNewEntry();
  const { coinType } = coin;
  const empty: CoinStore = { owner, coinType, balance: 0n, frozen: false };
  call.draft.coinStores.set(coinStoreKey(owner, coinType), empty);
}

/** Takes a coin out of the older form first, and what is missing out of the newer. */
export function withdrawCoin(call: EntryCall, owner: Address, coin: Coin, amount: bigint): void {
  const store = call.draft.coinStores.get(coinStoreKey(owner, coin.coinType));
  const { paired } = coin;
  const hasAsset =
    paired !== undefined && call.draft.stores.get(primaryStoreOf(owner, paired)) !== undefined;
  if (store === undefined && !hasAsset) throw new MoveAbort(NO_STORE);
  const older = store?.balance ?? 0n;
  const fromStore = older < amount ? older : amount;
  if (fromStore < amount && !hasAsset) throw new MoveAbort(INSUFFICIENT_BALANCE);
  if (store !== undefined && fromStore > 0n) change(call, coin, store, -fromStore);
  if (paired !== undefined && fromStore < amount) {
    withdraw(call, primaryStoreOf(owner, paired), amount - fromStore);
  }
}

/** Puts a coin where the account has it already: into the older form if that exists. */
export function depositCoin(call: EntryCall, owner: Address, coin: Coin, amount: bigint): void {
  const store = call.draft.coinStores.get(coinStoreKey(owner, coin.coinType));
  if (store !== undefined) {
    change(call, coin, store, amount);
  } else if (coin.paired !== undefined) {
    deposit(call, ensurePrimaryStore(call, owner, coin.paired), amount);
  } else {
    throw new MoveAbort(NO_STORE);
  }
}

function change(call: EntryCall, coin: Coin, store: CoinStore, difference: bigint): void {
  if (store.frozen) throw new MoveAbort(FROZEN);
  const balance = store.balance + difference;
  if (balance > MAX_U64) throw new ArithmeticFailure('coin::merge');
  call.gas.chargeWrite();
  call.draft.coinStores.set(coinStoreKey(store.owner, coin.coinType), { ...store, balance });
  const outward = difference < 0n;
  emit(call, outward ? '0x1::coin::CoinWithdraw' : '0x1::coin::CoinDeposit', {
    coin_type: coin.coinType,
    account: shown(store.owner),
    amount: `${outward ? -difference : difference}`,
  });
}
