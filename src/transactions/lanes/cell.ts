import type { Clock } from '../../core/clock.js';
import type { PollPace } from '../../core/poll.js';
import type { LaneMarks } from './marks.js';
import { type Change, emptyLane, type LaneState } from './state.js';
import { type LaneTime, timeOfOneProcess } from './time.js';

/** Where a lane is kept, and what of it is known here. */
export interface LaneCell {
  /** This process, as the lane's workers name it. */
  readonly process: string;
  /** In which its marks are made. */
  readonly time: LaneTime;
  /** What it remembers beside that. */
  readonly marks: LaneMarks;
  /** The lane as it was last seen. */
  readonly known: LaneState;
  /** How often it is looked at by those who wait for others to change it. */
  readonly pace: PollPace;
  /** Before this process takes part: from now on, until what it resolves with is called. */
  takePart(): Promise<() => void>;
  /** The lane as it is now. */
  read(): Promise<LaneState>;
  /**
   * Changes the lane for everybody at once, or rejects. `change` may be tried several times. When it
   * is not known whether it was done, `undo` is made good as by {@link LaneCell.concede}.
   */
  change<T>(change: Change<T>, undo?: (result: T) => Revision): Promise<T>;
  /** The same for what only frees others. It never rejects: what fails now is made good later. */
  concede(revision: Revision): Promise<void>;
  /** Those of some processes that are gone. */
  goneOf(processes: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

export type Revision = (lane: LaneState) => LaneState;

/** Changes wake whoever waits, so this only bounds how long a mistake could go unnoticed. */
const PACE: PollPace = { firstMs: 30_000, factor: 1, maxMs: 30_000 };
const NOBODY: ReadonlySet<string> = new Set();

/** A lane in this process's memory, where nobody else is. */
export class MemoryCell implements LaneCell {
  readonly process = '';
  readonly pace = PACE;
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

  async takePart(): Promise<() => void> {
    return () => undefined;
  }

  async read(): Promise<LaneState> {
    return this.#lane;
  }

  async change<T>(change: Change<T>): Promise<T> {
    const { lane, result } = change(this.#lane);
    this.#lane = lane;
    return result;
  }

  async concede(revision: Revision): Promise<void> {
    this.#lane = revision(this.#lane);
  }

  async goneOf(): Promise<ReadonlySet<string>> {
    return NOBODY;
  }
}
