import { maximum } from '../../../src/core/amount.js';
import type { LaneHolder, Replaced } from '../../../src/transactions/lanes/lanes.js';

/**
 * An account's lane as a plain value. The functions below are all the rules there are: they change
 * nothing, but give the lane as it is afterwards, so that it can be kept in memory or, under
 * compare-and-set, where several processes share it.
 */
export interface LaneState {
  /** Whether somebody has looked at what the custody still has of this account. */
  readonly met: boolean;
  /** The latest token that was given out. It only ever grows. */
  readonly token: number;
  readonly held: readonly Held[];
  readonly spent: readonly Spent[];
  /** The processes that wait for room, in their order; each has an order of its own among its calls. */
  readonly queue: readonly string[];
}

/** A holder in its lane. */
export interface Held {
  readonly holder: LaneHolder;
  /** Whether its request may exist at the signer. */
  readonly committed: boolean;
  /** Its request has left the lane: it holds nothing, but others at work on it have yet to find out. */
  readonly isOver: boolean;
  /** The calls that are at work on it. */
  readonly workers: readonly Worker[];
}

/** A call of a process, among all that it makes in this lane. */
export interface Caller {
  /** The process that the call runs in. */
  readonly process: string;
  /** No other of its calls has the same, so that a change made twice lets nobody in twice. */
  readonly call: number;
}

interface Worker extends Caller {
  /** Which call it is. A token that was taken away never comes back, so an old call stays out. */
  readonly token: number;
}

/** A number that a node has a transaction for. */
interface Spent {
  readonly number: bigint;
  readonly holder: LaneHolder;
  /** In the lane's time. */
  readonly at: number;
  /** Whether the chain has said so, and not only a node. */
  readonly final: boolean;
}

/** A call's place in a lane. */
export interface Place extends Worker {
  readonly requestId: string;
}

/** What becomes of a lane, and what else follows. */
export interface Changed<T> {
  readonly lane: LaneState;
  readonly result: T;
}

/** Beyond this age no node is so far behind that it would offer a spent number again. */
const SPENT_FOR_MS = 600_000;

/** For how long a request that may appear is looked for, and how many of them. */
const REMEMBERED_FOR_MS = 86_400_000;
const MOST_REMEMBERED = 20;

/** How many milliseconds ago a mark was made, in the lane's time. */
type AgeOf = (mark: number) => number;

export interface Entry {
  readonly holder: LaneHolder;
  readonly caller: Caller;
  readonly width: number;
  readonly replaces?: Replaced | undefined;
  /** Whether it lines up when there is no room. */
  readonly waits: boolean;
}

/**
 * Gives a request its place: the one that it has already, or a new one if it is its turn. What another call has
 * sent holds nothing, and waits for nobody.
 */
export function enter(lane: LaneState, entry: Entry): Changed<Place | undefined> {
  const { holder, caller, width, waits, replaces } = entry;
  const { process } = caller;
  if (heldOf(lane, holder.requestId)) return admit(lane, holder.requestId, caller);
  const [first = process] = lane.queue;
  const isTurn = hasRoom(lane, width) && first === process;
  const isOver = hasSent(lane, holder);
  if (isTurn || isOver || isBeforeAll(lane, holder) || placeToReplace(lane, replaces)) {
    const held = [...lane.held, { holder, committed: false, isOver, workers: [] }];
    return admit({ ...unqueued(lane, process), held }, holder.requestId, caller);
  }
  const isNew = waits && !lane.queue.includes(process);
  return { lane: isNew ? { ...lane, queue: [...lane.queue, process] } : lane, result: undefined };
}

/** Who has a number comes to send it once more, and needs its place for that. */
function hasSent({ spent }: LaneState, { requestId, numbers }: LaneHolder): boolean {
  return numbers === undefined && spent.some(({ holder }) => holder.requestId === requestId);
}

/** The place of what is to be replaced: who replaces it doesn't wait for it. */
function placeToReplace(lane: LaneState, replaces: Replaced | undefined): Held | undefined {
  return replaces?.requestId === undefined ? undefined : heldOf(lane, replaces.requestId);
}

