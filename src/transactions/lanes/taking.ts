import { cancelledBy } from './cancellations.js';
import { acknowledged, adopted, type Changed, changedAt } from './changes.js';
import type { LaneHolder, Replaced } from './lanes.js';
import { isReplaced, lowestOf, recentOf, type Spending, type Spent } from './spent.js';
import {
  type Held,
  hasEnded,
  hasNumber,
  heldAt,
  isOf,
  isWanted,
  type LaneState,
  numbersOf,
  type Place,
  placeToReplace,
} from './state.js';

/**
 * Chooses numbers for a place: numbers that no other request has, and preferably those that another call has taken
 * for the same request. All numbers below the lowest are spent.
 */
export type Choose = (
  isTaken: (number: bigint) => boolean,
  shared: readonly bigint[],
  lowest: bigint,
) => readonly bigint[] | undefined;

/**
 * Numbers for a place; none if the place is gone, or its request has been sent. A request that another call is asking
 * the signer for keeps its numbers. A replaced request loses them in the same change: at no moment could a third
 * request take them.
 */
export function taken(
  lane: LaneState,
  place: Place,
  spending: Spending,
  choose: Choose,
  replaces?: Replaced,
): Changed<readonly bigint[] | undefined> {
  const own = heldAt(lane, place);
  if (!own) return { lane, result: undefined };
  const before = numbersOf(lane, own);
  const isShared = own.workers.length > 1;
  if (isShared && own.committed && before.length > 0) return { lane, result: before };
  if (hasEnded(own)) return { lane, result: undefined };
  const spent = recentOf(lane, spending.ageOf);
  const lowest = lowestOf(spent, spending);
  const replaced = placeToReplace(lane, replaces);
  const others = lane.held.filter((other) => other !== own && other !== replaced);
  const numbers = new Set(others.flatMap(({ holder }) => holder.numbers ?? []));
  for (const { number, holder } of spent) if (!isReplaced(holder, replaces)) numbers.add(number);
  const shared = (isShared && own.holder.numbers) || [];
  const isTaken = (number: bigint) => number < lowest || numbers.has(number);
  const chosen = choose(isTaken, shared, lowest);
  if (chosen === undefined) return { lane, result: undefined };
  const unspent = replaces ? spent.filter(({ number }) => !chosen.includes(number)) : spent;
  const after = changedAt({ ...lane, spent: unspent }, place, (one) => ({
    ...one,
    isOver: false,
    holder: { ...one.holder, numbers: chosen },
  }));
  const held = after.held.map((one) => (one === replaced ? without(one, chosen) : one));
  return { lane: { ...after, held: held.filter(isWanted) }, result: chosen };
}

/**
 * The signer already has the place's request, for these numbers. They are no longer those of the request that it
 * replaces, even if they were given back to that before.
 */
export function adoptedFor(
  lane: LaneState,
  place: Place,
  numbers: readonly bigint[],
  now: number,
  replaces?: Replaced,
): LaneState {
  const replaced = placeToReplace(lane, replaces);
  const lost = replaced ? numbers.filter((number) => hasNumber(replaced, number)) : [];
  const own = heldAt(lane, place);
  if (!own || lost.length === 0) return adopted(lane, place, numbers, now);
  const again = changedAt(lane, place, (one) => ({ ...one, isOver: false }));
  const held = again.held.map((one) => (one === replaced ? without(one, lost) : one));
  const after = { ...again, held: held.filter(isWanted) };
  return adopted(after, place, own.isOver ? lost : numbers, now);
}

/** What a request loses when another takes its numbers. Its transactions may be signed, or even sent. */
export interface Loss {
  /** With the numbers that it held; absent if it held none of them. */
  readonly holder: LaneHolder | undefined;
  readonly sent: readonly Spent[];
}

/** What the replaced request loses with these numbers, if anything. */
export function lossOf(
  lane: LaneState,
  numbers: readonly bigint[] | undefined,
  replaces: Replaced | undefined,
): Loss | undefined {
  const taken = new Set(numbers);
  const holder = placeToReplace(lane, replaces)?.holder;
  const held = holder?.numbers?.filter((number) => taken.has(number)) ?? [];
  const sent = lane.spent.filter(
    (one) => taken.has(one.number) && isReplaced(one.holder, replaces),
  );
  if (held.length === 0 && sent.length === 0) return undefined;
  return { holder: holder && held.length > 0 ? { ...holder, numbers: held } : undefined, sent };
}

/** The same, of what was cancelled, where the call that took the numbers is gone: its key names the request. */
export function lossBy({ idempotencyKey, numbers = [] }: LaneHolder): Loss | undefined {
  const requestId = cancelledBy(idempotencyKey);
  if (requestId === undefined || numbers.length === 0) return undefined;
  return { holder: { requestId, numbers }, sent: [] };
}

/** Gives a request back what it lost, but for numbers that are spent, or another's, by now. */
export function restored(lane: LaneState, { holder, sent }: Loss, spending: Spending): LaneState {
  const isFree = (number: bigint) =>
    lane.spent.every((one) => one.number !== number) &&
    !lane.held.some((one) => hasNumber(one, number));
  const numbers = holder?.numbers?.filter(isFree) ?? [];
  const before =
    holder && numbers.length > 0 ? withNumbers(lane, { ...holder, numbers }, spending) : lane;
  const again = sent.filter(({ number }) => isFree(number));
  return again.length === 0 ? before : { ...before, spent: [...before.spent, ...again] };
}

/** The lane in which a request holds these numbers too. */
function withNumbers(lane: LaneState, holder: LaneHolder, spending: Spending): LaneState {
  const own = lane.held.find((one) => isOf(one, holder.requestId) && !one.isOver);
  if (!own) return acknowledged(lane, [holder], spending);
  const numbers = [...(own.holder.numbers ?? []), ...(holder.numbers ?? [])].sort(ascending);
  const more = { ...own, holder: { ...own.holder, numbers } };
  return { ...lane, held: lane.held.map((one) => (one === own ? more : one)) };
}

function ascending(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}

/** A request that holds no number any more is over, even if calls work on it. */
function without(held: Held, lost: readonly bigint[]): Held {
  const numbers = held.holder.numbers?.filter((number) => !lost.includes(number)) ?? [];
  const holder = { ...held.holder, numbers };
  if (numbers.length > 0) return { ...held, holder };
  return { ...held, holder: { ...holder, numbers: undefined }, committed: false, isOver: true };
}
