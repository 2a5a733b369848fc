import { type CallOptions, type Clock, pause } from '../core/clock.js';
import { AbortedError } from '../core/errors.js';
import { type PollPace, poll } from '../core/poll.js';
import { AccountBusyError, TransactionBlockedError } from './errors.js';
import { LaneCall } from './lane-call.js';
import type { LaneCell } from './lane-cell.js';
import { type Waiter, WaitingLine } from './lane-line.js';
import {
  bury,
  type Caller,
  claim,
  detached,
  enter,
  type Held,
  hasRoom,
  isKnown,
  isLeftBy,
  outrunBy,
  type Place,
  processesOf,
  settled,
  unqueued,
} from './lane-state.js';
import type { LaneHolder, LanePass, LaneRequest } from './lanes.js';

export interface LaneSettings {
  /** How many requests of one account may be under way at once. */
  readonly width: number;
  /** How many calls may wait for one account, in this process. */
  readonly maxWaiting: number;
  readonly clock: Clock;
}

/** The pause after a failed attempt to finish another's work. */
const FINISH_PACE_MS = 1_000;
/** What waits for its approval need not be looked at before each number that is taken above it. */
const SWEEP_EVERY_MS = 5_000;
/** Who is not the first is woken, so this only bounds how long a mistake could go unnoticed. */
const BEHIND_PACE: PollPace = { firstMs: 30_000, factor: 1, maxMs: 30_000 };

/**
 * An account's lane, as this process sees it: who waits here, and how the work of those who are gone
 * gets done. The rules are those of `lane-state.ts`; where the lane is kept is its cell's business.
 */
