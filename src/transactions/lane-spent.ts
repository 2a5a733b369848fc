import type { LaneState, Place } from './lane-state.js';
import type { LaneHolder, Outrun } from './lanes.js';

/** A number that a node has a transaction for. */
export interface Spent {
  readonly number: bigint;
  readonly holder: LaneHolder;
  /** In the lane's time. */
  readonly at: number;
  /** Whether the chain has said so, and not only a node. */
  readonly final: boolean;
}

/** How long a transaction that a node took may stay out of sight before it counts as lost. */
const LOST_AFTER_MS = 20_000;
/** Beyond this age no node is so far behind that it would offer a spent number again. */
const SPENT_FOR_MS = 600_000;

/** How many milliseconds ago a mark was made, in the lane's time. */
export type AgeOf = (mark: number) => number;

/** What is so recent that a node may be behind it. */
export function recentOf({ spent }: LaneState, ageOf: AgeOf): readonly Spent[] {
  return spent.filter(({ at }) => ageOf(at) <= SPENT_FOR_MS);
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
  holder: LaneHolder,
  numbers: readonly bigint[],
  at: number,
): LaneState {
  const others = lane.spent.filter(({ number }) => !numbers.includes(number));
  const added = numbers.map((number) => ({ number, holder, at, final: false }));
  return { ...lane, spent: [...others, ...added] };
}

/** The final word on a number that a node once took: spent for good, or free again. */
export function settled(
  lane: LaneState,
  number: bigint,
  outcome: 'spent' | 'given-back',
): LaneState {
  const known = lane.spent.find((one) => one.number === number);
  if (!known || (known.final && outcome === 'spent')) return lane;
  const spent =
    outcome === 'spent'
      ? lane.spent.map((one) => (one === known ? { ...one, final: true } : one))
      : lane.spent.filter((one) => one !== known);
  return { ...lane, spent };
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
