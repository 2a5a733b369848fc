import { type CallOptions, type Clock, pause } from '../../core/clock.js';
import { AbortedError } from '../../core/errors.js';
import { type PollPace, poll } from '../../core/poll.js';
import { AccountBusyError, TransactionBlockedError } from '../errors.js';
import { LaneCall } from './call.js';
import type { LaneCell } from './cell.js';
import {
  type Changed,
  claim,
  detached,
  enter,
  evict,
  reopened,
  unqueued,
  withoutEnded,
} from './changes.js';
import type { LaneHolder, LanePass, LaneRequest } from './lanes.js';
import { type Waiter, WaitingLine } from './line.js';
import { marksOf, type Spending, settled, sparedBy, unheardOf } from './spent.js';
import {
  type Caller,
  type Held,
  hasRoom,
  isKnown,
  isLeftBy,
  type LaneState,
  type Place,
  placeToReplace,
  processesOf,
} from './state.js';

export interface LaneSettings {
  /** How many requests of one account may be under way at once. */
  readonly width: number;
  /** How many calls may wait for one account, in this process. */
  readonly maxWaiting: number;
  /** Whether no number is spent before the ones below it, as for all numbers but Tickets. */
  readonly inOrder: boolean;
  readonly clock: Clock;
}

/** The pause after a failed attempt to finish another request's work. */
const FINISH_PACE_MS = 1_000;
/** Requests that wait for approval need not be checked before each number that is taken above them. */
const SWEEP_EVERY_MS = 5_000;
/** A call that is not the first is woken, so this pace only limits how long an error could go unnoticed. */
const BEHIND_PACE: PollPace = { firstMs: 30_000, factor: 1, maxMs: 30_000 };

/**
 * An account's lane, as this process sees it: which calls wait here, and how the work of callers that are gone is
 * finished. The rules are those of `state.ts`; the cell stores the lane.
 */
export class Lane {
  readonly cell: LaneCell;
  readonly clock: Clock;
  readonly spending: Spending;
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #line = new WaitingLine();
  /** The calls that have their numbers, and wait to send. */
  readonly #wakers = new Set<() => void>();
  /** The requests that could not land when this process last tried them. */
  readonly #blocked = new Set<string>();
  #calls = 0;
  /** The calls that have a place, or may have one. A call that has ended never comes back. */
  readonly #ongoing = new Set<number>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(cell: LaneCell, { width, maxWaiting, inOrder, clock }: LaneSettings) {
    this.cell = cell;
    this.clock = clock;
    this.spending = { inOrder, ageOf: (mark) => cell.time.since(mark) };
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  async tryEnter(request: LaneRequest): Promise<LanePass | undefined> {
    const mayEnter = this.#line.size === 0 || this.#isHeld(request);
    return mayEnter ? this.#enterNow(request, false) : undefined;
  }

