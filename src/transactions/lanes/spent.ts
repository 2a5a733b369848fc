import { maximum } from '../../core/amount.js';
import type { LaneHolder, Replaced } from './lanes.js';
import type { LaneState, Place } from './state.js';

/** A number for which a node has a transaction. */
export interface Spent {
  readonly number: bigint;
  readonly holder: LaneHolder;
  /** In the lane's time. */
  readonly at: number;
  /** Whether the chain has confirmed it, and not only a node. */
  readonly final: boolean;
}

/** How a lane's numbers are spent, and how old its marks are. */
export interface Spending {
  /** Whether no number is spent before the ones below it, as for all numbers but Tickets. */
  readonly inOrder: boolean;
  readonly ageOf: AgeOf;
}

/** How many milliseconds ago a mark was made, in the lane's time. */
export type AgeOf = (mark: number) => number;

/** How many sent transactions may be without a known outcome: more than chains let wait without a look. */
const MOST_UNHEARD = 30;
const UNHEARD_AFTER_MS = 5_000;
/** How long a transaction that a node accepted may stay invisible before it counts as lost. */
const LOST_AFTER_MS = 20_000;
/** After this time no node is so far behind that it would offer a spent number again. */
export const SPENT_FOR_MS = 600_000;

/** The numbers spent so recently that a node may not know it yet. */
export function recentOf({ spent }: LaneState, ageOf: AgeOf): readonly Spent[] {
  return spent.filter(({ at }) => ageOf(at) <= SPENT_FOR_MS);
}

/**
 * The lowest number that may be unspent: when the chain has one number, it has all below it. Only a final outcome
 * raises it, and no answer of a node lowers it.
 */
export function lowestOf(spent: readonly Spent[], { inOrder }: Spending): bigint {
  if (!inOrder) return 0n;
  return spent.reduce((low, { number, final }) => (final && number >= low ? number + 1n : low), 0n);
}

/** Whether the chain has spent a number, even if a node may not know it yet. */
export function isSpentForGood(lane: LaneState, number: bigint, spending: Spending): boolean {
  const recent = recentOf(lane, spending.ageOf);
  if (number < lowestOf(recent, spending)) return true;
  return recent.some((one) => one.final && one.number === number);
}

/**
 * Whether a request has sent its transactions. A request that has a number is about to send it once more, and needs
 * its place for that.
 */
export function hasSent({ spent }: LaneState, { requestId, numbers }: LaneHolder): boolean {
  return numbers === undefined && spent.some(({ holder }) => holder.requestId === requestId);
}

/** The numbers that a request has sent. */
export function sentBy({ spent }: LaneState, { requestId }: LaneHolder): readonly bigint[] {
  return spent.flatMap(({ number, holder }) => (holder.requestId === requestId ? [number] : []));
}

/**
 * Whether a number that this request has sent may be taken from it; when the replaced request is not named, it may be
 * any.
 */
export function isReplaced({ requestId }: LaneHolder, replaces: Replaced | undefined): boolean {
  return replaces !== undefined && (replaces.requestId ?? requestId) === requestId;
}

/** A node has these transactions of a request. */
export function withSpent(
  lane: LaneState,
  { requestId, idempotencyKey, custodyId, expiresAt }: LaneHolder,
  numbers: readonly bigint[],
  at: number,
): LaneState {
  const others = lane.spent.filter(({ number }) => !numbers.includes(number));
  const holder = { requestId, idempotencyKey, custodyId, expiresAt };
  const isFinal = (number: bigint) => lane.spent.some((one) => one.number === number && one.final);
  const added = numbers.map((number) => ({ number, holder, at, final: isFinal(number) }));
  return { ...lane, spent: [...others, ...added] };
}

/** The names of the marks, outside a lane's text, for a sent request and a spent Ticket. */
export function marksOf({ number, holder }: Spent, { inOrder }: Spending): readonly string[] {
  const sent = markOfRequest(holder.requestId);
  return inOrder ? [sent] : [sent, markOfTicket(number)];
}

export function markOfRequest(requestId: string): string {
  return `sent/${requestId}`;
}

export function markOfTicket(number: bigint): string {
  return `spent/${number}`;
}

/**
 * The numbers that a lane need not keep once a number is spent for good, if they are marked elsewhere: for numbers in
 * order all below the last, for Tickets all that are spent. A request that has its place keeps the numbers that it
 * has sent.
 */
