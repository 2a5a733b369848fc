import type { Clock } from '../../core/clock.js';
import type { PollPace } from '../../core/poll.js';
import type { Change } from './changes.js';
import type { Lease } from './lease.js';
import type { LaneMarks } from './marks.js';
import { emptyLane, type LaneState } from './state.js';
import { type LaneTime, timeOfOneProcess } from './time.js';

/** The storage of a lane, and what this process knows of it. */
export interface LaneCell {
  /** This process, as it is named in the lane's workers, and its sign of life. */
  readonly lease: Pick<Lease, 'process' | 'takePart' | 'goneOf'>;
  /** The time in which the lane's marks are made. */
  readonly time: LaneTime;
  /** The marks that the lane keeps outside its text. */
  readonly marks: LaneMarks;
  /** The lane as it was last read. */
  readonly known: LaneState;
  /** How often a call reads the lane while it waits for another process to change it. */
  readonly pace: PollPace;
  /** The lane as it is now. */
  read(): Promise<LaneState>;
  /**
   * Changes the lane for all processes at once, or rejects. `change` may be tried several times. When it is not known
   * whether the change was made, `undo` is applied as by {@link LaneCell.release}.
   */
  change<T>(change: Change<T>, undo?: (result: T) => Revision): Promise<T>;
  /**
   * The same for a change that only frees places or numbers for others. It never rejects: a change that fails now is
   * made later.
   */
  release(revision: Revision): Promise<void>;
}

export type Revision = (lane: LaneState) => LaneState;

/** Of a call that is woken: this pace only limits how long an error could go unnoticed. */
export const WOKEN_PACE: PollPace = { firstMs: 30_000, factor: 1, maxMs: 30_000 };
const ALONE: LaneCell['lease'] = {
  process: '',
  takePart: async () => () => undefined,
  goneOf: async () => new Set<string>(),
};

/** A lane in this process's memory, which no other process uses. */
export class MemoryCell implements LaneCell {
  readonly lease = ALONE;
  readonly pace = WOKEN_PACE;
  readonly time: LaneTime;
  readonly marks: LaneMarks;
  #lane = emptyLane(0);

  constructor(clock: Clock, marks: LaneMarks) {
    this.time = timeOfOneProcess(clock);
    this.marks = marks;
  }

  get known(): LaneState {
    return this.#lane;
  }

  async read(): Promise<LaneState> {
    return this.#lane;
  }

  async change<T>(change: Change<T>): Promise<T> {
    const { lane, result } = change(this.#lane);
    this.#lane = lane;
    return result;
  }

  async release(revision: Revision): Promise<void> {
    this.#lane = revision(this.#lane);
  }
}
