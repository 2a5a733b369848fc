import { type CallOptions, type Clock, systemClock } from '../core/clock.js';
import { AbortedError } from '../core/errors.js';
import { type PollPace, poll } from '../core/poll.js';
import { AccountBusyError } from './errors.js';
import type { LaneHolder, LanePass, LaneRequest, Lanes } from './lanes.js';

export interface MemoryLanesOptions {
  /** How many requests of one account may be under way at once. Default 1. */
  readonly width?: number;
  /** How many calls may wait for one account. Default 1,000. */
  readonly maxWaiting?: number;
  readonly clock?: Clock;
}

/** Changes wake whoever waits, so this only bounds how long a mistake could go unnoticed. */
const WAIT_PACE: PollPace = { firstMs: 30_000, factor: 1, maxMs: 30_000 };
/** The pause after a failed attempt to finish another's work. */
const FINISH_PACE_MS = 1_000;
/** How long a transaction that a node took may stay out of sight before it counts as lost. */
const LOST_AFTER_MS = 20_000;
/** Beyond this age no node is so far behind that it would offer a spent number again. */
const SPENT_FOR_MS = 600_000;

/** Lanes in this process's memory. One width fits both modes: `serial` is a width of 1. */
export function memoryLanes(options: MemoryLanesOptions = {}): Lanes {
  const clock = options.clock ?? systemClock;
  const { width = 1, maxWaiting = 1_000 } = options;
  const lanes = new Map<string, Lane>();
  const laneOf = (account: string): Lane => {
    const lane = lanes.get(account) ?? new Lane(width, clock);
    lanes.set(account, lane);
    return lane;
  };
  return {
    async tryEnter(request) {
      const lane = laneOf(request.account);
      return lane.join(request) ?? (lane.waiting.length === 0 ? lane.admit(request) : undefined);
    },
    async enter(request) {
      const lane = laneOf(request.account);
      if (lane.waiting.length >= maxWaiting) {
        throw new AccountBusyError(`${maxWaiting} calls wait already`, lane.firstHolder());
      }
      return lane.enter(request);
    },
    settle(account, number, outcome) {
      lanes.get(account)?.settle(number, outcome);
    },
  };
}

/** A holder in its lane. */
interface Held {
  holder: LaneHolder;
  /** How many calls are at work on it here. */
  workers: number;
  /** Whether its request may exist at the signer. */
  committed: boolean;
}

interface Spent {
  readonly holder: LaneHolder;
  readonly at: number;
  readonly final: boolean;
}

class Lane {
  readonly waiting: LaneRequest[] = [];
  readonly clock: Clock;
  readonly #width: number;
  readonly #held = new Map<string, Held>();
  readonly #spent = new Map<bigint, Spent>();
  readonly #wakers = new Set<() => void>();
  met = false;

  constructor(width: number, clock: Clock) {
    this.#width = width;
    this.clock = clock;
  }

  firstHolder(): LaneHolder | undefined {
    const [first] = this.#held.values();
    return first?.holder;
  }

  /** The place that this very request has already. */
  join(request: LaneRequest): LanePass | undefined {
    const held = this.#held.get(request.holder.requestId);
    if (!held) return undefined;
    held.workers++;
    return new Pass(this, held, request);
  }

  /** One call less at work on it. What nobody works on and nobody asked for is gone. */
  detach(held: Held): void {
    held.workers--;
    if (held.workers === 0 && !held.committed) this.#held.delete(held.holder.requestId);
    this.changed();
  }

