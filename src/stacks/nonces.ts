import { UnexpectedAnswerError } from '../core/errors.js';
import { firstFree } from '../transactions/numbers.js';
import type { StacksNode } from './node/node.js';

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

/** More than a node ever takes of an account that has nothing confirmed. */
const MOST_WAITING = 100n;

/**
 * The nonces of what an account has waiting, in no order. What the API counts are only those between the
 * last that is executed and the highest that waits: not that one itself, and none at all for an account
 * that has executed nothing yet. Of that, what is not shown is taken as waiting: whoever sends an account
 * enough hides what it has sent.
 *
 * @throws UnexpectedAnswerError for more than a node would take.
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
    throw new UnexpectedAnswerError('stacks', `${highest} waits of an account that sent nothing`);
  }
  return Array.from({ length: Number(highest) }, (_, nonce) => BigInt(nonce));
}
