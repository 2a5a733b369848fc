import type { LaneHolder, Replaced } from './lanes.js';
import { type Spent, sentBy } from './spent.js';

/**
 * An account's lane as a plain value, so that it can be kept in memory or, under compare-and-set, where several
 * processes share it. The functions below say what it shows; `changes.ts` and `taking.ts` have all that may become of it.
 */
export interface LaneState {
  /** Whether a process has read which requests the custody platform has for this account. */
  readonly met: boolean;
  /** The latest token that was given out. It only grows. */
  readonly token: number;
  readonly held: readonly Held[];
  readonly spent: readonly Spent[];
  /** The processes that wait for room, in their order; each process orders its own calls. */
  readonly queue: readonly string[];
}

/** A request that holds a place in its lane. */
export interface Held {
  readonly holder: LaneHolder;
  /** Whether its request may exist at the signer. */
  readonly committed: boolean;
  /** Its request has left the lane and holds nothing, but other calls that work on it do not know that yet. */
  readonly isOver: boolean;
  /** The calls that work on it. */
  readonly workers: readonly Worker[];
}

/** A call of a process in this lane. */
export interface Caller {
  /** The process that the call runs in. */
  readonly process: string;
  /** Unique among the process's calls, so that a change made twice admits no call twice. */
  readonly call: number;
}

interface Worker extends Caller {
  /** Identifies the call's place. A token that was taken away never comes back, so an old call stays out. */
  readonly token: number;
}

/** A call's place in a lane. */
export interface Place extends Worker {
  readonly requestId: string;
}

/** A lane that was never used. Its tokens begin above those of a lane that was lost. */
export function emptyLane(token: number): LaneState {
  return { met: false, token, held: [], spent: [], queue: [] };
}

/** The place of the request to replace; the replacing request doesn't wait for it. */
export function placeToReplace(lane: LaneState, replaces: Replaced | undefined): Held | undefined {
  return replaces?.requestId === undefined ? undefined : heldOf(lane, replaces.requestId);
}

/** Whether one more request may be under way. */
export function hasRoom(lane: LaneState, width: number): boolean {
  return lane.held.filter(({ isOver }) => !isOver).length < width;
}

/** The holder of a place; nothing once the request has left the lane, or the place was taken over. */
export function heldAt(lane: LaneState, { requestId, process, token }: Place): Held | undefined {
  const isOwn = (worker: Worker) => worker.process === process && worker.token === token;
  const held = heldOf(lane, requestId);
  return held?.workers.some(isOwn) ? held : undefined;
}

export function heldOf(lane: LaneState, requestId: string): Held | undefined {
  return lane.held.find((one) => isOf(one, requestId));
}

export function isOf({ holder }: Held, requestId: string): boolean {
  return holder.requestId === requestId;
}

/** Whether a request stays: without a call, and never requested from the signer, it does not exist. */
export function isWanted({ committed: isCommitted, workers }: Held): boolean {
  return isCommitted || workers.length > 0;
}

/** All numbers of a request: those that it has spent, and those that it holds. */
export function numbersOf(lane: LaneState, { holder }: Held): readonly bigint[] {
  return [...new Set([...sentBy(lane, holder), ...(holder.numbers ?? [])])];
}

/** Its request was sent, or lost its numbers to another: there is nothing left to ask the signer for. */
export function hasEnded({ isOver, committed: mayAppear }: Held): boolean {
  return isOver && !mayAppear;
}

/** Whether a request holds a number, and no call of this process works on it. */
export function isLeftBy(process: string, { isOver, workers }: Held): boolean {
  return !isOver && workers.every((worker) => worker.process !== process);
}

/** A request that holds nothing, but is still looked for: the signer may have it after all. */
export function isRemembered({ committed: isCommitted, isOver, workers }: Held): boolean {
  return isCommitted && isOver && workers.length === 0;
}

export function rememberedIn(lane: LaneState): readonly LaneHolder[] {
  return lane.held.filter(isRemembered).map(({ holder }) => holder);
}

/**
 * The requests that have a smaller number which is neither sent nor given back. Numbers that are left to a replaced
 * request are over on the chain: its replacement has taken the others.
 */
export function aheadOf(lane: LaneState, number: bigint, replaces?: Replaced): readonly Held[] {
  return lane.held.filter(
    ({ holder }) =>
      holder.requestId !== replaces?.requestId && holder.numbers?.some((other) => other < number),
  );
}

/** Whether another request than that of this place holds a number. */
export function isAnothers(lane: LaneState, { requestId }: Place, number: bigint): boolean {
  return lane.held.some((one) => !isOf(one, requestId) && hasNumber(one, number));
}

/**
 * Whether an earlier request holds the number of this place's: both are signed, and the chain accepts one. A place
 * that is gone counts as the later one.
 */
export function isEarliers(lane: LaneState, { requestId }: Place, number: bigint): boolean {
  const first = lane.held.find((one) => isOf(one, requestId) || hasNumber(one, number));
  return first !== undefined && !isOf(first, requestId);
}

export function hasNumber({ holder }: Held, number: bigint): boolean {
  return holder.numbers?.includes(number) === true;
}

/** All processes that take part in a lane. */
export function processesOf(lane: LaneState): ReadonlySet<string> {
  const working = lane.held.flatMap(({ workers }) => workers.map(({ process }) => process));
  return new Set([...working, ...lane.queue]);
}
