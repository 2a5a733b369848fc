import { primaryStoreOf } from '../address.js';
import type { AptosNode } from '../chain/node.js';
import { sha3Hex } from '../hashing.js';
import type { CoinStore, FungibleStore } from '../state/world.js';
import type { Row } from './table.js';
import { timestampText } from './timestamps.js';

/** A holding in either form, or both: they share their place. */
interface Holding {
  owner: string;
  storageId: string;
  isPrimary: boolean;
  v1?: { readonly assetType: string; readonly part: Part };
  v2?: { readonly assetType: string; readonly part: Part };
}

interface Part {
  readonly amount: bigint;
  readonly frozen: boolean;
  readonly version: number;
}

/** One row for a coin and its paired asset, with the sum; the coin's type wins. */
export function unifiedRows(node: AptosNode, version: number): readonly Row[] {
  return holdingsAt(node, version, true).map((holding) => {
    const { v1, v2 } = holding;
    return {
      ...common(node, holding),
      amount: (v1?.part.amount ?? 0n) + (v2?.part.amount ?? 0n),
      asset_type: v1?.assetType ?? v2?.assetType ?? null,
      token_standard: v1 === undefined ? 'v2' : 'v1',
      amount_v1: v1?.part.amount ?? null,
      amount_v2: v2?.part.amount ?? null,
      asset_type_v1: v1?.assetType ?? null,
      asset_type_v2: v2?.assetType ?? null,
      ...changed(node, '_v1', v1?.part.version),
      ...changed(node, '_v2', v2?.part.version),
    };
  });
}

/** A row for each form. */
export function separateRows(node: AptosNode, version: number): readonly Row[] {
  return holdingsAt(node, version, false).map((holding) => {
    const { v1, v2 } = holding;
    return {
      ...common(node, holding),
      amount: v1?.part.amount ?? v2?.part.amount ?? 0n,
      asset_type: v1?.assetType ?? v2?.assetType ?? null,
      token_standard: v1 === undefined ? 'v2' : 'v1',
    };
  });
}

function holdingsAt(node: AptosNode, version: number, together: boolean): readonly Holding[] {
  const { world } = node.ledger;
  const state = world.at(version);
  const holdings = new Map<string, Holding>();
  for (const key of state.stores.keys()) {
    const store = state.stores.get(key);
    if (store !== undefined) {
      const at = world.stores.changedAt(key, version) ?? 0;
      holdings.set(key, assetHolding(key, store, at));
    }
  }
  for (const key of state.coinStores.keys()) {
    const store = state.coinStores.get(key);
    if (store === undefined) continue;
    const paired = state.coins.get(store.coinType)?.paired;
    const storageId =
      together && paired !== undefined
        ? primaryStoreOf(store.owner, paired)
        : sha3Hex(`coin store ${key}`);
    const at = world.coinStores.changedAt(key, version) ?? 0;
    const holding = coinHolding(storageId, store, at);
    holdings.set(storageId, { ...holdings.get(storageId), ...holding });
  }
  return [...holdings.values()];
}

function assetHolding(storageId: string, store: FungibleStore, version: number): Holding {
  const { owner, metadata, balance, frozen } = store;
  const isPrimary = storageId === primaryStoreOf(owner, metadata);
  const part = { amount: balance, frozen, version };
  return { owner, storageId, isPrimary, v2: { assetType: metadata, part } };
}

function coinHolding(storageId: string, store: CoinStore, version: number): Holding {
  const { owner, coinType, balance, frozen } = store;
  const part = { amount: balance, frozen, version };
  return { owner, storageId, isPrimary: true, v1: { assetType: coinType, part } };
}

function common(node: AptosNode, { owner, storageId, isPrimary, v1, v2 }: Holding): Row {
  const latest = Math.max(v1?.part.version ?? 0, v2?.part.version ?? 0);
  return {
    is_frozen: v1?.part.frozen === true || v2?.part.frozen === true,
    is_primary: isPrimary,
    owner_address: owner,
    storage_id: storageId,
    ...changed(node, '', latest),
  };
}

function changed({ ledger }: AptosNode, suffix: string, version: number | undefined): Row {
  const block = version === undefined ? undefined : ledger.blockOf(version);
  return {
    [`last_transaction_version${suffix}`]: version === undefined ? null : BigInt(version),
    [`last_transaction_timestamp${suffix}`]:
      block === undefined ? null : timestampText(block.timestamp),
  };
}