/** Whether those who hold numbers wait for this one, so that it must not wait for them. */
function isBeforeAll(lane: LaneState, { numbers = [] }: LaneHolder): boolean {
  const last = numbers.reduce(maximum, -1n);
  if (last < 0n) return false;
  return lane.held.every(({ holder }) => (holder.numbers ?? []).every((other) => other > last));
}

/** Whether one more request may be under way. */
function hasRoom(lane: LaneState, width: number): boolean {
  return lane.held.filter(({ isOver }) => !isOver).length < width;
}

/** Takes over a request that nobody is at work on. */
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

/** A store may have made a change and yet deny it: whoever is in already has the place he was given. */
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

/** The process waits for nothing any more. */
function unqueued(lane: LaneState, process: string): LaneState {
  if (!lane.queue.includes(process)) return lane;
  return { ...lane, queue: lane.queue.filter((other) => other !== process) };
}

/** Takes everything from processes that are gone; what they began has to be looked for anew. */
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

/** The holder of a place; nothing once the request has left the lane, or the place was taken over. */
export function heldAt(lane: LaneState, { requestId, process, token }: Place): Held | undefined {
  const isOwn = (worker: Worker) => worker.process === process && worker.token === token;
  const held = heldOf(lane, requestId);
  return held?.workers.some(isOwn) ? held : undefined;
}

function heldOf(lane: LaneState, requestId: string): Held | undefined {
  return lane.held.find((one) => isOf(one, requestId));
}

function isOf({ holder }: Held, requestId: string): boolean {
  return holder.requestId === requestId;
}

/** What became known of a place's request. */
function updated(lane: LaneState, place: Place, known: Partial<LaneHolder>): LaneState {
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

/** The signer has the place's request already, for these numbers. */
export function adopted(
  lane: LaneState,
  place: Place,
  numbers: readonly bigint[],
  now: number,
): LaneState {
  // What it came to is known; its numbers may be another's by now.
  if (heldAt(lane, place)?.isOver) return lane;
  return committed(updated(lane, place, { numbers }), place, now);
}

/** One call less at work on it. What nobody works on and nobody asked for is gone. */
export function detached(lane: LaneState, place: Place): LaneState {
  if (!heldAt(lane, place)) return lane;
  const after = changedAt(lane, place, (one) => ({
    ...one,
    workers: one.workers.filter(({ token }) => token !== place.token),
  }));
  return { ...after, held: after.held.filter(isWanted) };
}

/** Nobody works on it and nobody asked the signer for it: it never was. */
function isWanted({ committed: isCommitted, workers }: Held): boolean {
  return isCommitted || workers.length > 0;
}

function changedAt(lane: LaneState, place: Place, change: (held: Held) => Held): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  return { ...lane, held: lane.held.map((one) => (one === own ? change(one) : one)) };
}

/**
 * Which numbers a place is to have: among those that no other has, and rather those that another call has
 * taken for its request.
 */
export type Choose = (
  isTaken: (number: bigint) => boolean,
  shared: readonly bigint[],
) => readonly bigint[] | undefined;

/**
 * Numbers for a place; none if it is no place any more, or what it was for has been sent. What another call is
 * asking the signer for keeps its numbers. What is replaced loses them in the same change: there is no moment in
 * which a third could have them.
 */
