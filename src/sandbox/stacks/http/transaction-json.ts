import {
  type ClarityAbiFunction,
  type ClarityValue,
  getTypeString,
  type PostCondition,
  serializeCV,
} from '@stacks/transactions';
import type { MinedTransaction } from '../chain/blocks.js';
import type { DroppedTransaction, PendingTransaction } from '../chain/mempool.js';
import type { Found, StacksNode } from '../node.js';
import { repr } from '../wire/repr.js';
import type { StacksTransaction } from '../wire/transaction.js';
import { eventsJson } from './event-json.js';

type Json = Record<string, unknown>;

/** A transaction as the API shows it, wherever it is. */
export function transactionJson(node: StacksNode, found: Found): Json {
  switch (found.where) {
    case 'block':
      return { ...minedJson(node, found.mined), events: eventsJson(found.mined) };
    case 'mempool':
      return pendingJson(node, found.pending, 'pending');
    case 'dropped':
      return droppedJson(node, found.dropped);
  }
}

export function pendingJson(node: StacksNode, pending: PendingTransaction, status: string): Json {
  return {
    ...commonJson(node, pending.tx),
    tx_status: status,
    replaced_by_tx_id: null,
    ...moment('receipt_time', Math.floor(pending.receivedAt / 1_000)),
  };
}

function droppedJson(node: StacksNode, dropped: DroppedTransaction): Json {
  return {
    ...pendingJson(node, dropped, dropped.status),
    replaced_by_tx_id: dropped.replacedBy ?? null,
  };
}

export function minedJson(node: StacksNode, mined: MinedTransaction): Json {
  const { tx, block, result, vmError, events } = mined;
  return {
    ...commonJson(node, tx),
    tx_status: mined.status,
    block_hash: block.hash,
    block_height: block.height,
    ...moment('block_time', block.time),
    ...moment('burn_block_time', block.burnTime),
    burn_block_height: block.burnHeight,
    ...moment('parent_burn_block_time', block.burnTime),
    parent_block_hash: block.parentHash,
    canonical: true,
    tx_index: mined.index,
    tx_result: { hex: `0x${serializeCV(result)}`, repr: repr(result) },
    event_count: events.length,
    is_unanchored: false,
    microblock_hash: '',
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    execution_cost_read_count: 0,
    execution_cost_read_length: 0,
    execution_cost_runtime: 0,
    execution_cost_write_count: 0,
    execution_cost_write_length: 0,
    vm_error: vmError ?? null,
    events: [],
  };
}

function commonJson(node: StacksNode, tx: StacksTransaction): Json {
  return {
    tx_id: tx.txid,
    nonce: Number(tx.nonce),
    fee_rate: `${tx.fee}`,
    sender_address: tx.sender,
    sponsored: false,
    post_condition_mode: tx.mode,
    post_conditions: conditionsJson(tx),
    anchor_mode: 'any',
    tx_type: tx.payload.kind,
    ...payloadJson(node, tx),
  };
}

function moment(name: string, seconds: number): Json {
  return { [name]: seconds, [`${name}_iso`]: new Date(seconds * 1_000).toISOString() };
}

function payloadJson(node: StacksNode, { payload, sender }: StacksTransaction): Json {
  switch (payload.kind) {
    case 'token_transfer':
      return {
        token_transfer: {
          recipient_address: payload.recipient,
          amount: `${payload.amount}`,
          memo: `0x${payload.memo}`,
        },
      };
    case 'contract_call': {
      const { contract, functionName, args } = payload;
      const abi = node.machine.interfaceOf(contract);
      const found = abi?.functions.find(({ name }) => name === functionName);
      return {
        contract_call: {
          contract_id: contract,
          function_name: functionName,
          function_signature: found ? signatureOf(found) : '',
          function_args: args.map((value, index) => ({
            hex: `0x${serializeCV(value)}`,
            repr: repr(value),
            ...argumentOf(found?.args[index], value),
          })),
        },
      };
    }
    case 'smart_contract':
      return {
        smart_contract: {
          clarity_version: payload.clarityVersion ?? null,
          contract_id: `${sender}.${payload.name}`,
          source_code: payload.source,
        },
      };
    case 'coinbase':
      return { coinbase_payload: { data: `0x${'00'.repeat(32)}` } };
    case 'tenure_change':
      return { tenure_change_payload: { cause: 0, previous_tenure_blocks: 1 } };
  }
}

/** A function as its source declares it. */
function signatureOf({ name, access, args }: ClarityAbiFunction): string {
  const declared = args.map(({ name: argument, type }) => `(${argument} ${getTypeString(type)})`);
  const kind = access === 'read_only' ? 'read-only' : access;
  return `(define-${kind} (${[name, ...declared].join(' ')}))`;
}

/** What the contract calls it; of one that is unknown, what it is. */
function argumentOf(declared: ClarityAbiFunction['args'][number] | undefined, value: ClarityValue) {
  if (declared === undefined) return { name: '', type: value.type };
  return { name: declared.name, type: getTypeString(declared.type) };
}

const COMPARISONS = {
  eq: 'sent_equal_to',
  gt: 'sent_greater_than',
  gte: 'sent_greater_than_or_equal_to',
  lt: 'sent_less_than',
  lte: 'sent_less_than_or_equal_to',
} as const;

const POX_CODES = {
  'will-not-perform': 'not_performed',
  'may-perform': 'maybe_performed',
  'will-perform': 'performed',
} as const;

/** A transaction's post-conditions as the API shows them. */
export function conditionsJson(tx: StacksTransaction): readonly Json[] {
  return tx.postConditions.map((condition) => conditionJson(condition, tx));
}

function conditionJson(condition: PostCondition, tx: StacksTransaction): Json {
  const principal = principalJson(condition.address);
  switch (condition.type) {
    case 'stx-postcondition':
    case 'staking-postcondition':
      return {
        type: condition.type === 'stx-postcondition' ? 'stx' : 'staking',
        condition_code: COMPARISONS[condition.condition],
        amount: `${condition.amount}`,
        principal,
      };
    case 'ft-postcondition':
      return {
        type: 'fungible',
        condition_code: COMPARISONS[condition.condition],
        amount: `${condition.amount}`,
        principal,
        asset: assetJson(condition.asset),
      };
    case 'nft-postcondition':
      return {
        type: 'non_fungible',
        condition_code: condition.condition === 'sent' ? 'sent' : 'not_sent',
        principal,
        asset: assetJson(condition.asset),
        asset_value: {
          hex: `0x${serializeCV(condition.assetId)}`,
          repr: repr(condition.assetId),
        },
      };
    case 'pox-postcondition':
      return { type: 'pox', condition_code: POX_CODES[condition.condition], principal };
    default:
      throw new Error(`no post-condition in ${tx.txid}`);
  }
}

function principalJson(address: string): Json {
  if (address === 'origin') return { type_id: 'principal_origin' };
  const [standard, name] = address.split('.');
  return name === undefined
    ? { type_id: 'principal_standard', address: standard }
    : { type_id: 'principal_contract', contract_name: name, address: standard };
}

function assetJson(asset: string): Json {
  const [contract = '', name] = asset.split('::');
  const [address, contractName] = contract.split('.');
  return { asset_name: name, contract_address: address, contract_name: contractName };
}
