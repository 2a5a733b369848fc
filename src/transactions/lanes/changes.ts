import { maximum } from '../../core/amount.js';
import type { LaneHolder, Replaced } from './lanes.js';
import { hasSent, isSpentForGood, type Spending, withSpent } from './spent.js';
import {
  type Caller,
  type Held,
  hasRoom,
  heldAt,
  heldOf,
  isOf,
  isRemembered,
  isWanted,
  type LaneState,
  type Place,
  placeToReplace,
  rememberedIn,
} from './state.js';

/** The lane after a change, and the change's result. A change alters nothing: it returns another lane. */
export interface Changed<T> {
  readonly lane: LaneState;
  readonly result: T;
}

export type Change<T> = (lane: LaneState) => Changed<T>;

/** How long, and for how many, a request that may appear is looked for. */
const REMEMBERED_FOR_MS = 86_400_000;
const MOST_REMEMBERED = 20;

export interface Entry {
  readonly holder: LaneHolder;
  readonly caller: Caller;
  readonly width: number;
  readonly replaces?: Replaced | undefined;
  /** Whether the call joins the queue when there is no room. */
  readonly waits: boolean;
}

/**
 * Gives a request its place: the one that it already has, or a new one if it is its turn. A request that another call
 * has sent holds nothing, and waits for no other.
 */
export function enter(lane: LaneState, entry: Entry): Changed<Place | undefined> {
  const { holder, caller, width, waits } = entry;
  const { process } = caller;
  if (heldOf(lane, holder.requestId)) return admit(lane, holder.requestId, caller);
  const [first = process] = lane.queue;
  const isTurn = hasRoom(lane, width) && first === process;
  if (isTurn || needsNoRoom(lane, entry)) {
    const isOver = hasSent(lane, holder);
    const held = [...lane.held, { holder, committed: false, isOver, workers: [] }];
    return admit({ ...unqueued(lane, process), held }, holder.requestId, caller);
  }
  const isNew = waits && !lane.queue.includes(process);
  return { lane: isNew ? { ...lane, queue: [...lane.queue, process] } : lane, result: undefined };
}

/** Whether a request has its place, needs none any more, takes another's, or comes before all that hold one. */
export function needsNoRoom(
  lane: LaneState,
  { holder, replaces }: Pick<Entry, 'holder' | 'replaces'>,
): boolean {
  if (heldOf(lane, holder.requestId) || hasSent(lane, holder)) return true;
  if (placeToReplace(lane, replaces)) return true;
  return isBeforeAll(lane, holder.numbers) || isBeforeAll(lane, replaces?.numbers);
}

/** Whether all requests with numbers come after these, so that theirs must not wait for them. */
function isBeforeAll(lane: LaneState, numbers: readonly bigint[] = []): boolean {
  const last = numbers.reduce(maximum, -1n);
  if (last < 0n) return false;
  return lane.held.every(({ holder }) => (holder.numbers ?? []).every((other) => other > last));
}

/** Takes over a request that no call is working on. */
export function claim(
  lane: LaneState,
  requestId: string,
  caller: Caller,
): Changed<Place | undefined> {
  const workers = heldOf(lane, requestId)?.workers;
  if (!workers?.every((worker) => isSame(worker, caller))) return { lane, result: undefined };
  return admit(lane, requestId, caller);
}

function isSame(one: Caller, other: Caller): boolean {
  return one.process === other.process && one.call === other.call;
}

/**
 * A store may have made a change and yet report a failure: a call that is already in has the place that it was given.
 */
function admit(lane: LaneState, requestId: string, caller: Caller): Changed<Place> {
  const known = heldOf(lane, requestId)?.workers.find((worker) => isSame(worker, caller));
  if (known) return { lane, result: { requestId, ...known } };
  const token = lane.token + 1;
  const held = lane.held.map((one) =>
    one.holder.requestId === requestId
      ? { ...one, workers: [...one.workers, { ...caller, token }] }
      : one,
  );
  return { lane: { ...lane, token, held }, result: { requestId, ...caller, token } };
}

