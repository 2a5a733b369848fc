import { maximum, minimum } from '../../core/amount.js';
import { keepRecent } from '../../core/recent.js';
import { FeeTooHighError } from '../../transactions/index.js';
import type { Salt } from '../../transactions/salt.js';
import type { StacksNode } from '../node/node.js';
import {
  type Content,
  lengthOf,
  payloadHex,
  type UnsignedTransaction,
} from '../wire/transaction.js';
import type { StacksCall } from './input.js';
import type { StacksSnapshot } from './reading.js';

/** microSTX for each byte: the least that a node accepts. */
const LEAST_RATE = 1n;

/** By how much equal transactions under two keys may differ. */
const SALT_MICRO_STX = 1_023n;

/** The index of the node's estimate that is used: the middle one of three. */
const MIDDLE = 1;

/** The known fees. */
export interface FeeMemory {
  /** The requests of one decision, by transactions that cost the same. */
  readonly asked: Map<string, Promise<bigint>>;
  /** Transactions for which the node had no estimate the last time. */
  readonly unestimated: Map<string, true>;
}

/** How many kinds of transactions are cached. */
const MOST_KEPT = 1_000;

/**
 * The usual fee of a transaction, in microSTX. Transactions that do the same cost the same, so all of them take
 * one request.
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
  // A quiet network has no estimates, but always a rate; it is requested at once if there was no estimate before.
  const early = unestimated.has(what) ? node.transferRate() : undefined;
  early?.catch(() => undefined);
  const estimates = await node.feeEstimates(payload, length);
  const least = leastFee(length);
  const estimate = estimates?.[MIDDLE] ?? estimates?.[0];
  unestimated.delete(what);
  if (estimate === undefined) keepRecent(unestimated, MOST_KEPT, what, true);
  const fee = estimate ?? BigInt(Math.ceil((await (early ?? node.transferRate())) * length));
  return maximum(fee, least);
}

/** The least that a node accepts for so many bytes. */
export function leastFee(length: number): bigint {
  return BigInt(length) * LEAST_RATE;
}

/** How much more a replacement has to offer than the waiting transaction: a quarter. */
function bumpFee(fee: bigint): bigint {
  return fee + (fee + 3n) / 4n;
}

/** The same, or all that is allowed where that is less: a node takes whatever is more than before. */
export function bumpWithin(fee: bigint, most: bigint): bigint {
  return most > fee ? minimum(bumpFee(fee), most) : bumpFee(fee);
}

/**
 * The fee that a transaction offers: enough to replace a waiting one, if that is its purpose. Within the allowed
 * range it varies with the salt.
 *
 * @throws FeeTooHighError
 */
export function chooseFee(
  { input, wishes: { maxFee, replaces, above = 0n } }: StacksCall,
  { fee, room, offers }: StacksSnapshot,
  nonce: bigint,
  salt: Salt,
): bigint {
  const offer = replaces && input.kind !== 'given' ? offers.get(nonce) : undefined;
  const needed = offer === undefined ? 0n : bumpWithin(offer, maxFee);
  const usual = maximum(fee, needed);
  if (usual > maxFee) throw new FeeTooHighError(usual, maxFee);
  const most = minimum(maxFee, room.most);
  // No node may have what is to be exceeded, so as much as can be paid will do.
  const enough = maximum(needed, minimum(bumpFee(above), most));
  const least = maximum(room.least, enough);
  return salt.vary(maximum(usual, enough), SALT_MICRO_STX, { least, most });
}
