import type { CallOptions, Clock } from '../../core/clock.js';
import { poll } from '../../core/poll.js';
import { AccountBusyError } from '../errors.js';
import { Abandoned } from './abandoned.js';
import { LaneCall } from './call.js';
import { type LaneCell, type Revision, WOKEN_PACE } from './cell.js';
import { type Changed, detached, enter, needsNoRoom, unqueued } from './changes.js';
import type { LaneHolder, LanePass, LaneRequest } from './lanes.js';
import { type Waiter, WaitingLine } from './line.js';
import { marksOf, type Spending, settled, sparedBy } from './spent.js';
import { type Caller, hasRoom, isOf, type LaneState, type Place } from './state.js';
import { lossBy, restored } from './taking.js';

export interface LaneSettings {
  /** How many requests of one account may be under way at once. */
  readonly width: number;
  /** How many calls may wait for one account, in this process. */
  readonly maxWaiting: number;
  /** Whether no number is spent before the ones below it, as for all numbers but Tickets. */
  readonly inOrder: boolean;
  readonly clock: Clock;
}

/**
 * An account's lane, as this process sees it: which calls wait here, and which have a place. The rules are those of
 * `state.ts`; the cell stores the lane.
 */
export class Lane {
  readonly cell: LaneCell;
  readonly clock: Clock;
  readonly spending: Spending;
  readonly abandoned = new Abandoned(this);
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #line = new WaitingLine();
  /** The calls that have their numbers, and wait to send. */
  readonly #wakers = new Set<() => void>();
  #calls = 0;
  /** The calls that have a place, or may have one. A call that has ended never comes back. */
  readonly #ongoing = new Set<number>();

  constructor(cell: LaneCell, { width, maxWaiting, inOrder, clock }: LaneSettings) {
    this.cell = cell;
    this.clock = clock;
    this.spending = { inOrder, ageOf: (mark) => cell.time.since(mark) };
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  async tryEnter(request: LaneRequest): Promise<LanePass | undefined> {
    const mayEnter = this.#line.size === 0 || needsNoRoom(this.cell.known, request);
    return mayEnter ? this.#enterNow(request, false) : undefined;
  }

  async enter(request: LaneRequest): Promise<LanePass> {
    if (this.#line.size >= this.#maxWaiting) {
      throw this.busyFor(request.holder, `${this.#maxWaiting} calls wait already`);
    }
    const deadline = this.clock.monotonic() + request.timeoutMs;
    const waiter = this.#line.join(request);
    let done: (() => void) | undefined;
    try {
      done = await this.cell.lease.takePart();
      for (;;) {
        const pass = await this.#wait(waiter, deadline);
        if (pass) return pass;
      }
    } finally {
      done?.();
      this.#line.leave(waiter);
      const { process } = this.cell.lease;
      if (this.#line.size === 0 && this.cell.known.queue.includes(process)) {
        await this.cell.release((lane) => unqueued(lane, process));
      }
      this.changed();
    }
  }

  /** Waits for a pass; resolves without one when the call becomes the first in the line, or no longer is. */
  async #wait(waiter: Waiter, deadline: number): Promise<LanePass | undefined> {
    const { request } = waiter;
    const isFirst = this.#line.goesFirst(waiter);
    const look = async () => {
      if (this.#line.goesFirst(waiter) !== isFirst) return { pass: undefined };
      const mayEnter = isFirst || needsNoRoom(this.cell.known, request);
      let pass = mayEnter ? await this.#enterNow(request, isFirst) : undefined;
      if (isFirst && !pass && (await this.#makeRoom(waiter, deadline))) {
        pass = await this.#enterNow(request, true);
      }
      return pass && { pass };
    };
    const come = await poll(look, {
      pace: isFirst ? this.cell.pace : WOKEN_PACE,
      timeoutMs: deadline - this.clock.monotonic(),
      signal: request.signal,
      clock: this.clock,
      wakeOn: (wake) => {
        waiter.wake = wake;
        return () => undefined;
      },
    });
    if (!come) throw this.busyFor(request.holder, 'it did not end in time', waiter.cause);
    return come.pass;
  }

  /** Finishes what gone callers left behind, until there is room; resolves with whether there is. */
  async #makeRoom(waiter: Waiter, deadline: number): Promise<boolean> {
    for (const held of await this.abandoned.all()) {
      if (hasRoom(this.cell.known, this.#width)) break;
      this.#line.stepAside(waiter);
      this.#line.wakeFirst();
      const leftMs = deadline - this.clock.monotonic();
      waiter.cause = (await this.abandoned.finish(held, waiter.request, leftMs)) ?? waiter.cause;
      this.#line.stepForward(waiter);
    }
    // A waiting call must look again to see the changes made in the meantime.
    this.#line.wakeThoseOf(this.cell.known.held);
    return hasRoom(this.cell.known, this.#width);
  }

  async #enterNow(request: LaneRequest, waits: boolean): Promise<LaneCall | undefined> {
    const { holder, replaces } = request;
    return this.at(
      request,
      (lane, caller) => enter(lane, { holder, caller, width: this.#width, waits, replaces }),
      (lane) => unqueued(lane, this.cell.lease.process),
    );
  }

  /**
   * A pass for the place that is found, if there is one.
   *
   * @param without - How a lane is left in which no place was found, where it is not known whether the store has that.
   */
  async at(
    request: LaneRequest,
    find: (lane: LaneState, caller: Caller) => Changed<Place | undefined>,
    without: Revision = (lane) => lane,
  ): Promise<LaneCall | undefined> {
    const { cell } = this;
    const done = await cell.lease.takePart();
    const caller = { process: cell.lease.process, call: ++this.#calls };
    this.#ongoing.add(caller.call);
    const end = () => {
      this.#ongoing.delete(caller.call);
      done();
    };
    let pass: LaneCall | undefined;
    try {
      const place = await cell.change(
        (lane) => find(lane, caller),
        (found) => (found ? (lane) => detached(lane, found) : without),
      );
      pass = place && new LaneCall(this, place, request, end);
    } finally {
      if (!pass) end();
    }
    return pass;
  }

  /** Whether a call of this process has not ended. */
  isOngoing(call: number): boolean {
    return this.#ongoing.has(call);
  }

  /** That a request can't have the account, with the first of those that have it. */
  busyFor({ requestId }: LaneHolder, reason: string, cause?: unknown): AccountBusyError {
    const { held } = this.cell.known;
    const ahead = held.find((one) => !one.isOver && !isOf(one, requestId));
    return new AccountBusyError(reason, ahead?.holder, { cause });
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

  async settle(number: bigint, outcome: 'spent' | 'given-back'): Promise<void> {
    const { cell, spending } = this;
    if (!cell.known.spent.some((one) => one.number === number)) return;
    const spared = outcome === 'spent' ? sparedBy(cell.known, number, spending) : [];
    const marks = new Set(spared.flatMap((one) => marksOf(one, spending)));
    // Marked before the lane forgets it: a call that enters in between finds the mark or the number.
    const marked = await cell.marks.add([...marks]);
    await cell.release((lane) => {
      const after = settled(lane, number, outcome, spending, marked);
      const isFree = after !== lane && outcome === 'given-back';
      const sender = lane.spent.find((one) => one.number === number)?.holder;
      const loss = isFree && sender && lossBy({ ...sender, numbers: [number] });
      return loss ? restored(after, loss, spending) : after;
    });
    this.changed();
  }
}
