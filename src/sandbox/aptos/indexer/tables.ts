import type { ColumnType, Row, Table } from './table.js';

/**
 * The tables that a gateway asks, with the columns of the public indexers' schema
 * (`aptos-indexer-processors`, `hasura-api`).
 */

const sameVersion = (own: Row, other: Row) => own.transaction_version === other.transaction_version;
const sameAsset = (own: Row, other: Row) => own.asset_type === other.asset_type;

const accountTransactions: Table = {
  name: 'account_transactions',
  columns: { account_address: 'String', transaction_version: 'bigint' },
  relations: {
    user_transaction: {
      table: 'user_transactions',
      many: false,
      on: (own, other) => own.transaction_version === other.version,
    },
    fungible_asset_activities: { table: 'fungible_asset_activities', many: true, on: sameVersion },
    coin_activities: { table: 'coin_activities', many: true, on: sameVersion },
  },
  aggregate: true,
};

const userTransactions: Table = {
  name: 'user_transactions',
  columns: {
    block_height: 'bigint',
    entry_function_contract_address: 'String',
    entry_function_function_name: 'String',
    entry_function_id_str: 'String',
    entry_function_module_name: 'String',
    epoch: 'bigint',
    expiration_timestamp_secs: 'timestamp',
    gas_unit_price: 'numeric',
    max_gas_amount: 'numeric',
    parent_signature_type: 'String',
    replay_protection_nonce: 'numeric',
    sender: 'String',
    sequence_number: 'bigint',
    timestamp: 'timestamp',
    version: 'bigint',
  },
  relations: {},
  aggregate: false,
};

const fungibleAssetActivities: Table = {
  name: 'fungible_asset_activities',
  columns: {
    amount: 'numeric',
    asset_type: 'String',
    block_height: 'bigint',
    entry_function_id_str: 'String',
    event_index: 'bigint',
    gas_fee_payer_address: 'String',
    is_frozen: 'Boolean',
    is_gas_fee: 'Boolean',
    is_transaction_success: 'Boolean',
    owner_address: 'String',
    storage_id: 'String',
    storage_refund_amount: 'numeric',
    token_standard: 'String',
    transaction_timestamp: 'timestamp',
    transaction_version: 'bigint',
    type: 'String',
  },
  relations: { metadata: { table: 'fungible_asset_metadata', many: false, on: sameAsset } },
  aggregate: false,
};

const coinActivities: Table = {
  name: 'coin_activities',
  columns: {
    activity_type: 'String',
    amount: 'numeric',
    block_height: 'bigint',
    coin_type: 'String',
    entry_function_id_str: 'String',
    event_account_address: 'String',
    event_creation_number: 'Int',
    event_index: 'bigint',
    event_sequence_number: 'Int',
    is_gas_fee: 'Boolean',
    is_transaction_success: 'Boolean',
    owner_address: 'String',
    storage_refund_amount: 'numeric',
    transaction_timestamp: 'timestamp',
    transaction_version: 'bigint',
  },
  relations: {},
  aggregate: true,
};

const fungibleAssetMetadata: Table = {
  name: 'fungible_asset_metadata',
  columns: {
    asset_type: 'String',
    creator_address: 'String',
    decimals: 'Int',
    icon_uri: 'String',
    last_transaction_timestamp: 'timestamp',
    last_transaction_version: 'bigint',
    maximum_v2: 'numeric',
    name: 'String',
    project_uri: 'String',
    supply_aggregator_table_handle_v1: 'String',
    supply_aggregator_table_key_v1: 'String',
    supply_v2: 'numeric',
    symbol: 'String',
    token_standard: 'String',
  },
  relations: {},
  aggregate: false,
};

const BALANCE_COLUMNS: Table['columns'] = {
  amount: 'numeric',
  asset_type: 'String',
  is_frozen: 'Boolean',
  is_primary: 'Boolean',
  last_transaction_timestamp: 'timestamp',
  last_transaction_version: 'bigint',
  owner_address: 'String',
  storage_id: 'String',
  token_standard: 'String',
};

/** Of indexers that show a coin and its paired asset as one: each form's part has its own columns too. */
const UNIFIED_COLUMNS: { readonly [name: string]: ColumnType } = {
  amount_v1: 'numeric',
  amount_v2: 'numeric',
  asset_type_v1: 'String',
  asset_type_v2: 'String',
  last_transaction_timestamp_v1: 'timestamp',
  last_transaction_timestamp_v2: 'timestamp',
  last_transaction_version_v1: 'bigint',
  last_transaction_version_v2: 'bigint',
};

const processorStatus: Table = {
  name: 'processor_status',
  columns: {
    last_success_version: 'bigint',
    last_transaction_timestamp: 'timestamp',
    last_updated: 'timestamp',
    processor: 'String',
  },
  relations: {},
  aggregate: false,
};

const ledgerInfos: Table = {
  name: 'ledger_infos',
  columns: { chain_id: 'bigint' },
  relations: {},
  aggregate: false,
};

/** All tables; `unified` as in {@link BalanceRows}. */
export function tablesOf(unified: boolean): ReadonlyMap<string, Table> {
  const balances: Table = {
    name: 'current_fungible_asset_balances',
    columns: unified ? { ...BALANCE_COLUMNS, ...UNIFIED_COLUMNS } : BALANCE_COLUMNS,
    relations: { metadata: { table: 'fungible_asset_metadata', many: false, on: sameAsset } },
    aggregate: true,
  };
  const tables = [
    accountTransactions,
    userTransactions,
    fungibleAssetActivities,
    coinActivities,
    fungibleAssetMetadata,
    balances,
    processorStatus,
    ledgerInfos,
  ];
  return new Map(tables.map((table) => [table.name, table]));
}

/**
 * How an indexer shows a coin and the asset that it is paired with: as one row with the sum (`unified`, the
 * public indexers today), or as two (`separate`, older ones).
 */
export type BalanceRows = 'unified' | 'separate';
