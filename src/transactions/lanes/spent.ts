import { maximum } from '../../core/amount.js';
import type { LaneHolder, Outrun } from './lanes.js';
import type { LaneState, Place } from './state.js';

/** A number that a node has a transaction for. */
export interface Spent {
  readonly number: bigint;
  readonly holder: LaneHolder;
  /** In the lane's time. */
  readonly at: number;
  /** Whether the chain has said so, and not only a node. */
  readonly final: boolean;
}

/** How a lane's numbers are spent, and how old its marks are. */
export interface Spending {
  /** Whether none is spent before those below it, as of all numbers but Tickets. */
  readonly inOrder: boolean;
  readonly ageOf: AgeOf;
}

/** How many milliseconds ago a mark was made, in the lane's time. */
export type AgeOf = (mark: number) => number;

/** How many that were sent need nobody to hear of their end: more than chains let wait without a look. */
const MOST_UNHEARD = 30;
const UNHEARD_AFTER_MS = 5_000;
/** How long a transaction that a node took may stay out of sight before it counts as lost. */
const LOST_AFTER_MS = 20_000;
/** Beyond this age no node is so far behind that it would offer a spent number again. */
export const SPENT_FOR_MS = 600_000;

/** What is so recent that a node may be behind it. */
export function recentOf({ spent }: LaneState, ageOf: AgeOf): readonly Spent[] {
  return spent.filter(({ at }) => ageOf(at) <= SPENT_FOR_MS);
}

/**
 * The lowest number that may be unspent: where the chain has one, it has all below it. Only a final outcome
 * raises it, and no answer of a node lowers it.
 */
export function lowestOf(spent: readonly Spent[], { inOrder }: Spending): bigint {
  if (!inOrder) return 0n;
  return spent.reduce((low, { number, final }) => (final && number >= low ? number + 1n : low), 0n);
}

/** Whether the chain has spent a number of which a node may know nothing yet. */
export function isSpentForGood(lane: LaneState, number: bigint, spending: Spending): boolean {
  const recent = recentOf(lane, spending.ageOf);
  if (number < lowestOf(recent, spending)) return true;
  return recent.some((one) => one.final && one.number === number);
}

/** Who has a number comes to send it once more, and needs its place for that. */
export function hasSent({ spent }: LaneState, { requestId, numbers }: LaneHolder): boolean {
  return numbers === undefined && spent.some(({ holder }) => holder.requestId === requestId);
}

/** The numbers that a request has sent. */
export function sentBy({ spent }: LaneState, { requestId }: LaneHolder): readonly bigint[] {
  return spent.flatMap(({ number, holder }) => (holder.requestId === requestId ? [number] : []));
}

/** Whether a number that this one has sent is to be taken from it; who names nobody takes anybody's. */
export function isOutrun({ requestId }: LaneHolder, outruns: Outrun | undefined): boolean {
  return outruns !== undefined && (outruns.requestId ?? requestId) === requestId;
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

/** Under which names it is remembered, outside of a lane, who has sent what, and which Tickets are spent. */
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
 * What a lane need not keep once a number is spent for good, if it is remembered elsewhere: of numbers in order
 * all below the last, of Tickets all that are spent. What has its place keeps what it has sent.
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

/** The last number of which it is certain that it is spent, once one more is. */
function lastWith(number: bigint, spent: readonly Spent[], spending: Spending): bigint {
  return maximum(number, lowestOf(spent, spending) - 1n);
}

/**
 * The final word on a number that a node once took: spent for good, or free again. What is `marked` elsewhere is
 * kept here no longer.
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
    // The last stands for those below it, however late they were sent.
    const stood = spending.inOrder && one.number === last ? spared : [];
    const at = Math.max(one.at, ...stood.map((other) => other.at));
    return final === one.final && at === one.at ? one : { ...one, final, at };
  });
  const isSame =
    spent.length === lane.spent.length && spent.every((one) => lane.spent.includes(one));
  return isSame ? lane : { ...lane, spent };
}

/**
 * Transactions that a node took but the chain seems to have lost; they need another look first. Those whose
 * request has its place in the lane get it there.
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
 * Of too many transactions that nobody has heard the end of, one whose end would tell of most of them: callers
 * may leave as soon as theirs is sent.
 */
export function unheardOf(
  { spent }: LaneState,
  { inOrder, ageOf }: Spending,
): LaneHolder | undefined {
  const unheard = spent
    .filter(({ final, at }) => !final && ageOf(at) > UNHEARD_AFTER_MS)
    .sort((one, other) => (one.number < other.number ? -1 : 1));
  const chosen = inOrder ? unheard.at(-1 - MOST_UNHEARD) : undefined;
  // What the custody has never shown may be taken for what it never had.
  if (chosen?.holder.custodyId === undefined) return undefined;
  return { ...chosen.holder, numbers: [chosen.number] };
}

/** Whether another request has sent a number, and this one is not to outrun it. */
export function isSentByAnother(
  { spent }: LaneState,
  { requestId }: Place,
  number: bigint,
  outruns?: Outrun,
): boolean {
  const sender = spent.find((one) => one.number === number)?.holder;
  return sender !== undefined && sender.requestId !== requestId && !isOutrun(sender, outruns);
}
