import type { Clock } from '../../core/clock.js';
import { keepRecent } from '../../core/recent.js';

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
 * itself, so that a clock which is set back keeps nobody waiting until it has caught up. Nor does one
 * that is set while it is in use make a mark older than it is: what it guards would be free too early.
 */
export class TimeOfProcesses implements LaneTime {
  readonly #clock: Clock;
  /** When each mark was made, on the monotonic clock. */
  readonly #marks = new Map<number, number>();
  /** By how much the wall clock is ahead of the monotonic one, as it was at first. */
  readonly #aheadMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#aheadMs = clock.now() - clock.monotonic();
  }

  /** The later of what the wall clock shows and what it should show by now. */
  now(): number {
    const monotonic = this.#clock.monotonic();
    const mark = Math.max(this.#clock.now(), monotonic + this.#aheadMs);
    this.#remember(mark, monotonic);
    return mark;
  }

  since(mark: number): number {
    const monotonic = this.#clock.monotonic();
    // The earlier of the two.
    const now = Math.min(this.#clock.now(), monotonic + this.#aheadMs);
    const madeAt = this.#marks.get(mark) ?? monotonic - Math.max(0, now - mark);
    this.#remember(mark, madeAt);
    return monotonic - madeAt;
  }

  #remember(mark: number, madeAt: number): void {
    keepRecent(this.#marks, REMEMBERED_MARKS, mark, madeAt);
  }
}
