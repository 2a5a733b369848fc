import type { Clock } from '../core/clock.js';
import { keepRecent } from '../core/recent.js';

/** The time in which the marks of a lane are made. */
export interface LaneTime {
  now(): number;
  /** Milliseconds since a mark was made. */
  since(mark: number): number;
}

/** The time of a lane that no other process knows: nobody can set it. */
export function timeOfOneProcess(clock: Clock): LaneTime {
  return { now: () => clock.monotonic(), since: (mark) => clock.monotonic() - mark };
}

/** More marks than a lane has at a time. */
const REMEMBERED_MARKS = 1_000;

/**
 * The time of a lane that processes share: their wall clocks, since they have nothing else in common.
 * A mark is held against the wall clock once, when it is first seen here. From then on it ages by
 * itself, so that a clock which is set back keeps nobody waiting until it has caught up.
 */
export class TimeOfProcesses implements LaneTime {
  readonly #clock: Clock;
  /** When each mark was made, on the monotonic clock. */
  readonly #marks = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    const mark = this.#clock.now();
    this.#remember(mark, this.#clock.monotonic());
    return mark;
  }

  since(mark: number): number {
    const now = this.#clock.monotonic();
    const madeAt = this.#marks.get(mark) ?? now - Math.max(0, this.#clock.now() - mark);
    this.#remember(mark, madeAt);
    return now - madeAt;
  }

  #remember(mark: number, madeAt: number): void {
    keepRecent(this.#marks, REMEMBERED_MARKS, mark, madeAt);
  }
}
