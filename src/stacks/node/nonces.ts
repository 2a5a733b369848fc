import { UnexpectedAnswerError } from '../../core/errors.js';
import { firstFree } from '../../transactions/numbers.js';
import type { StacksNode } from './node.js';

/** An account's nonces. */
export interface StacksNonces {
  /** Always `true`, and `false` in a {@link StacksFailure}. */
  readonly success: true;
  /** The next one after the confirmed transactions. */
  readonly confirmedNonce: string;
  /** How many transactions are waiting. */
  readonly pendingTxCount: number;
  /** Their nonces, ascending. */
  readonly pendingNonces: readonly string[];
  /** The lowest that is neither spent nor waiting: gaps are filled first. */
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

/** More than a node ever accepts from an account that has nothing confirmed. */
const MOST_WAITING = 100n;

/**
 * The nonces of an account's waiting transactions, in no order. The API counts only those between the last
 * executed one and the highest waiting one: not the highest itself, and none at all for an account that has
 * executed nothing yet. For such an account, nonces that are not shown are taken as waiting: many transactions
 * sent to the account can hide its own.
 *
 * @throws UnexpectedAnswerError for more than a node would accept.
 */
export async function readWaiting(node: StacksNode, address: string): Promise<readonly bigint[]> {
  const { executed, highest, between } = await node.nonces(address);
  if (highest === null) return [...new Set(between)];
  const areBelowTold = executed !== null || highest === 0n;
  const below = areBelowTold ? [] : await readBelow(node, address, highest);
  return [...new Set([...between, ...below, highest])];
}

async function readBelow(
  node: StacksNode,
  address: string,
  highest: bigint,
): Promise<readonly bigint[]> {
  const { transactions, isAll } = await node.waitingOf(address);
  if (isAll) return transactions.map(({ nonce }) => BigInt(nonce));
  if (highest > MOST_WAITING) {
    throw new UnexpectedAnswerError(
      'stacks',
      `${highest} is waiting for an account that has sent nothing`,
    );
  }
  return Array.from({ length: Number(highest) }, (_, nonce) => BigInt(nonce));
}