/** The process no longer waits for room. */
export function unqueued(lane: LaneState, process: string): LaneState {
  if (!lane.queue.includes(process)) return lane;
  return { ...lane, queue: lane.queue.filter((other) => other !== process) };
}

/** Removes processes that are gone from the lane; the requests that they began have to be searched for again. */
export function evict(lane: LaneState, gone: ReadonlySet<string>): LaneState {
  const held = lane.held.map((one) => {
    const workers = one.workers.filter(({ process }) => !gone.has(process));
    return workers.length === one.workers.length ? one : { ...one, workers };
  });
  const queue = lane.queue.filter((process) => !gone.has(process));
  const isChanged = held.some((one, at) => one !== lane.held[at]);
  if (!isChanged && queue.length === lane.queue.length) return lane;
  return { ...lane, queue, held: held.filter(isWanted), met: lane.met && !isChanged };
}

/**
 * Removes calls that have ended from a lane that shows them at work: a store has lost what they changed last. What they
 * did after that is unknown, so their requests count as requested from the signer, and have to be looked up.
 */
export function withoutEnded(lane: LaneState, hasEnded: (caller: Caller) => boolean): LaneState {
  const held = lane.held.map((one) => {
    const workers = one.workers.filter((worker) => !hasEnded(worker));
    if (workers.length === one.workers.length) return one;
    return { ...one, workers, committed: one.committed || !one.isOver };
  });
  if (held.every((one, at) => one === lane.held[at])) return lane;
  return { ...lane, held: held.filter(isWanted), met: false };
}

/** Adds facts to a place's request. */
export function updated(lane: LaneState, place: Place, known: Partial<LaneHolder>): LaneState {
  return changedAt(lane, place, (one) => ({ ...one, holder: { ...one.holder, ...known } }));
}

/** From now on the request may exist at the signer. */
export function committed(lane: LaneState, place: Place, now: number): LaneState {
  return changedAt(lane, place, (one) =>
    one.committed || one.isOver
      ? one
      : { ...one, committed: true, holder: { ...one.holder, committedAt: now } },
  );
}

/** Takes back what `committed` did at a time, unless another call may ask, or have asked, the signer as well. */
export function uncommitted(lane: LaneState, place: Place, before: Held, at: number): LaneState {
  return changedAt(lane, place, (one) => {
    const { holder, workers } = one;
    if (workers.length > 1 || holder.committedAt !== at) return one;
    const { committedAt } = before.holder;
    return { ...one, committed: before.committed, holder: { ...holder, committedAt } };
  });
}

/** The signer already has the place's request, for these numbers. */
export function adopted(
  lane: LaneState,
  place: Place,
  numbers: readonly bigint[],
  now: number,
): LaneState {
  // Its outcome is known; its numbers may belong to another request by now.
  if (heldAt(lane, place)?.isOver) return lane;
  return committed(updated(lane, place, { numbers }), place, now);
}

/**
 * Removes one call from its work. A request that no call works on and that was never requested from the signer is
 * removed.
 */
export function detached(lane: LaneState, place: Place): LaneState {
  if (!heldAt(lane, place)) return lane;
  const after = changedAt(lane, place, (one) => ({
    ...one,
    workers: one.workers.filter(({ token }) => token !== place.token),
  }));
  return { ...after, held: after.held.filter(isWanted) };
}

/** The lane with another version of a place's request; the same lane where the place is gone. */
export function changedAt(lane: LaneState, place: Place, change: (held: Held) => Held): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  return { ...lane, held: lane.held.map((one) => (one === own ? change(one) : one)) };
}

/**
 * Adds other requests that hold numbers of this lane, though no call works on them. A place that holds nothing is
 * replaced. A request that is named twice, as lost and as unfinished, gets one place. A request whose numbers are
 * spent for good gets none, even if a node that is behind shows them as unspent.
 */
