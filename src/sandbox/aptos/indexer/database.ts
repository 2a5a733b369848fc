import type { AptosNode } from '../chain/node.js';
import type { Coin, FungibleAsset } from '../state/world.js';
import { separateRows, unifiedRows } from './balance-rows.js';
import type { Database, Row, Table } from './table.js';
import { type BalanceRows, tablesOf } from './tables.js';
import { timestampText } from './timestamps.js';
import {
  accountTransactionRows,
  activityRows,
  coinActivityRows,
  userTransactionRow,
} from './transaction-rows.js';

const PROCESSORS = [
  'account_restoration_processor',
  'account_transactions_processor',
  'default_processor',
  'events_processor',
  'fungible_asset_processor',
  'objects_processor',
  'token_v2_processor',
  'user_transaction_processor',
];

/** What an indexer knows that has come as far as `version`. */
export function databaseAt(node: AptosNode, version: number, balances: BalanceRows): Database {
  const tables = tablesOf(balances === 'unified');
  const transactions = node.ledger.upTo(version);
  const state = node.ledger.world.at(version);
  const activities = once(() => transactions.flatMap((each) => activityRows(node, each)));
  const sources: ReadonlyMap<string, () => readonly Row[]> = new Map([
    [
      'account_transactions',
      once(() => transactions.flatMap((each) => accountTransactionRows(node, each))),
    ],
    ['user_transactions', once(() => transactions.map(userTransactionRow))],
    ['fungible_asset_activities', activities],
    ['coin_activities', once(() => activities().flatMap((row) => coinActivityRows(row)))],
    [
      'current_fungible_asset_balances',
      once(() => (balances === 'unified' ? unifiedRows : separateRows)(node, version)),
    ],
    [
      'fungible_asset_metadata',
      once(() => [
        ...[...state.coins.keys()].flatMap((key) => coinRow(node, version, state.coins.get(key))),
        ...[...state.assets.keys()].flatMap((key) =>
          assetRow(node, version, state.assets.get(key)),
        ),
      ]),
    ],
    ['processor_status', once(() => statusRows(node, version))],
    ['ledger_infos', once(() => [{ chain_id: BigInt(node.chainId) }])],
  ]);
  return {
    table: (name): Table | undefined => tables.get(name),
    rows: (name) => sources.get(name)?.() ?? [],
  };
}

function once(make: () => readonly Row[]): () => readonly Row[] {
  let rows: readonly Row[] | undefined;
  return () => {
    rows ??= make();
    return rows;
  };
}

function statusRows({ ledger }: AptosNode, version: number): readonly Row[] {
  const time = timestampText((ledger.blockOf(version) ?? ledger.latest).timestamp);
  return PROCESSORS.map((processor) => ({
    last_success_version: BigInt(version),
    last_transaction_timestamp: time,
    last_updated: time,
    processor,
  }));
}

function coinRow(node: AptosNode, version: number, coin: Coin | undefined): readonly Row[] {
  if (coin === undefined) return [];
  const at = node.ledger.world.coins.changedAt(coin.coinType, version) ?? 0;
  return [
    {
      ...changed(node, at),
      asset_type: coin.coinType,
      creator_address: coin.creator,
      decimals: BigInt(coin.decimals),
      icon_uri: null,
      maximum_v2: null,
      name: coin.name,
      project_uri: null,
      supply_v2: null,
      symbol: coin.symbol,
      token_standard: 'v1',
    },
  ];
}

function assetRow(
  node: AptosNode,
  version: number,
  asset: FungibleAsset | undefined,
): readonly Row[] {
  if (asset === undefined || !asset.indexed) return [];
  const at = node.ledger.world.assets.changedAt(asset.metadata, version) ?? 0;
  return [
    {
      ...changed(node, at),
      asset_type: asset.metadata,
      creator_address: asset.creator,
      decimals: BigInt(asset.decimals),
      icon_uri: asset.iconUri,
      maximum_v2: null,
      name: asset.name,
      project_uri: asset.projectUri,
      supply_v2: supplyOf(node, version, asset),
      symbol: asset.symbol,
      token_standard: 'v2',
    },
  ];
}

/** The units in all stores. */
function supplyOf({ ledger }: AptosNode, version: number, { metadata }: FungibleAsset): bigint {
  const { stores } = ledger.world.at(version);
  return [...stores.keys()]
    .flatMap((key) => stores.get(key) ?? [])
    .filter((store) => store.metadata === metadata)
    .reduce((sum, { balance }) => sum + balance, 0n);
}

function changed({ ledger }: AptosNode, version: number): Row {
  return {
    last_transaction_version: BigInt(version),
    last_transaction_timestamp: timestampText((ledger.blockOf(version) ?? ledger.latest).timestamp),
  };
}
