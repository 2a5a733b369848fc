import { maximum } from '../core/amount.js';
import { keepRecent } from '../core/recent.js';
import { FeeTooHighError } from '../transactions/index.js';
import type { Salt } from '../transactions/salt.js';
import type { StacksCall } from './input.js';
import type { StacksNode } from './node/node.js';
import type { StacksSnapshot } from './reading.js';
import { type Content, lengthOf, payloadHex, type UnsignedTransaction } from './wire.js';

/** microSTX for each byte: what a node takes at the least. */
const LEAST_RATE = 1n;

/** By how much equal transactions under two keys may differ. */
const SALT_MICRO_STX = 1_023n;

/** Which of the node's three estimates is taken: the middle one. */
const MIDDLE = 1;

/** What is known of fees. */
export interface FeeMemory {
  /** By what costs the same: what was asked for one decision. */
  readonly asked: Map<string, Promise<bigint>>;
  /** What a node had no estimate for the last time. */
  readonly unestimated: Map<string, true>;
}

/** How many kinds of transactions are kept in mind. */
const MOST_KEPT = 1_000;

/**
 * What a transaction should cost, in microSTX. Transactions that do the same cost the same, so it
 * takes one question for all of them.
 */
export function estimateFee(
  node: StacksNode,
  content: Content,
  transaction: UnsignedTransaction,
  { asked, unestimated }: FeeMemory,
): Promise<bigint> {
  const length = lengthOf(transaction);
  const what =
    content.kind === 'transfer' ? 'transfer' : `${content.contract}.${content.functionName}`;
  const same = `${what} ${length}`;
  const estimate =
    asked.get(same) ?? ask(node, { what, payload: payloadHex(content), length }, unestimated);
  asked.set(same, estimate);
  return estimate;
}

async function ask(
  node: StacksNode,
  { what, payload, length }: { what: string; payload: string; length: number },
  unestimated: FeeMemory['unestimated'],
): Promise<bigint> {
  // A quiet network has no estimates, but always a rate: asked at once where there was none before.
  const early = unestimated.has(what) ? node.transferRate() : undefined;
  early?.catch(() => undefined);
  const estimates = await node.feeEstimates(payload, length);
  const least = leastFee(length);
  const estimate = estimates?.[MIDDLE] ?? estimates?.[0];
  unestimated.delete(what);
  if (estimate === undefined) keepRecent(unestimated, MOST_KEPT, what, true);
  const fee = estimate ?? BigInt(Math.ceil((await (early ?? node.transferRate())) * length));
  return fee > least ? fee : least;
}

/** What a node takes at the least for so many bytes. */
export function leastFee(length: number): bigint {
  return BigInt(length) * LEAST_RATE;
}

/** How much more than a waiting transaction one has to offer that takes its place: a quarter. */
export function outbid(fee: bigint): bigint {
  return fee + (fee + 3n) / 4n;
}

/**
 * What a transaction offers: enough to take the place of one that waits, where it is to. Within the room
 * that there is it varies with the salt.
 *
 * @throws FeeTooHighError
 */
export function chooseFee(
  { input, wishes: { maxFee, outruns } }: StacksCall,
  { fee, room, offers }: StacksSnapshot,
  nonce: bigint,
  salt: Salt,
): bigint {
  const offer = outruns && input.kind !== 'given' ? offers.get(nonce) : undefined;
  const needed = offer === undefined ? 0n : outbid(offer);
  const usual = maximum(fee, needed);
  if (usual > maxFee) throw new FeeTooHighError(usual, maxFee);
  const most = maxFee < room.most ? maxFee : room.most;
  return salt.vary(usual, SALT_MICRO_STX, { least: maximum(room.least, needed), most });
}
