import type { Block, MinedTransaction } from '../../chain/blocks.js';
import type { PendingTransaction } from '../../chain/mempool.js';
import type { StacksTransaction } from '../../wire/transaction.js';
import { type ApiSettings, isFrom } from '../api-settings.js';
import { textOf, valueJson } from '../event-json.js';
import { conditionsJson } from '../transaction-json.js';

type Json = Record<string, unknown>;

/** How a transaction is shown: what is asked for, and what the release shows. */
export interface Style {
  readonly api: ApiSettings;
  readonly included?: ReadonlySet<string>;
}

/** A transaction in a block, as v3 lists it. */
export function summaryJson(mined: MinedTransaction, style: Style): Json {
  const { tx, block, status, events } = mined;
  return {
    ...commonJson(tx),
    block: blockJson(mined, style),
    bitcoin_block: { height: block.burnHeight, ...moment('time', block.burnTime, style) },
    status,
    ...(isFrom(style.api, 9, 7) && { event_count: events.length }),
    ...payloadJson(tx, style),
  };
}

/** A transaction in a block, by itself. */
export function detailJson(mined: MinedTransaction, style: Style): Json {
  const { tx, block, events, vmError, result } = mined;
  return {
    ...summaryJson(mined, style),
    parent_block: { hash: block.parentHash, index_hash: block.parentIndexHash },
    event_count: events.length,
    execution_cost: {
      read_count: 0,
      read_length: 0,
      runtime: 0,
      write_count: 0,
      write_length: 0,
    },
    vm_error: vmError ?? null,
    ...conditionsIn(tx, style),
    ...(style.included?.has('result') && { result: valueJson(result) }),
  };
}

/** A transaction that waits, as v3 lists it; the block is the latest that there was. */
export function pendingSummaryJson(
  { tx, receivedAt }: PendingTransaction,
  tip: Block,
  style: Style,
): Json {
  return {
    ...commonJson(tx),
    ...moment('receipt_time', Math.floor(receivedAt / 1_000), style),
    receipt_block_height: tip.height,
    status: 'pending',
    ...payloadJson(tx, style),
  };
}

/** A transaction that waits, by itself. One that was dropped is shown to nobody. */
export function pendingDetailJson(pending: PendingTransaction, tip: Block, style: Style): Json {
  return {
    ...pendingSummaryJson(pending, tip, style),
    ...conditionsIn(pending.tx, style),
    replaced_by_tx_id: null,
  };
}

function commonJson(tx: StacksTransaction): Json {
  return {
    tx_id: tx.txid,
    type: tx.payload.kind,
    sender: { address: tx.sender, nonce: Number(tx.nonce) },
    sponsor: null,
    fee_rate: `${tx.fee}`,
  };
}

function blockJson({ block, index }: MinedTransaction, style: Style): Json {
  const { height, hash, indexHash, time } = block;
  const at = moment('time', time, style);
  return { height, hash, index_hash: indexHash, ...at, tx_index: index };
}

function moment(name: string, seconds: number, { api }: Style): Json {
  const iso = new Date(seconds * 1_000).toISOString();
  return { [name]: seconds, ...(isFrom(api, 9, 6) && { [`${name}_iso`]: iso }) };
}

function conditionsIn(tx: StacksTransaction, { api, included }: Style): Json {
  if (!included?.has('post_conditions')) return {};
  const mode = isFrom(api, 9, 3) ? { post_condition_mode: tx.mode } : {};
  return { post_conditions: conditionsJson(tx), ...mode };
}

function payloadJson({ payload, sender }: StacksTransaction, { included }: Style): Json {
  switch (payload.kind) {
    case 'token_transfer': {
      const { recipient, amount, memo } = payload;
      return { token_transfer: { recipient, amount: `${amount}`, memo: memoJson(memo) } };
    }
    case 'contract_call': {
      const { contract, functionName, args } = payload;
      const given = included?.has('function_args') ? { function_args: args.map(valueJson) } : {};
      return {
        contract_call: { contract_id: contract, function_name: functionName, ...given },
      };
    }
    case 'smart_contract': {
      const { name, source, clarityVersion = null } = payload;
      const code = included?.has('source_code') ? { source_code: source } : {};
      return {
        smart_contract: {
          clarity_version: clarityVersion,
          contract_id: `${sender}.${name}`,
          ...code,
        },
      };
    }
    case 'coinbase':
      return { coinbase: { alt_recipient: null } };
    case 'tenure_change':
      return { tenure_change: { cause: 'block_found' } };
  }
}

function memoJson(hex: string): Json {
  return { hex: `0x${hex}`, repr: textOf(hex) };
}