export function sparedBy(lane: LaneState, number: bigint, spending: Spending): readonly Spent[] {
  const placed = new Set(lane.held.map(({ holder }) => holder.requestId));
  const recent = recentOf(lane, spending.ageOf);
  const last = lastWith(number, recent, spending);
  return recent.filter((one) => {
    const isSpent = spending.inOrder ? one.number < last : one.final || one.number === number;
    return isSpent && !placed.has(one.holder.requestId);
  });
}

/** The last number that is certainly spent, once `number` is. */
function lastWith(number: bigint, spent: readonly Spent[], spending: Spending): bigint {
  return maximum(number, lowestOf(spent, spending) - 1n);
}

/**
 * Records the final outcome of a number that a node once accepted: spent for good, or free again. Numbers that are
 * `marked` elsewhere are no longer kept here.
 */
export function settled(
  lane: LaneState,
  number: bigint,
  outcome: 'spent' | 'given-back',
  spending: Spending,
  marked: ReadonlySet<string>,
): LaneState {
  const known = lane.spent.find((one) => one.number === number);
  if (!known) return lane;
  if (outcome === 'spent') return spentForGood(lane, number, spending, marked);
  return known.final ? lane : { ...lane, spent: lane.spent.filter((one) => one !== known) };
}

function spentForGood(
  lane: LaneState,
  number: bigint,
  spending: Spending,
  marked: ReadonlySet<string>,
): LaneState {
  const last = lastWith(number, recentOf(lane, spending.ageOf), spending);
  const spared = sparedBy(lane, number, spending).filter((one) =>
    marksOf(one, spending).every((mark) => marked.has(mark)),
  );
  const kept = lane.spent.filter((one) => !spared.includes(one));
  const spent = kept.map((one) => {
    const isBelow = spending.inOrder && one.number < last;
    const final = one.final || one.number === number || isBelow;
    // The last number stands for those below it, however late they were sent.
    const stood = spending.inOrder && one.number === last ? spared : [];
    const at = Math.max(one.at, ...stood.map((other) => other.at));
    return final === one.final && at === one.at ? one : { ...one, final, at };
  });
  const isSame =
    spent.length === lane.spent.length && spent.every((one) => lane.spent.includes(one));
  return isSame ? lane : { ...lane, spent };
}

/**
 * Transactions that a node accepted but the chain seems to have lost; they must be looked up again first. Requests
 * that have their place in the lane look them up themselves.
 */
export function lostOf(lane: LaneState, nextOnChain: bigint, ageOf: AgeOf): readonly LaneHolder[] {
  const lost = new Map<string, LaneHolder>();
  for (const { number, final, at, holder } of lane.spent) {
    const { requestId } = holder;
    const isLost = !final && ageOf(at) > LOST_AFTER_MS && number >= nextOnChain;
    const hasPlace = lane.held.some((one) => one.holder.requestId === requestId && !one.isOver);
    if (!isLost || hasPlace) continue;
    const others = lost.get(requestId)?.numbers ?? [];
    lost.set(requestId, { ...holder, numbers: [...others, number] });
  }
  return [...lost.values()];
}

/**
 * When too many transactions have no known outcome, one whose outcome would decide most of them: callers may leave as
 * soon as their transaction is sent.
 */
export function unheardOf(
  { spent }: LaneState,
  { inOrder, ageOf }: Spending,
): LaneHolder | undefined {
  const unheard = spent
    .filter(({ final, at }) => !final && ageOf(at) > UNHEARD_AFTER_MS)
    .sort((one, other) => (one.number < other.number ? -1 : 1));
  const chosen = inOrder ? unheard.at(-1 - MOST_UNHEARD) : undefined;
  // A request that the custody platform has never shown could be mistaken for one that it never had.
  if (chosen?.holder.custodyId === undefined) return undefined;
  return { ...chosen.holder, numbers: [chosen.number] };
}

/** Whether another request has sent a number, and this one does not replace it. */
export function isSentByAnother(
  { spent }: LaneState,
  { requestId }: Place,
  number: bigint,
  replaces?: Replaced,
): boolean {
  const sender = spent.find((one) => one.number === number)?.holder;
  return sender !== undefined && sender.requestId !== requestId && !isReplaced(sender, replaces);
}
