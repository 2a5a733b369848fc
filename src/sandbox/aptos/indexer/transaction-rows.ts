import {
  type Address,
  FUNGIBLE_ASSETS,
  NATIVE_COIN,
  parseAddress,
  primaryStoreOf,
  shown,
} from '../address.js';
import type { CommittedTransaction } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import type { MoveEvent } from '../move/call.js';
import { gasPayerOf, signersOf } from '../transaction/signed-transaction.js';
import type { Row } from './table.js';
import { timestampText } from './timestamps.js';

/** Who has to do with a transaction: who signed or paid it, and whose stores it wrote. */
export function accountTransactionRows(
  { ledger }: AptosNode,
  committed: CommittedTransaction,
): readonly Row[] {
  const { version, tx, touched } = committed;
  const state = ledger.world.at(version);
  const addresses = new Set<Address>([...signersOf(tx), gasPayerOf(tx), ...touched.accounts]);
  for (const key of touched.stores) {
    addresses.add(key);
    const owner = state.stores.get(key)?.owner;
    if (owner !== undefined) addresses.add(owner);
  }
  for (const key of touched.coinStores) {
    const owner = state.coinStores.get(key)?.owner;
    if (owner !== undefined) addresses.add(owner);
  }
  return [...addresses].map((address) => ({
    account_address: address,
    transaction_version: BigInt(version),
  }));
}

export function userTransactionRow({ version, height, timestamp, tx }: CommittedTransaction): Row {
  const { call, nonce } = tx.payload;
  const signatures = {
    single: 'ed25519_signature',
    'multi-agent': 'multi_agent_signature',
  } as const;
  const { kind } = tx.authenticator;
  return {
    block_height: BigInt(height),
    entry_function_contract_address: call.address,
    entry_function_function_name: call.function,
    entry_function_id_str: functionOf(tx),
    entry_function_module_name: call.module,
    epoch: 1n,
    expiration_timestamp_secs: timestampText(tx.expiration * 1_000_000n),
    gas_unit_price: tx.gasUnitPrice,
    max_gas_amount: tx.maxGasAmount,
    parent_signature_type: kind === 'fee-payer' ? 'fee_payer_signature' : signatures[kind],
    replay_protection_nonce: nonce ?? null,
    sender: tx.sender,
    sequence_number: nonce === undefined ? tx.sequenceNumber : null,
    timestamp: timestampText(timestamp),
    version: BigInt(version),
  };
}

/** What moved: the gas first, then the events in their order. */
export function activityRows(node: AptosNode, committed: CommittedTransaction): readonly Row[] {
  const { tx, outcome } = committed;
  const payer = gasPayerOf(tx);
  const gas: Row = {
    ...commonActivity(committed),
    amount: outcome.gasUsed * tx.gasUnitPrice,
    asset_type: NATIVE_COIN,
    event_index: -1n,
    is_gas_fee: true,
    owner_address: payer,
    storage_id: primaryStoreOf(payer, FUNGIBLE_ASSETS),
    token_standard: 'v1',
    type: '0x1::aptos_coin::GasFeeEvent',
  };
  const moves = outcome.events.flatMap((event, index) => {
    const what = assetOf(node, committed, event);
    if (what === undefined) return [];
    const amount = BigInt(String(event.data.amount));
    const rest = { is_gas_fee: false, event_index: BigInt(index), type: event.type };
    return [{ ...commonActivity(committed), ...what, ...rest, amount }];
  });
  return [gas, ...moves];
}

function commonActivity({ version, height, timestamp, tx, outcome }: CommittedTransaction): Row {
  const payer = gasPayerOf(tx);
  return {
    block_height: BigInt(height),
    entry_function_id_str: functionOf(tx),
    gas_fee_payer_address: payer === tx.sender ? null : payer,
    is_frozen: null,
    is_transaction_success: outcome.success,
    storage_refund_amount: 0n,
    transaction_timestamp: timestampText(timestamp),
    transaction_version: BigInt(version),
  };
}

/** Whose asset an event moved, and which. */
function assetOf(
  { ledger }: AptosNode,
  { version }: CommittedTransaction,
  { type, data }: MoveEvent,
): Row | undefined {
  const address = (value: unknown) => parseAddress(String(value)) ?? '';
  if (type === '0x1::coin::CoinWithdraw' || type === '0x1::coin::CoinDeposit') {
    const owner = address(data.account);
    const asset = String(data.coin_type);
    return {
      asset_type: asset,
      owner_address: owner,
      storage_id: `${owner} ${asset}`,
      token_standard: 'v1',
    };
  }
  const moves = ['0x1::fungible_asset::Withdraw', '0x1::fungible_asset::Deposit'];
  const store = address(data.store);
  const found = moves.includes(type) ? ledger.world.at(version).stores.get(store) : undefined;
  if (found === undefined) return undefined;
  return {
    asset_type: found.metadata,
    owner_address: found.owner,
    storage_id: store,
    token_standard: 'v2',
    is_frozen: found.frozen,
  };
}

/** The same for coins alone, in the table's older form. */
export function coinActivityRows(activity: Row): readonly Row[] {
  if (activity.token_standard !== 'v1') return [];
  const { is_frozen, asset_type, type, storage_id, token_standard, gas_fee_payer_address, ...row } =
    activity;
  const number = activity.is_gas_fee === true ? -1n : 0n;
  return [
    {
      ...row,
      activity_type: type ?? null,
      coin_type: asset_type ?? null,
      event_account_address: activity.owner_address ?? null,
      event_creation_number: number,
      event_sequence_number: number,
    },
  ];
}

function functionOf({ payload: { call } }: CommittedTransaction['tx']): string {
  return `${shown(call.address)}::${call.module}::${call.function}`;
}