  async enter(request: LaneRequest): Promise<LanePass> {
    if (this.#line.size >= this.#maxWaiting) {
      throw this.busy(`${this.#maxWaiting} calls wait already`);
    }
    const deadline = this.clock.monotonic() + request.timeoutMs;
    const waiter = this.#line.join(request);
    let done: (() => void) | undefined;
    try {
      done = await this.cell.takePart();
      for (;;) {
        const pass =
          (await this.#behindOthers(waiter, deadline)) ?? (await this.#first(waiter, deadline));
        if (pass) return pass;
      }
    } finally {
      done?.();
      this.#line.leave(waiter);
      const { process } = this.cell;
      if (this.#line.size === 0 && this.cell.known.queue.includes(process)) {
        await this.cell.release((lane) => unqueued(lane, process));
      }
      this.changed();
    }
  }

  /** Waits until the calls before this one have gone; resolves with a pass if the request gets one earlier. */
  async #behindOthers(waiter: Waiter, deadline: number): Promise<LanePass | undefined> {
    const { request } = waiter;
    const look = async () => {
      if (this.#line.goesFirst(waiter)) return { pass: undefined };
      const pass = this.#isHeld(request) ? await this.#enterNow(request, false) : undefined;
      return pass && { pass };
    };
    const come = await this.#wait(waiter, look, BEHIND_PACE, deadline);
    if (!come) throw this.busy('it did not end in time');
    return come.pass;
  }

  /** Waits for room; resolves without a pass once another call goes before this one. */
  async #first(waiter: Waiter, deadline: number): Promise<LanePass | undefined> {
    const { request } = waiter;
    let cause: unknown;
    const look = async () => {
      if (!this.#line.goesFirst(waiter)) return { pass: undefined };
      const atOnce = await this.#enterNow(request, true);
      if (atOnce) return { pass: atOnce };
      cause = (await this.#makeRoom(waiter, deadline)) ?? cause;
      const mayEnter = hasRoom(this.cell.known, this.#width);
      const pass = mayEnter ? await this.#enterNow(request, true) : undefined;
      return pass && { pass };
    };
    const come = await this.#wait(waiter, look, this.cell.pace, deadline);
    if (!come) throw this.busy('it did not end in time', cause);
    return come.pass;
  }

  /** Finishes what gone callers left behind, until there is room; resolves with the last error. */
  async #makeRoom(waiter: Waiter, deadline: number): Promise<unknown> {
    let cause: unknown;
    for (const held of await this.#abandoned()) {
      if (hasRoom(this.cell.known, this.#width)) break;
      this.#line.stepAside(waiter);
      this.#line.wakeFirst();
      const leftMs = deadline - this.clock.monotonic();
      cause = (await this.#finish(held, waiter.request, leftMs)) ?? cause;
      this.#line.stepForward(waiter);
    }
    // A waiting call must look again to see the changes made in the meantime.
    this.#line.wakeThoseOf(this.cell.known.held);
    return cause;
  }

  #wait<T>(
    waiter: Waiter,
    look: () => Promise<T | undefined>,
    pace: PollPace,
    deadline: number,
  ): Promise<T | undefined> {
    const timeoutMs = deadline - this.clock.monotonic();
    const wakeOn = (wake: () => void) => {
      waiter.wake = wake;
      return () => undefined;
    };
    const { signal } = waiter.request;
    return poll(look, { pace, timeoutMs, signal, clock: this.clock, wakeOn });
  }

  /** Whether the request has its place, needs none, or takes another's. */
  #isHeld({ holder, replaces }: LaneRequest): boolean {
    const { known } = this.cell;
    return isKnown(known, holder) || placeToReplace(known, replaces) !== undefined;
  }

  async #enterNow(request: LaneRequest, waits: boolean): Promise<LaneCall | undefined> {
    const { holder, replaces } = request;
    const entryOf = (caller: Caller) => ({ holder, caller, width: this.#width, waits, replaces });
    return this.#at(request, (caller) =>
      this.cell.change(
        (lane) => enter(lane, entryOf(caller)),
        (place) => (lane) => (place ? detached(lane, place) : unqueued(lane, caller.process)),
      ),
    );
  }

  /** A pass for the place that is found, if there is one. */
  async #at(
    request: LaneRequest,
    find: (caller: Caller) => Promise<Place | undefined>,
  ): Promise<LaneCall | undefined> {
    const done = await this.cell.takePart();
    const caller = { process: this.cell.process, call: ++this.#calls };
    this.#ongoing.add(caller.call);
    const end = () => {
      this.#ongoing.delete(caller.call);
      done();
    };
    try {
      const place = await find(caller);
      if (place) return new LaneCall(this, place, request, end);
    } catch (error) {
      end();
      throw error;
    }
    end();
    return undefined;
  }

  busy(reason: string, cause?: unknown): AccountBusyError {
    const [first] = this.cell.known.held;
    return new AccountBusyError(reason, first?.holder, { cause });
  }

  /** Waits for a change, for a call that has its number. */
  until<T>(
    look: (leftMs: number) => Promise<T | undefined>,
    options: CallOptions & Pick<LaneRequest, 'timeoutMs'>,
  ): Promise<T | undefined> {
    return poll(look, {
      pace: this.cell.pace,
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      clock: this.clock,
      wakeOn: (wake) => {
        this.#wakers.add(wake);
        return () => this.#wakers.delete(wake);
      },
    });
  }

  changed(): void {
    for (const wake of [...this.#wakers]) wake();
    this.#line.wakeFirst();
    this.#line.wakeThoseOf(this.cell.known.held);
  }

  /** Finishes the work of requests without a caller, without waiting. */
  async sweep(request: LaneRequest): Promise<void> {
    for (const held of await this.#abandoned()) {
      // A request that is being replaced is not sent here.
      if (held.holder.requestId === request.replaces?.requestId) continue;
      await this.#finish(held, request, 0);
    }
  }

  /** A request that is known to be blocked is tried each time: requests behind it would be approved in vain. */
  async sweepIfDue(request: LaneRequest): Promise<void> {
    const { known, process } = this.cell;
    const now = this.clock.monotonic();
    const isBlocked = known.held.some(({ holder }) => this.#blocked.has(holder.requestId));
    if (!isBlocked && now - this.#sweptAt < SWEEP_EVERY_MS) return;
    const unheard = unheardOf(known, this.spending);
    const isLeft = known.held.some((held) => isLeftBy(process, held));
    if (unheard || isLeft) this.#sweptAt = now;
    if (unheard) await this.#hearOf(unheard, request);
    if (isLeft) await this.sweep(request);
  }

  /**
   * Looks up a transaction that was sent, as if its caller had left it behind; if it has no final outcome yet, the
   * lane stays as it was.
   */
  async #hearOf(holder: LaneHolder, request: LaneRequest): Promise<void> {
    const pass = await this.#claim(request, (lane, caller) =>
      reopened(lane, holder, caller, this.spending),
    );
    if (!pass) return;
    try {
      await this.#finishAt(pass, request, 0);
    } finally {
      for (const number of holder.numbers ?? []) await pass.sent(number);
      await pass.leave('given-back');
    }
  }

  /** Finishes the work of one of these, if it is abandoned, for the caller that waits behind it. */
  async clear(ahead: readonly Held[], request: LaneRequest, timeoutMs: number): Promise<void> {
    const abandoned = await this.#abandoned();
    const requestIds = new Set(ahead.map(({ holder }) => holder.requestId));
    const held = abandoned.find(({ holder }) => requestIds.has(holder.requestId));
    if (held) await this.#finish(held, request, timeoutMs);
  }

  /**
   * The requests that no call is working on, including those of processes that are gone, and of calls of this process
   * that have ended although a store that lost its latest changes shows them at work.
   */
  async #abandoned(): Promise<readonly Held[]> {
    const { cell } = this;
    const gone = await cell.goneOf(processesOf(await cell.read()));
    // A call counts as ongoing until the lane has taken its end, or owes it as the first of its next changes.
    const hasEnded = ({ process, call }: Caller) =>
      process === cell.process && !this.#ongoing.has(call);
    if (gone.size > 0 || cell.known.held.some(({ workers }) => workers.some(hasEnded))) {
      await cell.change((lane) => ({
        lane: withoutEnded(evict(lane, gone), hasEnded),
        result: undefined,
      }));
    }
    return cell.known.held.filter(({ workers }) => workers.length === 0);
  }

  /** Notes a request that could not land: it is tried again before a number behind it is taken. */
  blocked({ requestId }: LaneHolder): void {
    this.#blocked.add(requestId);
  }

  /**
   * Finishes what a gone caller left behind; resolves with the error, if there was one.
   *
   * @throws AccountBusyError when it can't land before something else has changed: then waiting does not help.
   */
  async #finish({ holder }: Held, request: LaneRequest, timeoutMs: number): Promise<unknown> {
    if (timeoutMs < 0) return undefined;
    const pass = await this.#claim(request, (lane, caller) =>
      claim(lane, holder.requestId, caller),
    );
    if (!pass) return undefined;
    try {
      return await this.#finishAt(pass, request, timeoutMs);
    } finally {
      await pass.detach();
    }
  }

  #claim(
    request: LaneRequest,
    find: (lane: LaneState, caller: Caller) => Changed<Place | undefined>,
  ): Promise<LaneCall | undefined> {
    return this.#at(request, (caller) =>
      this.cell.change(
        (lane) => find(lane, caller),
        (place) => (lane) => (place ? detached(lane, place) : lane),
      ),
    );
  }

