import { serializeCV } from '@stacks/transactions';
import type { Block, MinedTransaction } from '../../chain/blocks.js';
import type { PendingTransaction } from '../../chain/mempool.js';
import { repr } from '../../wire/repr.js';
import type { StacksTransaction } from '../../wire/transaction.js';
import { conditionsJson } from '../transaction-json.js';

type Json = Record<string, unknown>;

/** What of a transaction is shown only where it is asked for. */
export type Included = ReadonlySet<string>;

const NOTHING: Included = new Set();

/** A transaction in a block, as v3 lists it. */
export function summaryJson(mined: MinedTransaction, included = NOTHING): Json {
  return {
    ...commonJson(mined.tx),
    block: blockJson(mined),
    bitcoin_block: { height: mined.block.burnHeight, time: mined.block.burnTime },
    status: mined.status,
    ...payloadJson(mined.tx, included),
  };
}

/** A transaction in a block, by itself. */
export function detailJson(mined: MinedTransaction, included: Included): Json {
  const { tx, block, events, vmError, result } = mined;
  return {
    ...summaryJson(mined, included),
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
    ...conditionsIn(tx, included),
    ...(included.has('result') && { result: valueJson(result) }),
  };
}

/** A transaction that waits, as v3 lists it; the block is the latest that there was. */
export function pendingSummaryJson({ tx, receivedAt }: PendingTransaction, tip: Block): Json {
  return {
    ...commonJson(tx),
    receipt_time: Math.floor(receivedAt / 1_000),
    receipt_block_height: tip.height,
    status: 'pending',
    ...payloadJson(tx, NOTHING),
  };
}

/** A transaction that waits, by itself. One that was dropped is shown to nobody. */
export function pendingDetailJson(
  pending: PendingTransaction,
  tip: Block,
  included: Included,
): Json {
  return {
    ...pendingSummaryJson(pending, tip),
    ...payloadJson(pending.tx, included),
    ...conditionsIn(pending.tx, included),
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

function blockJson({ block, index }: MinedTransaction): Json {
  const { height, hash, indexHash, time } = block;
  return { height, hash, index_hash: indexHash, time, tx_index: index };
}

function conditionsIn(tx: StacksTransaction, included: Included): Json {
  return included.has('post_conditions') ? { post_conditions: conditionsJson(tx) } : {};
}

function payloadJson({ payload, sender }: StacksTransaction, included: Included): Json {
  switch (payload.kind) {
    case 'token_transfer': {
      const { recipient, amount, memo } = payload;
      return { token_transfer: { recipient, amount: `${amount}`, memo: memoJson(memo) } };
    }
    case 'contract_call': {
      const { contract, functionName, args } = payload;
      const given = included.has('function_args') ? { function_args: args.map(valueJson) } : {};
      return {
        contract_call: { contract_id: contract, function_name: functionName, ...given },
      };
    }
    case 'smart_contract': {
      const { name, source, clarityVersion = null } = payload;
      const code = included.has('source_code') ? { source_code: source } : {};
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
  const text = Buffer.from(hex, 'hex').toString('utf8').replace(/\0+$/, '');
  return { hex: `0x${hex}`, repr: text };
}

function valueJson(value: Parameters<typeof serializeCV>[0]): Json {
  return { hex: `0x${serializeCV(value)}`, repr: repr(value) };
}
