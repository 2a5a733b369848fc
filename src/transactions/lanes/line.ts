import { maximum } from '../../core/amount.js';
import type { LaneRequest } from './lanes.js';
import type { Held } from './state.js';

/** A call that waits for its place. */
export interface Waiter {
  readonly request: LaneRequest;
  /** When it came, among all that have waited here. */
  readonly came: number;
  /** The last of its numbers, where it has them already. */
  readonly last: bigint | undefined;
  /** Has it look again at once. */
  wake: () => void;
}

/**
 * The calls of this process that wait for an account, in the order in which they came. A change wakes those
 * alone who could do something about it, however many wait: the first one, the one of those with numbers whose
 * numbers end lowest, and those whose request has its place.
 */
export class WaitingLine {
  /** By when they came. */
  readonly #waiters = new Map<number, Waiter>();
  readonly #numbered: Waiter[] = [];
  readonly #byRequest = new Map<string, Set<Waiter>>();
  #latest = 0;
  /** Nobody who came before that is still here. */
  #earliest = 1;

  get size(): number {
    return this.#waiters.size;
  }

  join(request: LaneRequest): Waiter {
    const [first, ...others] = request.holder.numbers ?? [];
    const last = first === undefined ? undefined : others.reduce(maximum, first);
    const waiter = { request, came: ++this.#latest, last, wake: () => undefined };
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

  /** One that has its numbers is busy with the work of others: those behind it need not wait for that. */
  stepAside(waiter: Waiter): void {
    const at = this.#placeOf(waiter);
    if (this.#numbered[at] === waiter) this.#numbered.splice(at, 1);
  }

  /** It is no longer. */
  stepForward(waiter: Waiter): void {
    if (waiter.last !== undefined) this.#numbered.splice(this.#placeOf(waiter), 0, waiter);
  }

  /** Whether it may enter before all others who wait here: what has its numbers may be what they wait for. */
  goesFirst(waiter: Waiter): boolean {
    return waiter === this.#first() || waiter === this.#numbered[0];
  }

  /** Wakes those who go first. */
  wakeFirst(): void {
    this.#first()?.wake();
    this.#numbered[0]?.wake();
  }

  /** Wakes those whose request, or what it outruns, has its place. */
  wakeThoseOf(held: readonly Held[]): void {
    for (const { holder } of held) {
      for (const waiter of this.#byRequest.get(holder.requestId) ?? []) waiter.wake();
    }
  }

  /** What a map has forgotten from its front is in the way of what iterates over it, so it is counted. */
  #first(): Waiter | undefined {
    while (this.#earliest < this.#latest && !this.#waiters.has(this.#earliest)) this.#earliest++;
    return this.#waiters.get(this.#earliest);
  }

  /** Where it is among those with numbers, or would be: whose numbers end lower, or who came earlier. */
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

function idsOf({ request: { holder, outruns } }: Waiter): readonly string[] {
  const outrun = outruns?.requestId;
  return outrun === undefined ? [holder.requestId] : [holder.requestId, outrun];
}