  async #finishAt(pass: LaneCall, request: LaneRequest, timeoutMs: number): Promise<unknown> {
    const { holder } = pass;
    this.#blocked.delete(holder.requestId);
    const deadline = this.clock.monotonic() + timeoutMs;
    try {
      await request.finish(holder, pass, { signal: request.signal, timeoutMs });
      return undefined;
    } catch (error) {
      if (request.signal?.aborted) throw new AbortedError(request.signal);
      if (error instanceof TransactionBlockedError) throw blockedBy(holder, error);
      const leftMs = Math.max(0, deadline - this.clock.monotonic());
      await pause(Math.min(FINISH_PACE_MS, leftMs), this.clock, request.signal);
      return error;
    }
  }

  async settle(number: bigint, outcome: 'spent' | 'given-back'): Promise<void> {
    const { cell, spending } = this;
    if (!cell.known.spent.some((one) => one.number === number)) return;
    const spared = outcome === 'spent' ? sparedBy(cell.known, number, spending) : [];
    const marks = new Set(spared.flatMap((one) => marksOf(one, spending)));
    // Marked before the lane forgets it: a call that enters in between finds the mark or the number.
    const marked = await cell.marks.add([...marks]);
    await cell.release((lane) => settled(lane, number, outcome, spending, marked));
    this.changed();
  }
}

/** The error for a caller that would have to wait for a transaction that can't land. */
function blockedBy(holder: LaneHolder, cause: TransactionBlockedError): AccountBusyError {
  const { resultCode, cure } = cause;
  const reason = `the node answered ${resultCode} to it, and it can land once ${cure}`;
  return new AccountBusyError(reason, holder, { cause, details: { resultCode, cure } });
}