export class Lane {
  readonly cell: LaneCell;
  readonly clock: Clock;
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #line = new WaitingLine();
  /** Of those who have their numbers, and wait to send. */
  readonly #wakers = new Set<() => void>();
  /** The requests that could not land when they were last tried here. */
  readonly #blocked = new Set<string>();
  #calls = 0;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(cell: LaneCell, { width, maxWaiting, clock }: LaneSettings) {
    this.cell = cell;
    this.clock = clock;
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
      return (await this.#behindOthers(waiter, deadline)) ?? (await this.#first(waiter, deadline));
    } finally {
      done?.();
      this.#line.leave(waiter);
      const { process } = this.cell;
      if (this.#line.size === 0 && this.cell.known.queue.includes(process)) {
        await this.cell.concede((lane) => unqueued(lane, process));
      }
      this.changed();
    }
  }

  /** Waits until the others have gone; resolves with a pass if there is one for it before. */
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

  async #first(waiter: Waiter, deadline: number): Promise<LanePass> {
    const { request } = waiter;
    let cause: unknown;
    const look = async () => {
      const pass = await this.#enterNow(request, true);
      if (pass) return pass;
      for (const held of await this.#abandoned()) {
        if (hasRoom(this.cell.known, this.#width)) break;
        cause = (await this.#finish(held, request, deadline - this.clock.monotonic())) ?? cause;
      }
      // What others have done meanwhile is seen by who looks.
      this.#line.wakeThoseOf(this.cell.known.held);
      const mayEnter = hasRoom(this.cell.known, this.#width);
      return mayEnter ? this.#enterNow(request, true) : undefined;
    };
    const pass = await this.#wait(waiter, look, this.cell.pace, deadline);
    if (!pass) throw this.busy('it did not end in time', cause);
    return pass;
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

  /** Whether it has its place, needs none, or takes another's. */
  #isHeld({ holder, outruns }: LaneRequest): boolean {
    const { known } = this.cell;
    return isKnown(known, holder) || outrunBy(known, outruns) !== undefined;
  }

  #newCaller(): Caller {
    return { process: this.cell.process, call: ++this.#calls };
  }

  async #enterNow(request: LaneRequest, waits: boolean): Promise<LaneCall | undefined> {
    const { holder, outruns } = request;
    const caller = this.#newCaller();
    const entry = { holder, caller, width: this.#width, waits, outruns };
    return this.#at(request, () =>
      this.cell.change(
        (lane) => enter(lane, entry),
        (place) => (lane) => (place ? detached(lane, place) : unqueued(lane, caller.process)),
      ),
    );
  }

  /** A pass for the place that is found, if there is one. */
  async #at(
    request: LaneRequest,
    find: () => Promise<Place | undefined>,
  ): Promise<LaneCall | undefined> {
    const done = await this.cell.takePart();
    try {
      const place = await find();
      if (place) return new LaneCall(this, place, request, done);
    } catch (error) {
      done();
      throw error;
    }
    done();
    return undefined;
  }

  busy(reason: string, cause?: unknown): AccountBusyError {
    const [first] = this.cell.known.held;
    return new AccountBusyError(reason, first?.holder, { cause });
  }

  /** Waits for a change, as who has a number. */
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

  /** Finishes the work of those who have no caller, without waiting. */
  async sweep(request: LaneRequest): Promise<void> {
    for (const held of await this.#abandoned()) {
      // What is outrun is sent by nobody here.
      if (held.holder.requestId === request.outruns?.requestId) continue;
      await this.#finish(held, request, 0);
    }
  }

  /** What is known to be in the way is tried each time: who comes after it would be approved in vain. */
  async sweepIfDue(request: LaneRequest): Promise<void> {
    const { known, process } = this.cell;
    const now = this.clock.monotonic();
    const isBlocked = known.held.some(({ holder }) => this.#blocked.has(holder.requestId));
    const isDue = isBlocked || now - this.#sweptAt >= SWEEP_EVERY_MS;
    if (!isDue || !known.held.some((held) => isLeftBy(process, held))) return;
    this.#sweptAt = now;
    await this.sweep(request);
  }

  /** Finishes the work of one of these, if it is abandoned, for the caller who waits behind it. */
  async clear(ahead: readonly Held[], request: LaneRequest, timeoutMs: number): Promise<void> {
    const abandoned = await this.#abandoned();
    const requestIds = new Set(ahead.map(({ holder }) => holder.requestId));
    const held = abandoned.find(({ holder }) => requestIds.has(holder.requestId));
    if (held) await this.#finish(held, request, timeoutMs);
  }

  /** The requests that nobody is at work on, those of processes that are gone among them. */
  async #abandoned(): Promise<readonly Held[]> {
    const { cell } = this;
    const gone = await cell.goneOf(processesOf(await cell.read()));
    if (gone.size > 0) {
      await cell.change((lane) => ({ lane: bury(lane, gone), result: undefined }));
    }
    return cell.known.held.filter(({ workers }) => workers.length === 0);
  }

  /** It could not land when it was tried: it is tried again before anything takes a number behind it. */
  blocked({ requestId }: LaneHolder): void {
    this.#blocked.add(requestId);
  }

  /**
   * Finishes what a gone caller left behind; resolves with what went wrong, if anything did.
   *
   * @throws AccountBusyError when it can't land before something else has changed: waiting is of no use then.
   */
  async #finish(held: Held, request: LaneRequest, timeoutMs: number): Promise<unknown> {
    if (timeoutMs < 0) return undefined;
    const deadline = this.clock.monotonic() + timeoutMs;
    const { requestId } = held.holder;
    const caller = this.#newCaller();
    const pass = await this.#at(request, () =>
      this.cell.change(
        (lane) => claim(lane, requestId, caller),
        (place) => (lane) => (place ? detached(lane, place) : lane),
      ),
    );
    if (!pass) return undefined;
    this.#blocked.delete(requestId);
    try {
      await request.finish(pass.holder, pass, { signal: request.signal, timeoutMs });
      return undefined;
    } catch (error) {
      if (request.signal?.aborted) throw new AbortedError(request.signal);
      if (error instanceof TransactionBlockedError) throw blockedBy(held.holder, error);
      const leftMs = Math.max(0, deadline - this.clock.monotonic());
      await pause(Math.min(FINISH_PACE_MS, leftMs), this.clock, request.signal);
      return error;
    } finally {
      await pass.detach();
    }
  }

  async settle(number: bigint, outcome: 'spent' | 'given-back'): Promise<void> {
    if (!this.cell.known.spent.some((one) => one.number === number)) return;
    await this.cell.concede((lane) => settled(lane, number, outcome));
    this.changed();
  }
}

/** What a caller hears who would have to wait for what can't land. */
function blockedBy(holder: LaneHolder, cause: TransactionBlockedError): AccountBusyError {
  const { resultCode, cure } = cause;
  const reason = `the node answered ${resultCode} to it, and it can land once ${cure}`;
  return new AccountBusyError(reason, holder, { cause, details: { resultCode, cure } });
}
