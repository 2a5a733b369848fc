import type { Json } from '../../../core/json.js';
import { type Address, shown } from '../address.js';
import type { CoinStore, FungibleAsset, FungibleStore, State } from '../state/world.js';

/** A resource as the node shows it. */
export interface Resource {
  readonly type: string;
  readonly data: Json;
}

/** What lies at an address. */
export function resourcesAt(state: State, address: Address): readonly Resource[] {
  const account = accountResource(state, address);
  const store = state.stores.get(address);
  const asset = state.assets.get(address);
  const coinStores = [...state.coinStores.keys()]
    .filter((key) => key.startsWith(`${address} `))
    .flatMap((key) => state.coinStores.get(key) ?? []);
  return [
    ...(account === undefined ? [] : [account]),
    ...(store === undefined ? [] : storeResources(store)),
    ...(asset === undefined ? [] : assetResources(asset)),
    ...coinStores.map(coinStoreResource),
  ];
}

export function accountResource(state: State, address: Address): Resource | undefined {
  const account = state.accounts.get(address);
  if (account === undefined) return undefined;
  return {
    type: '0x1::account::Account',
    data: {
      authentication_key: account.authenticationKey,
      guid_creation_num: '2',
      rotation_capability_offer: { for: { vec: [] } },
      sequence_number: `${account.sequenceNumber}`,
      signer_capability_offer: { for: { vec: [] } },
    },
  };
}

export function storeResources(store: FungibleStore): readonly Resource[] {
  return [
    {
      type: '0x1::fungible_asset::FungibleStore',
      data: {
        balance: `${store.balance}`,
        frozen: store.frozen,
        metadata: { inner: shown(store.metadata) },
      },
    },
    objectCore(store.owner),
  ];
}

function assetResources(asset: FungibleAsset): readonly Resource[] {
  return [
    {
      type: '0x1::fungible_asset::Metadata',
      data: {
        decimals: asset.decimals,
        icon_uri: asset.iconUri,
        name: asset.name,
        project_uri: asset.projectUri,
        symbol: asset.symbol,
      },
    },
    objectCore(asset.creator),
  ];
}

function objectCore(owner: Address): Resource {
  return {
    type: '0x1::object::ObjectCore',
    data: {
      allow_ungated_transfer: false,
      guid_creation_num: '1125899906842625',
      owner: shown(owner),
    },
  };
}

export function coinStoreResource({ coinType, balance, frozen }: CoinStore): Resource {
  return {
    type: `0x1::coin::CoinStore<${coinType}>`,
    data: { coin: { value: `${balance}` }, frozen },
  };
}
