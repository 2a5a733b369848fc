import type { Json } from '../../../core/json.js';
import type { Address } from '../address.js';
import { OverlayTable, type Table, VersionedTable } from './versioned.js';

export interface Account {
  readonly sequenceNumber: bigint;
  readonly authenticationKey: string;
}

/** A fungible asset, by the address of its metadata object. */
export interface FungibleAsset {
  readonly metadata: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly creator: Address;
  readonly iconUri: string;
  readonly projectUri: string;
  /** Whether the indexer knows its metadata. */
  readonly indexed: boolean;
}

/** A store of a fungible asset, by its own address. */
export interface FungibleStore {
  readonly owner: Address;
  readonly metadata: Address;
  readonly balance: bigint;
  readonly frozen: boolean;
}

/** A coin of the older standard, by its type. */
export interface Coin {
  readonly coinType: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly creator: Address;
  /** The fungible asset that it is the other form of, once there is one. */
  readonly paired?: Address;
}

/** A store of a coin, by owner and type: see {@link coinStoreKey}. */
export interface CoinStore {
  readonly owner: Address;
  readonly coinType: string;
  readonly balance: bigint;
  readonly frozen: boolean;
}

/** A call that the sample module was made, as it decoded it. */
export interface RecordedCall {
  readonly function: string;
  readonly signers: readonly string[];
  readonly typeArguments: readonly string[];
  readonly arguments: readonly Json[];
}

interface Records {
  readonly accounts: Account;
  readonly assets: FungibleAsset;
  readonly stores: FungibleStore;
  readonly coins: Coin;
  readonly coinStores: CoinStore;
  /** When the nonce of an orderless transaction may be used again, by sender and nonce. */
  readonly nonces: bigint;
  readonly calls: RecordedCall;
}

/** Everything that is on the chain, as of one version. */
export type State = { readonly [Name in keyof Records]: Table<Records[Name]> };

type Overlays = { readonly [Name in keyof Records]: OverlayTable<Records[Name]> };

/** A state that is being changed. */
export interface Draft extends Overlays {
  /** A draft over this one, to be dropped or merged. */
  nested(): Draft;
}

export function draftOf(base: State): Draft {
  const draft: Draft = {
    accounts: new OverlayTable(base.accounts),
    assets: new OverlayTable(base.assets),
    stores: new OverlayTable(base.stores),
    coins: new OverlayTable(base.coins),
    coinStores: new OverlayTable(base.coinStores),
    nonces: new OverlayTable(base.nonces),
    calls: new OverlayTable(base.calls),
    nested: () => draftOf(draft),
  };
  return draft;
}

/** Makes the changes of `from` changes of `to`. */
export function merge(from: Draft, to: Draft): void {
  copy(from.accounts, to.accounts);
  copy(from.assets, to.assets);
  copy(from.stores, to.stores);
  copy(from.coins, to.coins);
  copy(from.coinStores, to.coinStores);
  copy(from.nonces, to.nonces);
  copy(from.calls, to.calls);
}

function copy<V>(from: OverlayTable<V>, to: { set(key: string, value: V): void }): void {
  for (const [key, value] of from.changes) to.set(key, value);
}

/** The chain's state through all its versions. */
export class World {
  readonly accounts = new VersionedTable<Account>();
  readonly assets = new VersionedTable<FungibleAsset>();
  readonly stores = new VersionedTable<FungibleStore>();
  readonly coins = new VersionedTable<Coin>();
  readonly coinStores = new VersionedTable<CoinStore>();
  readonly nonces = new VersionedTable<bigint>();
  readonly calls = new VersionedTable<RecordedCall>();

  at(version: number): State {
    return {
      accounts: this.accounts.at(version),
      assets: this.assets.at(version),
      stores: this.stores.at(version),
      coins: this.coins.at(version),
      coinStores: this.coinStores.at(version),
      nonces: this.nonces.at(version),
      calls: this.calls.at(version),
    };
  }

  commit(draft: Draft, version: number): void {
    const into = <V>(table: VersionedTable<V>) => ({
      set: (key: string, value: V) => table.put(key, version, value),
    });
    copy(draft.accounts, into(this.accounts));
    copy(draft.assets, into(this.assets));
    copy(draft.stores, into(this.stores));
    copy(draft.coins, into(this.coins));
    copy(draft.coinStores, into(this.coinStores));
    copy(draft.nonces, into(this.nonces));
    copy(draft.calls, into(this.calls));
  }
}

export function coinStoreKey(owner: Address, coinType: string): string {
  return `${owner} ${coinType}`;
}