export function acknowledged(
  lane: LaneState,
  named: readonly LaneHolder[],
  spending: Spending,
): LaneState {
  const holders = [...new Map(named.map((holder) => [holder.requestId, holder])).values()];
  const others = lane.held.filter(
    (one) => !one.isOver || !holders.some(({ requestId }) => isOf(one, requestId)),
  );
  const added = holders
    .filter(({ requestId }) => !others.some((one) => isOf(one, requestId)))
    .filter((holder) => mayBeUnspent(lane, holder, spending));
  if (added.length === 0)
    return others.length === lane.held.length ? lane : { ...lane, held: others };
  const numbers = new Set(added.flatMap((holder) => holder.numbers ?? []));
  return {
    ...lane,
    held: [
      ...others,
      ...added.map((holder) => ({ holder, committed: true, isOver: false, workers: [] })),
    ],
    spent: lane.spent.filter(({ number, final }) => final || !numbers.has(number)),
  };
}

/** Gives a request that has left the lane its place again, so that it can be looked up as if it had not left. */
export function reopened(
  lane: LaneState,
  holder: LaneHolder,
  caller: Caller,
  spending: Spending,
): Changed<Place | undefined> {
  const { requestId } = holder;
  if (heldOf(lane, requestId)) return { lane, result: undefined };
  return claim(acknowledged(lane, [holder], spending), requestId, caller);
}

/** Whether not all of a holder's numbers are spent for good. A request whose number is unknown may be unspent. */
function mayBeUnspent(lane: LaneState, { numbers }: LaneHolder, spending: Spending): boolean {
  return !numbers?.length || numbers.some((number) => !isSpentForGood(lane, number, spending));
}

/** A node has the transaction with this number; the request goes on with its other numbers. */
export function sent(lane: LaneState, place: Place, number: bigint, now: number): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  const numbers = own.holder.numbers?.filter((other) => other !== number);
  return updated(withSpent(lane, own.holder, [number], now), place, { numbers });
}

/**
 * The request has left the lane. Other calls that work on it keep a place that holds nothing: they will find out its
 * outcome.
 */
export function left(
  lane: LaneState,
  place: Place,
  outcome: 'spent' | 'given-back' | 'may-appear',
  now: number,
): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  // Another call may be about to ask for it: the last call gives it back.
  if (outcome === 'given-back' && own.workers.length > 1) return detached(lane, place);
  const emptied = changedAt(lane, place, ({ holder, workers }) => ({
    holder: { ...holder, numbers: undefined },
    committed: outcome === 'may-appear',
    isOver: true,
    workers: workers.filter(({ token }) => token !== place.token),
  }));
  const after = { ...emptied, held: emptied.held.filter(isWanted) };
  if (outcome === 'may-appear') return forgetful(after, now);
  if (outcome === 'given-back') return after;
  return withSpent(after, own.holder, own.holder.numbers ?? [], now);
}

/**
 * Others turn out to be before the request. Calls that share its place and have no number yet lose it too: one that went
 * on would take a number behind those that may be given back.
 */
export function yielded(lane: LaneState, place: Place, now: number): LaneState {
  const own = heldAt(lane, place);
  const isEmpty = own && !own.committed && !own.holder.numbers?.length;
  if (!isEmpty) return left(lane, place, 'given-back', now);
  return { ...lane, held: lane.held.filter((one) => one !== own) };
}

/** Forgets requests that have not appeared for a day, and all but the latest. */
function forgetful(lane: LaneState, now: number): LaneState {
  const lasting = rememberedIn(lane)
    .filter(({ committedAt = now }) => now - committedAt < REMEMBERED_FOR_MS)
    .slice(-MOST_REMEMBERED);
  const kept = new Set(lasting);
  return { ...lane, held: lane.held.filter((one) => !isRemembered(one) || kept.has(one.holder)) };
}