  admit(request: LaneRequest): LanePass | undefined {
    if (this.#held.size >= this.#width) return undefined;
    const held = { holder: request.holder, workers: 1, committed: false };
    this.#held.set(request.holder.requestId, held);
    return new Pass(this, held, request);
  }

  async enter(request: LaneRequest): Promise<LanePass> {
    this.waiting.push(request);
    let cause: unknown;
    try {
      const deadline = this.clock.now() + request.timeoutMs;
      const look = async () => {
        const joined = this.join(request);
        if (joined || this.waiting[0] !== request) return joined;
        for (const held of this.#abandoned()) {
          if (this.#held.size < this.#width) break;
          const timeoutMs = deadline - this.clock.now();
          cause = (await this.#finish(held, request, timeoutMs)) ?? cause;
        }
        return this.admit(request);
      };
      const pass = await this.wait(look, request);
      if (pass) return pass;
      throw new AccountBusyError('it did not end in time', this.firstHolder(), { cause });
    } finally {
      this.waiting.splice(this.waiting.indexOf(request), 1);
      this.changed();
    }
  }

  /** Waits for a change, as long as the request allows. */
  wait<T>(look: () => Promise<T | undefined>, options: CallOptions): Promise<T | undefined> {
    return poll(look, {
      pace: WAIT_PACE,
      timeoutMs: options.timeoutMs ?? Number.POSITIVE_INFINITY,
      signal: options.signal,
      clock: this.clock,
      wakeOn: (wake) => {
        this.#wakers.add(wake);
        return () => this.#wakers.delete(wake);
      },
    });
  }

  /** Finishes what a gone caller left behind; resolves with what went wrong, if anything did. */
  async #finish(held: Held, request: LaneRequest, timeoutMs: number): Promise<unknown> {
    if (timeoutMs < 0 || this.#held.get(held.holder.requestId) !== held) return undefined;
    held.workers++;
    const deadline = this.clock.now() + timeoutMs;
    const pass = new Pass(this, held, request);
    try {
      await request.finish(held.holder, pass, { signal: request.signal, timeoutMs });
      return undefined;
    } catch (error) {
      if (request.signal?.aborted) throw new AbortedError(request.signal);
      const leftMs = Math.max(0, deadline - this.clock.now());
      await this.clock.sleep(Math.min(FINISH_PACE_MS, leftMs), request.signal);
      return error;
    } finally {
      pass.detach();
    }
  }

  #abandoned(): Held[] {
    return [...this.#held.values()].filter((held) => held.workers === 0);
  }

  /** Whether a number is anybody else's. */
  takenFor(held: Held): (number: bigint) => boolean {
    const now = this.clock.now();
    for (const [number, { at }] of this.#spent) {
      if (now - at > SPENT_FOR_MS) this.#spent.delete(number);
    }
    const others = [...this.#held.values()].filter((other) => other !== held);
    const taken = new Set(others.flatMap(({ holder }) => holder.numbers ?? []));
    return (number) => taken.has(number) || this.#spent.has(number);
  }

  acknowledge(holders: readonly LaneHolder[]): void {
    for (const holder of holders) {
      if (this.#held.has(holder.requestId)) continue;
      this.#held.set(holder.requestId, { holder, workers: 0, committed: true });
      for (const number of holder.numbers ?? []) this.#spent.delete(number);
    }
  }

  async sweep(request: LaneRequest): Promise<void> {
    for (const held of this.#abandoned()) await this.#finish(held, request, 0);
  }

  sent(held: Held, number: bigint): void {
    this.#spend(held.holder, number);
    const numbers = held.holder.numbers?.filter((other) => other !== number);
    held.holder = { ...held.holder, numbers };
    this.changed();
  }

  #spend(holder: LaneHolder, number: bigint): void {
    this.#spent.set(number, { holder, at: this.clock.now(), final: false });
  }

  lost(nextOnChain: bigint): readonly LaneHolder[] {
    const before = this.clock.now() - LOST_AFTER_MS;
    return [...this.#spent]
      .filter(([number, { final, at }]) => !final && at < before && number >= nextOnChain)
      .map(([, { holder }]) => holder);
  }

  /** Whether a request with a smaller number has yet to be sent. */
  isBehind(held: Held): boolean {
    const [lowest] = held.holder.numbers ?? [];
    return [...this.#held.values()].some(({ holder }) => isBefore(holder, lowest));
  }

  /** Finishes abandoned work in front of `held`, for the caller who would wait for it in vain. */
  async clearTheWay(held: Held, request: LaneRequest, timeoutMs: number): Promise<void> {
    const [lowest] = held.holder.numbers ?? [];
    const ahead = this.#abandoned().find(({ holder }) => isBefore(holder, lowest));
    if (ahead) await this.#finish(ahead, request, timeoutMs);
  }

  leave(held: Held, outcome: 'spent' | 'given-back'): void {
    const { holder } = held;
    if (this.#held.get(holder.requestId) !== held) return;
    this.#held.delete(holder.requestId);
    if (outcome === 'spent') {
      for (const number of holder.numbers ?? []) this.#spend(holder, number);
    }
    this.changed();
  }

  yieldTo(held: Held, holders: readonly LaneHolder[]): void {
    this.#held.delete(held.holder.requestId);
    this.acknowledge(holders);
    this.changed();
  }

  settle(number: bigint, outcome: 'spent' | 'given-back'): void {
    const spent = this.#spent.get(number);
    if (!spent) return;
    if (outcome === 'spent') this.#spent.set(number, { ...spent, final: true });
    else this.#spent.delete(number);
    this.changed();
  }

  changed(): void {
    for (const wake of [...this.#wakers]) wake();
  }
}

class Pass implements LanePass {
  readonly #lane: Lane;
  readonly #held: Held;
  readonly #request: LaneRequest;
  #working = true;

  constructor(lane: Lane, held: Held, request: LaneRequest) {
    this.#lane = lane;
    this.#held = held;
    this.#request = request;
  }

  get firstMeeting(): boolean {
    return !this.#lane.met;
  }

  met(): void {
    this.#lane.met = true;
  }

  commit(): void {
    if (this.#held.committed) return;
    this.#held.committed = true;
    this.update({ committedAt: this.#lane.clock.now() });
  }

  update(known: Partial<LaneHolder>): void {
    this.#held.holder = { ...this.#held.holder, ...known };
  }

  reserve(nextOnChain: bigint, span = 1): bigint {
    const isTaken = this.#lane.takenFor(this.#held);
    let first = nextOnChain;
    let numbers = run(first, span);
    while (numbers.some(isTaken)) numbers = run(++first, span);
    this.update({ numbers });
    return first;
  }

  reserveMany(nextOnChain: bigint, count: number): readonly bigint[] {
    const isTaken = this.#lane.takenFor(this.#held);
    const numbers: bigint[] = [];
    for (let number = nextOnChain; numbers.length < count; number++) {
      if (!isTaken(number)) numbers.push(number);
    }
    this.update({ numbers });
    return numbers;
  }

  take(offered: readonly bigint[]): bigint | undefined {
    const isTaken = this.#lane.takenFor(this.#held);
    const number = offered.find((offer) => !isTaken(offer));
    if (number !== undefined) this.update({ numbers: [number] });
    return number;
  }

  sent(number: bigint): void {
    this.#lane.sent(this.#held, number);
  }

  acknowledge(holders: readonly LaneHolder[]): void {
    this.#lane.acknowledge(holders);
  }

  sweep(): Promise<void> {
    return this.#lane.sweep(this.#request);
  }

  lost(nextOnChain: bigint): readonly LaneHolder[] {
    return this.#lane.lost(nextOnChain);
  }

  async turn(options: CallOptions): Promise<void> {
    const timeoutMs = options.timeoutMs ?? this.#request.timeoutMs;
    const deadline = this.#lane.clock.now() + timeoutMs;
    const look = async () => {
      if (!this.#lane.isBehind(this.#held)) return true;
      await this.#lane.clearTheWay(this.#held, this.#request, deadline - this.#lane.clock.now());
      return this.#lane.isBehind(this.#held) ? undefined : true;
    };
    const come = await this.#lane.wait(look, { signal: options.signal, timeoutMs });
    if (!come) throw new AccountBusyError('one before it was not sent', this.#lane.firstHolder());
  }

  leave(number: 'spent' | 'given-back'): void {
    this.#working = false;
    this.#lane.leave(this.#held, number);
  }

  detach(): void {
    if (!this.#working) return;
    this.#working = false;
    this.#lane.detach(this.#held);
  }

  yieldTo(holders: readonly LaneHolder[]): void {
    this.#working = false;
    this.#lane.yieldTo(this.#held, holders);
  }
}

function isBefore({ numbers = [] }: LaneHolder, number: bigint | undefined): boolean {
  return number !== undefined && numbers.some((other) => other < number);
}

function run(first: bigint, count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => first + BigInt(index));
}
