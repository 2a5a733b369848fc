import type { Hold } from './deviations.js';
import { EventQueue, type SimulatedEvent } from './event-queue.js';
import { Trace } from './trace.js';

/** Something that a process, or a peer, has begun, and that the scheduler decides about. */
export interface Effect {
  /** Whose it is. */
  readonly who: string;
  readonly kind: 'answer' | 'fetch' | 'store' | 'timer' | 'webhook';
  /** All that tells it from others, for their order. */
  readonly content: string;
  /** What it is called: the same in runs that differ in little. */
  readonly name: string;
  /** Called once its place in the order is known, with an id that no other effect has. */
  readonly begin: (id: string) => void;
}

/** An effect on its way. */
interface Arrival {
  readonly who: string;
  readonly ms: number;
  readonly hold: Hold | undefined;
  readonly label: string;
}

/** For how long an effect waits for another to be swapped with. */
const SWAP_MS = 60_000;

/** The time when every simulation begins: a moment in November 2023. */
export const EPOCH_MS = 1_700_000_000_000;

/**
 * Alone decides what happens next. Product code runs until nothing of it can go on; then the effects that it
 * began are put into an order that does not depend on how promises were resolved, and the earliest event
 * happens.
 */
export class Scheduler {
  readonly trace: Trace;
  nowMs = 0;
  /** Effects that were begun. */
  effects = 0;
  #begun: Effect[] = [];
  #numbers = 0;
  readonly #queue = new EventQueue();
  /** Who lets others go first, and what is then done. */
  readonly #swapped = new Map<() => void, string>();
  readonly #occurrences = new Map<string, number>();
  readonly #quiescence: () => Promise<void>;

  constructor(options: { readonly keepsLines: boolean; readonly quiescence: () => Promise<void> }) {
    this.trace = new Trace(options.keepsLines);
    this.#quiescence = options.quiescence;
  }

  begin(effect: Effect): void {
    this.#begun.push(effect);
  }

  /** Has something happen in so many milliseconds; nothing where that is never. */
  in(ms: number, label: string, run: () => void): SimulatedEvent {
    this.#numbers += 1;
    const dueMs = this.nowMs + Math.max(0, ms);
    const event = { dueMs, number: this.#numbers, label, run, isCancelled: false };
    if (Number.isFinite(dueMs)) this.#queue.push(event);
    return event;
  }

  /** Has an effect arrive, after what it has to let go first. */
  arrive({ who, ms, hold, label }: Arrival, run: () => void): void {
    if (hold === 'swapped') {
      const late = () => {
        if (!this.#swapped.delete(late)) return;
        this.note(label);
        run();
      };
      this.in(ms, `${label} after the next`, () => {
        this.#swapped.set(late, who);
        this.in(SWAP_MS, '', late);
      });
      return;
    }
    this.in(ms + (hold?.ms ?? 0), label, () => {
      run();
      for (const [late, waiting] of this.#swapped) if (waiting !== who) late();
    });
  }

  note(line: string): void {
    this.trace.add(this.nowMs, line);
  }

  /**
   * Lets things happen until `isOver`, which is asked whenever nothing goes on by itself.
   *
   * @returns whether it is over; if not, nothing is left that could happen, or `mostEvents` have.
   */
  async run(isOver: () => boolean, mostEvents: number): Promise<boolean> {
    for (let events = 0; events < mostEvents; events += 1) {
      await this.#quiescence();
      while (this.#begun.length > 0) {
        this.#orderBegun();
        await this.#quiescence();
      }
      if (isOver()) return true;
      const event = this.#queue.pop();
      if (event === undefined) return false;
      this.nowMs = Math.max(this.nowMs, event.dueMs);
      if (event.label !== '') this.note(event.label);
      event.run();
    }
    return false;
  }

  #orderBegun(): void {
    const begun = this.#begun;
    this.#begun = [];
    begun.sort(inOrder);
    for (const effect of begun) {
      this.effects += 1;
      const base = `${effect.who} ${effect.kind} ${effect.name}`;
      const occurrence = (this.#occurrences.get(base) ?? 0) + 1;
      this.#occurrences.set(base, occurrence);
      effect.begin(`${base}#${occurrence}`);
    }
  }
}

function inOrder(a: Effect, b: Effect): number {
  return (
    compare(a.who, b.who) ||
    compare(a.kind, b.kind) ||
    compare(a.name, b.name) ||
    compare(a.content, b.content)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
