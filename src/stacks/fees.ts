import { FeeTooHighError } from '../transactions/index.js';
import type { Wishes } from './input.js';
import type { StacksNode } from './node.js';
import { type Content, lengthOf, payloadHex, type UnsignedTransaction } from './wire.js';

/** microSTX for each byte: what a node takes at the least. */
const LEAST_RATE = 1n;

/** Which of the node's three estimates is taken: the middle one. */
const MIDDLE = 1;

/**
 * What a transaction should cost, in microSTX. Transactions that do the same cost the same, so it
 * takes one question for all of them.
 */
export function estimateFee(
  node: StacksNode,
  content: Content,
  transaction: UnsignedTransaction,
  known: Map<string, Promise<bigint>>,
): Promise<bigint> {
  const length = lengthOf(transaction);
  const what =
    content.kind === 'transfer' ? 'transfer' : `${content.contract}.${content.functionName}`;
  const same = `${what} ${length}`;
  const estimate = known.get(same) ?? ask(node, payloadHex(content), length);
  known.set(same, estimate);
  return estimate;
}

async function ask(node: StacksNode, payload: string, length: number): Promise<bigint> {
  const estimates = await node.feeEstimates(payload, length);
  const least = BigInt(length) * LEAST_RATE;
  const estimate = estimates?.[MIDDLE] ?? estimates?.[0];
  // A quiet network has no estimates, but always a rate.
  const fee = estimate ?? BigInt(Math.ceil((await node.transferRate()) * length));
  return fee > least ? fee : least;
}

/** How much more than a waiting transaction one has to offer that takes its place: a quarter. */
export function outbid(fee: bigint): bigint {
  return fee + (fee + 3n) / 4n;
}

/** @throws FeeTooHighError */
export function capped(fee: bigint, { maxFee }: Wishes): bigint {
  if (fee <= maxFee) return fee;
  throw new FeeTooHighError(fee, maxFee);
}
