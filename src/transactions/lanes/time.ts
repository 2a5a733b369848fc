import type { Clock } from '../../core/clock.js';
import { keepRecent } from '../../core/recent.js';

/** The time in which the marks of a lane are made. */
export interface LaneTime {
  now(): number;
  /** Milliseconds since a mark was made. */
  since(mark: number): number;
}

/** The time of a lane that only this process knows: its clock can't be set. */
export function timeOfOneProcess(clock: Clock): LaneTime {
  return { now: () => clock.monotonic(), since: (mark) => clock.monotonic() - mark };
}

/** More marks than a lane has at a time. */
const REMEMBERED_MARKS = 1_000;

/**
 * The time of a lane that processes share: their wall clocks, since they have nothing else in common. A mark is
 * compared with the wall clock once, when it is first seen here. From then on its age is measured here, so that after
 * a clock was set back no call waits until it has caught up. Nor does a clock that is set forward while in use make a
 * mark look older than it is: then what the mark guards would be free too early.
 */
export class TimeOfProcesses implements LaneTime {
  readonly #clock: Clock;
  /** When each mark was made, on the monotonic clock. */
  readonly #marks = new Map<number, number>();
  /** How far the wall clock was ahead of the monotonic one at first. */
  readonly #aheadMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#aheadMs = clock.now() - clock.monotonic();
  }

  /** The later of the wall clock's time and the time that it should show by now. */
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
