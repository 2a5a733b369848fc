import type { Clock } from '../../core/clock.js';
import { type PollPace, poll } from '../../core/poll.js';
import { StoreError } from '../../store/errors.js';
import type { Store } from '../../store/store.js';
import type { LaneCell, Revision } from './cell.js';
import type { Change } from './changes.js';
import type { Lease } from './lease.js';
import { LaneMarks } from './marks.js';
import { formatLane, parseLane } from './record.js';
import { emptyLane, type LaneState } from './state.js';
import { TimeOfProcesses } from './time.js';

export interface StoreCellSettings {
  /** The lane's own key in the store. */
  readonly name: string;
  /** Answers in time, or fails. */
  readonly store: Store;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** How often a waiting call reads the changes of other processes: less often the longer it has waited. */
const PACE: PollPace = { firstMs: 50, factor: 1.1, maxMs: 1_000 };
const MAKE_GOOD_PACE: PollPace = { firstMs: 250, factor: 2, maxMs: 2_000 };
/** However many processes change a lane at once, one of this many tries succeeds. */
const MOST_TRIES = 1_000;
/** A lane that was not used for longer than any approval lasts begins anew. */
const KEPT_FOR_MS = 172_800_000;

/** A change to the lane, made together with all others that are waiting. */
interface Wish {
  readonly revise: Revision;
  readonly done: () => void;
  /** It isn't known whether the change was made. The change that this returns is tried until it is made. */
  readonly failed: (error: unknown) => Wish | undefined;
}

/**
 * A lane that processes share: its text in a store, changed by compare-and-set. Changes that this process wants while
 * another is on its way are all made together with the next one.
 */
export class StoreCell implements LaneCell {
  readonly pace = PACE;
  readonly time: TimeOfProcesses;
  readonly lease: Lease;
  readonly marks: LaneMarks;
  readonly #settings: StoreCellSettings;
  /** As it was last read; `#isCurrent`: no other process is known to have changed it since. */
  #lane: LaneState = emptyLane(0);
  #text: string | undefined;
  #isCurrent = false;
  /** Whether a failed change may still be made: the next change must prevent that. */
  #isUnsure = false;
  #wishes: Wish[] = [];
  /** Changes that give something up and could not be made yet. */
  #pendingReleases: readonly Wish[] = [];
  #isGranting = false;
  #isMakingGood = false;

  constructor(settings: StoreCellSettings) {
    this.#settings = settings;
    this.lease = settings.lease;
    this.time = new TimeOfProcesses(settings.clock);
    this.marks = new LaneMarks(settings.store, settings.name);
    this.#lane = emptyLane(this.#newToken());
  }

  get known(): LaneState {
    return this.#lane;
  }

  read(): Promise<LaneState> {
    return this.change((lane) => ({ lane, result: lane }));
  }

  change<T>(change: Change<T>, undo?: (result: T) => Revision): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let latest: { readonly result: T } | undefined;
      this.#wish({
        revise(before) {
          const { lane, result } = change(before);
          latest = { result };
          return lane;
        },
        done: () => latest && resolve(latest.result),
        failed(error) {
          reject(error);
          return undo && latest && owing(undo(latest.result));
        },
      });
    });
  }

  release(revision: Revision): Promise<void> {
    return new Promise<void>((resolve) => {
      const failed = () => {
        resolve();
        return owing(revision);
      };
      this.#wish({ revise: revision, done: resolve, failed });
    });
  }

  #wish(wish: Wish): void {
    this.#wishes.push(wish);
    if (!this.#isGranting) void this.#grantAll();
  }

  async #grantAll(): Promise<void> {
    this.#isGranting = true;
    while (this.#wishes.length > 0) {
      const round = [...this.#pendingReleases, ...this.#wishes];
      this.#wishes = [];
      try {
        await this.#grant(round);
        this.#pendingReleases = [];
        for (const { done } of round) done();
      } catch (error) {
        this.#isCurrent = false;
        this.#isUnsure = true;
        this.#pendingReleases = round.flatMap(({ failed }) => failed(error) ?? []);
        if (this.#pendingReleases.length > 0) void this.#flush();
      }
    }
    this.#isGranting = false;
  }

  /** Makes all of the changes at once, or none of them. */
  async #grant(round: readonly Wish[]): Promise<void> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const isFresh = !this.#isCurrent;
      if (isFresh) await this.#load();
      const revised = round.reduce((before, { revise }) => revise(before), this.#lane);
      // A change that is still under way expects the earlier lane, so it can't be made any more.
      const lane = this.#isUnsure ? { ...revised, token: revised.token + 1 } : revised;
      // When nothing is to be changed, the lane must still be known to be unchanged by others.
      if (lane === this.#lane ? isFresh : await this.#save(lane)) return;
      this.#isCurrent = false;
    }
    throw new StoreError('it never takes a change');
  }

  async #load(): Promise<void> {
    const { store, name } = this.#settings;
    this.#text = await store.get(name);
    this.#lane = this.#text === undefined ? emptyLane(this.#newToken()) : parseLane(this.#text);
    this.#isCurrent = true;
  }

  /** Above every token that was ever given out: the known ones, and, by the clock, the unknown ones. */
  #newToken(): number {
    return Math.max(Math.floor(this.#settings.clock.now()), this.#lane.token + 1);
  }

  async #save(lane: LaneState): Promise<boolean> {
    const { store, name } = this.#settings;
    const text = formatLane(lane);
    const isSaved =
      this.#text === undefined
        ? await store.setIfAbsent(name, text, KEPT_FOR_MS)
        : await store.compareAndSet(name, this.#text, text, KEPT_FOR_MS);
    if (!isSaved) return false;
    this.#text = text;
    this.#lane = lane;
    this.#isUnsure = false;
    return true;
  }

  /**
   * Tries until the changes owed to others are made, for as long as the lease would have lasted anyway; after that
   * the end of the lease, or this process's next change, frees them.
   */
  async #flush(): Promise<void> {
    if (this.#isMakingGood) return;
    this.#isMakingGood = true;
    const { leaseMs: timeoutMs, clock } = this.#settings;
    const done = this.lease.hold();
    const look = async () => {
      await this.read().catch(() => undefined);
      return this.#pendingReleases.length === 0 ? true : undefined;
    };
    await poll(look, { pace: MAKE_GOOD_PACE, timeoutMs, clock });
    done();
    this.#isMakingGood = false;
  }
}

/** A change that is made sooner or later; no call waits for it. */
function owing(revise: Revision): Wish {
  return { revise, done: () => undefined, failed: () => owing(revise) };
}
