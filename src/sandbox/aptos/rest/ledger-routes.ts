import type { Block } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import { sha3Hex } from '../hashing.js';
import { notFound, pruned } from './answer-error.js';
import { integerOf, type RestHandler } from './request.js';

export const getLedgerInfo: RestHandler = ({ node, block }) => ({
  status: 200,
  json: {
    chain_id: node.chainId,
    epoch: '1',
    ledger_version: `${block.lastVersion}`,
    oldest_ledger_version: `${node.ledger.oldest.firstVersion}`,
    ledger_timestamp: `${block.timestamp}`,
    node_role: 'full_node',
    oldest_block_height: `${node.ledger.oldest.height}`,
    block_height: `${block.height}`,
    git_hash: '0000000000000000000000000000000000000000',
  },
});

export const getHealth: RestHandler = () => ({
  status: 200,
  json: { message: 'aptos-node:ok' },
});

export const estimateGasPrice: RestHandler = ({ node: { gas } }) => ({
  status: 200,
  json: {
    deprioritized_gas_estimate: Number(gas.low),
    gas_estimate: Number(gas.standard),
    prioritized_gas_estimate: Number(gas.high),
  },
});

export const getBlockByHeight: RestHandler = ({ node, block: known, parts }) => {
  const { ledger } = node;
  const height = integerOf(parts[0] ?? '', 'block_height');
  const block = ledger.block(height);
  if (block === undefined || height > known.height) {
    throw notFound('block_not_found', 'Block', `Block height(${height})`);
  }
  if (height < ledger.oldest.height) {
    throw pruned(node, 'block_pruned', `Block(${height})`);
  }
  return {
    status: 200,
    json: {
      block_height: `${height}`,
      block_hash: sha3Hex(`block ${height}`),
      block_timestamp: `${block.timestamp}`,
      first_version: `${block.firstVersion}`,
      last_version: `${block.lastVersion}`,
      transactions: null,
    },
  };
};

/** Every answer that looked at the ledger says how far it looked. */
export function ledgerHeaders(
  { chainId, ledger }: AptosNode,
  block: Block,
): Record<string, string> {
  return {
    'x-aptos-chain-id': `${chainId}`,
    'x-aptos-ledger-version': `${block.lastVersion}`,
    'x-aptos-ledger-oldest-version': `${ledger.oldest.firstVersion}`,
    'x-aptos-ledger-timestampusec': `${block.timestamp}`,
    'x-aptos-epoch': '1',
    'x-aptos-block-height': `${block.height}`,
    'x-aptos-oldest-block-height': `${ledger.oldest.height}`,
  };
}
