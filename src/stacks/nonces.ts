import { firstFree } from '../transactions/opening.js';
import { PAGE_SIZE, type StacksNode } from './node/node.js';

/** Where an account's nonces stand. */
export interface StacksNonces {
  readonly success: true;
  /** The next one by what is confirmed. */
  readonly confirmedNonce: string;
  /** How many transactions wait. */
  readonly pendingTxCount: number;
  /** Their nonces, ascending. */
  readonly pendingNonces: readonly string[];
  /** The lowest that is neither spent nor waiting: gaps come first. */
  readonly nextAvailable: string;
}

export async function readNonces(node: StacksNode, address: string): Promise<StacksNonces> {
  const [{ nonce }, waiting] = await Promise.all([
    node.account(address),
    readWaiting(node, address),
  ]);
  const pending = waiting
    .filter((one) => one >= nonce)
    .sort((one, other) => (one < other ? -1 : 1));
  return {
    success: true,
    confirmedNonce: `${nonce}`,
    pendingTxCount: pending.length,
    pendingNonces: pending.map(String),
    nextAvailable: `${firstFree(nonce, new Set(pending))}`,
  };
}

/**
 * The nonces of what an account has waiting, in no order. What the API calls detected are only those
 * between the last that is executed and the highest that waits: not that one itself, and none at all
 * for an account that has executed nothing yet.
 */
export async function readWaiting(node: StacksNode, address: string): Promise<readonly bigint[]> {
  const {
    last_executed_tx_nonce: executed,
    last_mempool_tx_nonce: highest,
    detected_mempool_nonces: detected,
  } = await node.nonces(address);
  if (highest === null) return [...new Set(detected)];
  const areBelowTold = executed !== null || highest === 0n;
  const below = areBelowTold ? detected : await readMempoolNonces(node, address);
  return [...new Set([...detected, ...below, highest])];
}

/** One page is more than a node takes of one account. */
async function readMempoolNonces(node: StacksNode, address: string): Promise<readonly bigint[]> {
  const { results } = await node.mempool(address, { limit: PAGE_SIZE, offset: 0 });
  return results.filter((one) => one.sender_address === address).map(({ nonce }) => BigInt(nonce));
}
