import { type Address, primaryStoreOf, shown } from '../address.js';
import type { FungibleStore, State } from '../state/world.js';
import { addressArgument, type EntryCall, emit } from './call.js';
import { type AbortReason, ArithmeticFailure, MoveAbort } from './failures.js';

const MAX_U64 = 2n ** 64n - 1n;

const INSUFFICIENT_BALANCE: AbortReason = {
  module: 'fungible_asset',
  category: 'invalid-argument',
  reason: 4,
  name: 'EINSUFFICIENT_BALANCE',
  description: 'Insufficient balance to withdraw or transfer.',
};
const STORE_IS_FROZEN: AbortReason = {
  module: 'fungible_asset',
  category: 'permission-denied',
  reason: 3,
  name: 'ESTORE_IS_FROZEN',
  description: 'Store is disabled from sending and receiving this fungible asset.',
};
export const NOT_STORE_OWNER: AbortReason = {
  module: 'fungible_asset',
  category: 'permission-denied',
  reason: 8,
  name: 'ENOT_STORE_OWNER',
  description: "Account is not the store's owner.",
};
const NO_OBJECT: AbortReason = {
  module: 'object',
  category: 'not-found',
  reason: 2,
  name: 'EOBJECT_DOES_NOT_EXIST',
  description: 'An object does not exist at this address',
};
const NO_RESOURCE: AbortReason = {
  module: 'object',
  category: 'not-found',
  reason: 7,
  name: 'ERESOURCE_DOES_NOT_EXIST',
  description: 'The resource is not stored at the specified address.',
};

/** An argument that must be the metadata of an asset. */
export function metadataArgument(call: EntryCall, index: number): Address {
  const metadata = addressArgument(call, index);
  if (call.draft.assets.get(metadata) !== undefined) return metadata;
  throw new MoveAbort(call.draft.stores.get(metadata) === undefined ? NO_OBJECT : NO_RESOURCE);
}

/** An argument that must be a store. */
export function storeArgument(call: EntryCall, index: number): Address {
  const store = addressArgument(call, index);
  if (call.draft.stores.get(store) !== undefined) return store;
  throw new MoveAbort(call.draft.assets.get(store) === undefined ? NO_OBJECT : NO_RESOURCE);
}

export function primaryBalance(state: State, owner: Address, metadata: Address): bigint {
  return state.stores.get(primaryStoreOf(owner, metadata))?.balance ?? 0n;
}

/** The primary store of an account, made if there is none. */
export function ensurePrimaryStore(call: EntryCall, owner: Address, metadata: Address): Address {
  const address = primaryStoreOf(owner, metadata);
  if (call.draft.stores.get(address) === undefined) {
    call.gas.chargeNewEntry();
    call.draft.stores.set(address, { owner, metadata, balance: 0n, frozen: false });
  }
  return address;
}

export function withdraw(call: EntryCall, address: Address, amount: bigint): void {
  const store = openStore(call, address);
  if (store.balance < amount) throw new MoveAbort(INSUFFICIENT_BALANCE);
  change(call, address, store, store.balance - amount);
  emit(call, '0x1::fungible_asset::Withdraw', { store: shown(address), amount: `${amount}` });
}

export function deposit(call: EntryCall, address: Address, amount: bigint): void {
  const store = openStore(call, address);
  const balance = store.balance + amount;
  if (balance > MAX_U64) throw new ArithmeticFailure('fungible_asset::unchecked_deposit');
  change(call, address, store, balance);
  emit(call, '0x1::fungible_asset::Deposit', { store: shown(address), amount: `${amount}` });
}

/** From one primary store to another. */
export function transferBetweenAccounts(
  call: EntryCall,
  metadata: Address,
  order: { readonly from: Address; readonly to: Address; readonly amount: bigint },
): void {
  const source = ensurePrimaryStore(call, order.from, metadata);
  withdraw(call, source, order.amount);
  deposit(call, ensurePrimaryStore(call, order.to, metadata), order.amount);
}

function openStore(call: EntryCall, address: Address): FungibleStore {
  const store = call.draft.stores.get(address);
  if (store === undefined) throw new MoveAbort(NO_OBJECT);
  if (store.frozen) throw new MoveAbort(STORE_IS_FROZEN);
  return store;
}

function change(call: EntryCall, address: Address, store: FungibleStore, balance: bigint): void {
  call.gas.chargeWrite();
  call.draft.stores.set(address, { ...store, balance });
}
