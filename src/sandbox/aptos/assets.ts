import {
  type Address,
  FRAMEWORK,
  FUNGIBLE_ASSETS,
  namedObject,
  pairedAsset,
  primaryStoreOf,
} from './address.js';
import { type Coin, coinStoreKey, type Draft, type FungibleAsset } from './state/world.js';

const MAX_U64 = 2n ** 64n - 1n;

/**
 * An asset that a test makes.
 *
 * @example
 * ```ts
 * import { type NewAptosAsset, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const spoof: NewAptosAsset = { name: 'Aptos Coin', symbol: 'APT', decimals: 8 };
 * const metadata = sandbox.aptos.createAsset(spoof);
 * metadata === '0xa'; // false: it only looks like the native coin
 * await sandbox.stop();
 * ```
 */
export interface NewAptosAsset {
  /** Only the metadata's address identifies an asset: two may have one name. */
  readonly name: string;
  /** Only the metadata's address identifies an asset: two may have one symbol. */
  readonly symbol: string;
  /** How many of the digits of a balance in base units stand behind the point. */
  readonly decimals: number;
  /** Whether the indexer knows its metadata; without, balances show `metadata: null`. Default `true`. */
  readonly indexed?: boolean;
}

/**
 * A coin of the older standard that a test makes.
 *
 * @example
 * ```ts
 * import { type NewAptosCoin, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const coin: NewAptosCoin = { coinType: '0xc0::usd::Usd', name: 'Dollar', symbol: 'USD', decimals: 6 };
 * sandbox.aptos.createCoin(coin);
 * sandbox.aptos.mint('0xc0::usd::Usd', '0x42', 1_000_000n);
 * await sandbox.stop();
 * ```
 */
export interface NewAptosCoin {
  /** Such as `0xc0::usd::Usd`. */
  readonly coinType: string;
  /** Only the coin type identifies a coin: two may have one name. */
  readonly name: string;
  /** Only the coin type identifies a coin: two may have one symbol. */
  readonly symbol: string;
  /** How many of the digits of a balance in base units stand behind the point. */
  readonly decimals: number;
  /** Whether it has a fungible asset that it can turn into. Default `false`. */
  readonly paired?: boolean;
}

/** Makes an asset; gives the address of its metadata. */
export function writeAsset(draft: Draft, asset: NewAptosAsset): Address {
  const { name, symbol, decimals, indexed = true } = asset;
  const creator = FRAMEWORK;
  const metadata = namedObject(creator, `asset ${[...draft.assets.keys()].length} ${symbol}`);
  const rest = { iconUri: '', projectUri: '', indexed };
  draft.assets.set(metadata, { metadata, name, symbol, decimals, creator, ...rest });
  return metadata;
}

export function writeCoin(draft: Draft, given: NewAptosCoin, creator: Address): void {
  const { coinType, name, symbol, decimals, paired = false } = given;
  const coin: Coin = { coinType, name, symbol, decimals, creator };
  if (!paired) {
    draft.coins.set(coinType, coin);
    return;
  }
  const metadata = pairedAsset(coinType);
  const asset: FungibleAsset = {
    metadata,
    name,
    symbol,
    decimals,
    creator: FUNGIBLE_ASSETS,
    iconUri: '',
    projectUri: '',
    indexed: true,
  };
  draft.assets.set(metadata, asset);
  draft.coins.set(coinType, { ...coin, paired: metadata });
}

/** Gives an account some of an asset, out of nothing: into its primary store. */
export function addToStore(draft: Draft, metadata: Address, owner: Address, units: bigint): void {
  const key = primaryStoreOf(owner, metadata);
  const store = draft.stores.get(key) ?? { owner, metadata, balance: 0n, frozen: false };
  draft.stores.set(key, { ...store, balance: added(store.balance, units) });
}

/** Gives an account some of a coin in its older form, out of nothing. */
export function addToCoinStore(
  draft: Draft,
  coinType: string,
  owner: Address,
  units: bigint,
): void {
  const key = coinStoreKey(owner, coinType);
  const store = draft.coinStores.get(key) ?? { owner, coinType, balance: 0n, frozen: false };
  draft.coinStores.set(key, { ...store, balance: added(store.balance, units) });
}

function added(balance: bigint, units: bigint): bigint {
  const sum = balance + units;
  if (units < 0n || sum > MAX_U64) throw new RangeError('a balance is 0 to 2^64-1');
  return sum;
}

/** Freezes or opens what an account has of an asset or a coin. */
export function setFrozen(
  draft: Draft,
  asset: string,
  { owner, frozen }: { readonly owner: Address; readonly frozen: boolean },
): void {
  const key = primaryStoreOf(owner, asset);
  const store = draft.stores.get(key);
  if (store !== undefined) draft.stores.set(key, { ...store, frozen });
  const coinKey = coinStoreKey(owner, asset);
  const coinStore = draft.coinStores.get(coinKey);
  if (coinStore !== undefined) draft.coinStores.set(coinKey, { ...coinStore, frozen });
  if (store === undefined && coinStore === undefined) {
    throw new Error(`${owner} has none of ${asset}`);
  }
}

/** Gives a fungible asset another number of decimals, as its issuer may. */
export function changeDecimals(draft: Draft, metadata: Address, decimals: number): void {
  const asset = draft.assets.get(metadata);
  if (asset === undefined) throw new Error(`there is no asset ${metadata}`);
  draft.assets.set(metadata, { ...asset, decimals });
}
