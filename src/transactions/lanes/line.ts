import { maximum } from '../../core/amount.js';
import type { LaneRequest } from './lanes.js';
import type { Held } from './state.js';

/** A call that waits for its place. */
export interface Waiter {
  readonly request: LaneRequest;
  /** Its position in the order of arrival here. */
  readonly came: number;
  /** Its last number, if it has its numbers already, or is to have those of another. */
  readonly last: bigint | undefined;
  /** Makes it look again at once. */
  wake: () => void;
  /** The last error of what it tried to finish, so that there is room. */
  cause?: unknown;
}

/**
 * The calls of this process that wait for an account, in the order of their arrival. A change wakes only the calls
 * that could act on it, however many wait: the first call, the call whose numbers end lowest, and the calls whose
 * request has its place.
 */
export class WaitingLine {
  /** By arrival. */
  readonly #waiters = new Map<number, Waiter>();
  readonly #numbered: Waiter[] = [];
  readonly #byRequest = new Map<string, Set<Waiter>>();
  #latest = 0;
  /** All calls that arrived before this one have gone. */
  #earliest = 1;

  get size(): number {
    return this.#waiters.size;
  }

  join(request: LaneRequest): Waiter {
    const { holder, replaces } = request;
    const numbers = holder.numbers ?? replaces?.numbers ?? [];
    const last = numbers.length > 0 ? numbers.reduce(maximum) : undefined;
    const waiter: Waiter = { request, came: ++this.#latest, last, wake: () => undefined };
    this.#waiters.set(waiter.came, waiter);
    this.stepForward(waiter);
    for (const id of idsOf(waiter)) {
      this.#byRequest.set(id, (this.#byRequest.get(id) ?? new Set()).add(waiter));
    }
    return waiter;
  }

  leave(waiter: Waiter): void {
    this.#waiters.delete(waiter.came);
    this.stepAside(waiter);
    for (const id of idsOf(waiter)) {
      const others = this.#byRequest.get(id);
      others?.delete(waiter);
      if (others?.size === 0) this.#byRequest.delete(id);
    }
  }

  /** A call with numbers that works on other requests: the calls behind it need not wait for that. */
  stepAside(waiter: Waiter): void {
    const at = this.#placeOf(waiter);
    if (this.#numbered[at] === waiter) this.#numbered.splice(at, 1);
  }

  /** The call waits like the others again. */
  stepForward(waiter: Waiter): void {
    if (waiter.last !== undefined) this.#numbered.splice(this.#placeOf(waiter), 0, waiter);
  }

  /**
   * Whether it may enter before all other calls here: a call that has its numbers may be the one that others wait
   * for.
   */
  goesFirst(waiter: Waiter): boolean {
    return waiter === this.#first() || waiter === this.#numbered[0];
  }

  /** Wakes the calls that go first. */
  wakeFirst(): void {
    this.#first()?.wake();
    this.#numbered[0]?.wake();
  }

  /** Wakes the calls whose request has its place, or replaces one that has. */
  wakeThoseOf(held: readonly Held[]): void {
    for (const { holder } of held) {
      for (const waiter of this.#byRequest.get(holder.requestId) ?? []) waiter.wake();
    }
  }

  /** Counted, because deleted entries at the front of a map slow its iteration down. */
  #first(): Waiter | undefined {
    while (this.#earliest < this.#latest && !this.#waiters.has(this.#earliest)) this.#earliest++;
    return this.#waiters.get(this.#earliest);
  }

  /** Its position among the calls with numbers: behind those whose numbers end lower, or that came earlier. */
  #placeOf(waiter: Waiter): number {
    let [from, to] = [0, this.#numbered.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#numbered[middle];
      if (other && isBefore(other, waiter)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function isBefore(one: Waiter, other: Waiter): boolean {
  const [last = 0n, otherLast = 0n] = [one.last, other.last];
  return last < otherLast || (last === otherLast && one.came < other.came);
}

function idsOf({ request: { holder, replaces } }: Waiter): readonly string[] {
  const replaced = replaces?.requestId;
  return replaced === undefined ? [holder.requestId] : [holder.requestId, replaced];
}
