import type { StacksNode } from './node.js';

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
  const [{ nonce }, { detected_mempool_nonces: waiting }] = await Promise.all([
    node.account(address),
    node.nonces(address),
  ]);
  const pending = [...new Set(waiting)]
    .filter((one) => one >= nonce)
    .sort((one, other) => (one < other ? -1 : 1));
  let next = nonce;
  for (const one of pending) if (one === next) next += 1n;
  return {
    success: true,
    confirmedNonce: `${nonce}`,
    pendingTxCount: pending.length,
    pendingNonces: pending.map(String),
    nextAvailable: `${next}`,
  };
}
