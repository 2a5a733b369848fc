import type { Held } from './lane-state.js';
import type { LaneRequest } from './lanes.js';

/** A call that waits for its place. */
export interface Waiter {
  readonly request: LaneRequest;
  /** Has it look again at once. */
  wake: () => void;
}

/**
 * The calls of this process that wait for an account, in the order in which they came. A change wakes those
 * alone who could do something about it, however many wait: the first one, those who have their numbers
 * already, and those whose request has its place.
 */
export class WaitingLine {
  readonly #waiters = new Set<Waiter>();
  readonly #numbered = new Set<Waiter>();
  readonly #byRequest = new Map<string, Set<Waiter>>();

  get size(): number {
    return this.#waiters.size;
  }

  join(request: LaneRequest): Waiter {
    const waiter = { request, wake: () => undefined };
    this.#waiters.add(waiter);
    if (isNumbered(waiter)) this.#numbered.add(waiter);
    for (const id of idsOf(waiter)) {
      this.#byRequest.set(id, (this.#byRequest.get(id) ?? new Set()).add(waiter));
    }
    return waiter;
  }

  leave(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    this.#numbered.delete(waiter);
    for (const id of idsOf(waiter)) {
      const others = this.#byRequest.get(id);
      others?.delete(waiter);
      if (others?.size === 0) this.#byRequest.delete(id);
    }
  }

  /** Whether it may enter before all others who wait here: what has its numbers may be what they wait for. */
  goesFirst(waiter: Waiter): boolean {
    return this.#first() === waiter || isNumbered(waiter);
  }

  /** Wakes who goes first. */
  wakeFirst(): void {
    this.#first()?.wake();
    for (const waiter of this.#numbered) waiter.wake();
  }

  /** Wakes those whose request, or what it outruns, has its place. */
  wakeThoseOf(held: readonly Held[]): void {
    for (const { holder } of held) {
      for (const waiter of this.#byRequest.get(holder.requestId) ?? []) waiter.wake();
    }
  }

  #first(): Waiter | undefined {
    const [first] = this.#waiters;
    return first;
  }
}

function isNumbered({ request }: Waiter): boolean {
  return request.holder.numbers !== undefined;
}

function idsOf({ request: { holder, outruns } }: Waiter): readonly string[] {
  const outrun = outruns?.requestId;
  return outrun === undefined ? [holder.requestId] : [holder.requestId, outrun];
}
