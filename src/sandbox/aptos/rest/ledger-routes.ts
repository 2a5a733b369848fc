import type { Block } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import type { RestHandler } from './request.js';

export const getLedgerInfo: RestHandler = ({ node, block }) => ({
  status: 200,
  json: {
    chain_id: node.chainId,
    epoch: '1',
    ledger_version: `${block.lastVersion}`,
    oldest_ledger_version: '0',
    ledger_timestamp: `${block.timestamp}`,
    node_role: 'full_node',
    oldest_block_height: '0',
    block_height: `${block.height}`,
    git_hash: '0000000000000000000000000000000000000000',
  },
});

export const getHealth: RestHandler = () => ({
  status: 200,
  json: { message: 'aptos-node:ok' },
});

export const estimateGasPrice: RestHandler = ({ gas }) => ({
  status: 200,
  json: {
    deprioritized_gas_estimate: Number(gas.low),
    gas_estimate: Number(gas.standard),
    prioritized_gas_estimate: Number(gas.high),
  },
});

/** Every answer that looked at the ledger says how far it looked. */
export function ledgerHeaders({ chainId }: AptosNode, block: Block): Record<string, string> {
  return {
    'x-aptos-chain-id': `${chainId}`,
    'x-aptos-ledger-version': `${block.lastVersion}`,
    'x-aptos-ledger-oldest-version': '0',
    'x-aptos-ledger-timestampusec': `${block.timestamp}`,
    'x-aptos-epoch': '1',
    'x-aptos-block-height': `${block.height}`,
    'x-aptos-oldest-block-height': '0',
  };
}