export function taken(
  lane: LaneState,
  place: Place,
  ageOf: AgeOf,
  choose: Choose,
  replaces?: Replaced,
): Changed<readonly bigint[] | undefined> {
  const own = heldAt(lane, place);
  if (!own) return { lane, result: undefined };
  const before = numbersOf(lane, own);
  const isShared = own.workers.length > 1;
  if (isShared && own.committed && before.length > 0) return { lane, result: before };
  if (hasEnded(own)) return { lane, result: undefined };
  const spent = lane.spent.filter(({ at }) => ageOf(at) <= SPENT_FOR_MS);
  const replaced = placeToReplace(lane, replaces);
  const others = lane.held.filter((other) => other !== own && other !== replaced);
  const numbers = new Set(others.flatMap(({ holder }) => holder.numbers ?? []));
  for (const { number, holder } of spent) if (!isReplaced(holder, replaces)) numbers.add(number);
  const shared = (isShared && own.holder.numbers) || [];
  const chosen = choose((number) => numbers.has(number), shared);
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

/** Whether a number that this one has sent is to be taken from it; who names nobody takes anybody's. */
function isReplaced({ requestId }: LaneHolder, replaces: Replaced | undefined): boolean {
  return replaces !== undefined && (replaces.requestId ?? requestId) === requestId;
}

/** All numbers of a request: those that it has spent, and those that it has. */
function numbersOf({ spent }: LaneState, { holder }: Held): readonly bigint[] {
  const own = spent.filter((one) => one.holder.requestId === holder.requestId);
  return [...own.map(({ number }) => number), ...(holder.numbers ?? [])];
}

/** Its request was sent, or lost its numbers to another: there is nothing left to ask the signer for. */
export function hasEnded({ isOver, committed: mayAppear }: Held): boolean {
  return isOver && !mayAppear;
}

/** What holds nothing any more is over, whoever is at work on it. */
function without(held: Held, lost: readonly bigint[]): Held {
  const numbers = held.holder.numbers?.filter((number) => !lost.includes(number)) ?? [];
  const holder = { ...held.holder, numbers };
  if (numbers.length > 0) return { ...held, holder };
  return { ...held, holder: { ...holder, numbers: undefined }, committed: false, isOver: true };
}

/**
 * Others hold numbers of this lane, though no one works for them. A place that holds nothing is no work. One
 * that is named twice, as lost and as unfinished, has one place.
 */
export function acknowledged(lane: LaneState, named: readonly LaneHolder[]): LaneState {
  const holders = [...new Map(named.map((holder) => [holder.requestId, holder])).values()];
  const others = lane.held.filter(
    (one) => !one.isOver || !holders.some(({ requestId }) => isOf(one, requestId)),
  );
  const added = holders.filter(({ requestId }) => !others.some((one) => isOf(one, requestId)));
  if (added.length === 0) return lane;
  const numbers = new Set(added.flatMap((holder) => holder.numbers ?? []));
  return {
    ...lane,
    held: [
      ...others,
      ...added.map((holder) => ({ holder, committed: true, isOver: false, workers: [] })),
    ],
    spent: lane.spent.filter(({ number }) => !numbers.has(number)),
  };
}

/** A node has the transaction with this number; the request goes on with its others. */
export function sent(lane: LaneState, place: Place, number: bigint, now: number): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  const numbers = own.holder.numbers?.filter((other) => other !== number);
  return updated(withSpent(lane, own.holder, [number], now), place, { numbers });
}

/**
 * The request has left the lane. Others who are at work on it keep a place that holds nothing: they
 * will find out what it came to.
 */
export function left(
  lane: LaneState,
  place: Place,
  outcome: 'spent' | 'given-back' | 'may-appear',
  now: number,
): LaneState {
  const own = heldAt(lane, place);
  if (!own) return lane;
  // Another call may be about to ask for it: the last one gives it back.
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

/** A request that holds nothing, and is looked for all the same: the signer may have it after all. */
function isRemembered({ committed: isCommitted, isOver, workers }: Held): boolean {
  return isCommitted && isOver && workers.length === 0;
}

function rememberedIn(lane: LaneState): readonly LaneHolder[] {
  return lane.held.filter(isRemembered).map(({ holder }) => holder);
}

/** Forgets what has not appeared for a day, and all but the latest. */
function forgetful(lane: LaneState, now: number): LaneState {
  const lasting = rememberedIn(lane)
    .filter(({ committedAt = now }) => now - committedAt < REMEMBERED_FOR_MS)
    .slice(-MOST_REMEMBERED);
  const kept = new Set(lasting);
  return { ...lane, held: lane.held.filter((one) => !isRemembered(one) || kept.has(one.holder)) };
}

function withSpent(
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
