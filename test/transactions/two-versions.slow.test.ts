import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as changes from '../../src/transactions/lanes/changes.js';
import { formatLane, parseLane } from '../../src/transactions/lanes/record.js';
import { marksOf, type Spending, settled, sparedBy } from '../../src/transactions/lanes/spent.js';
import type { LaneState, Place } from '../../src/transactions/lanes/state.js';
import * as state from '../../src/transactions/lanes/state.js';
import * as taking from '../../src/transactions/lanes/taking.js';
import { formatEarlierLane, parseEarlierLane } from '../support/earlier-lane/record.js';
import * as before from '../support/earlier-lane/rules.js';
import { runs } from '../support/runs.js';

const now = { ...state, ...changes, ...taking };
const which = fc.nat(1_000);
const process = fc.constantFrom('old-1', 'old-2', 'new-1', 'new-2');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('enter' as const),
      process,
      requestId: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('reserve' as const), which }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('commit' as const), which }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('send' as const), which }) },
  fc.record({ act: fc.constant('give back' as const), which }),
  fc.record({ act: fc.constant('detach' as const), which }),
  fc.record({ act: fc.constant('evict' as const), process, which }),
  { weight: 4, arbitrary: fc.record({ act: fc.constant('apply' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('settle' as const),
      process,
      which,
      isStoreWell: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constant('pass' as const), seconds: fc.constantFrom(1, 60, 400) }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The lane of one account as text, which processes of both versions change, with a node that is up to date. */
class SharedText {
  #text = formatLane(now.emptyLane(0));
  #time = 0;
  #next = 5n;
  readonly #pool = new Set<bigint>();
  readonly #sent: bigint[] = [];
  readonly #places: Place[] = [];
  #calls = 0;
  readonly #ageOf = (mark: number) => this.#time - mark;
  readonly #spending: Spending = { inOrder: true, ageOf: this.#ageOf };

  run(what: Step): void {
    this.#time += 1_000;
    if (what.act === 'apply') this.#apply();
    else if (what.act === 'pass') this.#time += what.seconds * 1_000;
    else if (what.act === 'enter') this.#enter(what);
    else if (what.act === 'settle') this.#settle(what);
    else if (what.act === 'evict') {
      const gone = new Set([what.process]);
      this.#change(what.process === 'new-1' ? 'old-1' : 'new-1', (lane, rules) =>
        rules.evict(lane, gone),
      );
    } else {
      const place = this.#places[what.which % Math.max(1, this.#places.length)];
      if (place) this.#work(what.act, place);
    }
  }

  /** Either version reads what the other has written, and no number has two holders. */
  check(): void {
    const lane = parseLane(this.#text);
    expect(parseEarlierLane(this.#text)).toEqual(lane);
    const held = lane.held.flatMap(({ holder }) => holder.numbers ?? []);
    const numbers = [...held, ...lane.spent.map(({ number }) => number)];
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { number, final } of lane.spent) if (final) expect(number).toBeLessThan(this.#next);
  }

  #change(of: string, change: (lane: LaneState, rules: typeof now | typeof before) => LaneState) {
    const isOld = of.startsWith('old');
    this.#text = isOld
      ? formatEarlierLane(change(parseEarlierLane(this.#text), before))
      : formatLane(change(parseLane(this.#text), now));
  }

  #enter({ process: of, requestId }: Extract<Step, { act: 'enter' }>): void {
    const caller = { process: of, call: ++this.#calls };
    const entry = { holder: { requestId }, caller, width: 50, waits: false };
    this.#change(of, (lane, rules) => {
      const entered = rules.enter(lane, entry);
      if (entered.result) this.#places.push(entered.result);
      return entered.lane;
    });
  }

  #work(act: Step['act'], place: Place): void {
    if (act === 'reserve') this.#reserve(place);
    else if (act === 'commit') {
      this.#change(place.process, (lane, rules) => rules.committed(lane, place, this.#time));
    } else if (act === 'detach') {
      this.#change(place.process, (lane, rules) => rules.detached(lane, place));
    } else {
      this.#leave(place, act === 'send' ? 'spent' : 'given-back');
    }
  }

  #reserve(place: Place): void {
    const { held, spent } = parseLane(this.#text);
    const others = held.filter(({ holder }) => holder.requestId !== place.requestId);
    const numbers = others.flatMap(({ holder }) => holder.numbers ?? []);
    const recent = spent.filter(({ at }) => this.#ageOf(at) <= 600_000);
    const isAnothers = new Set([...numbers, ...recent.map(({ number }) => number)]);
    let lowest = this.#next;
    while (isAnothers.has(lowest)) lowest++;
    const choose = (isTaken: (number: bigint) => boolean, shared: readonly bigint[]) => {
      if (shared.length > 0 && !shared.some((one) => isTaken(one) || one < this.#next))
        return shared;
      let number = this.#next;
      while (isTaken(number)) number++;
      expect(number).toBe(lowest);
      return [number];
    };
    const isOld = place.process.startsWith('old');
    this.#change(place.process, (lane) => {
      const own = now.heldAt(lane, place);
      if (own?.committed || (own && now.hasEnded(own))) return lane;
      return isOld
        ? before.taken(lane, place, this.#ageOf, choose).lane
        : now.taken(lane, place, this.#spending, choose).lane;
    });
  }

  #leave(place: Place, outcome: 'spent' | 'given-back'): void {
    const own = now.heldAt(parseLane(this.#text), place);
    const numbers = own?.holder.numbers ?? [];
    if (outcome === 'spent') {
      if (!own?.committed) return;
      for (const number of numbers) {
        if (number >= this.#next) this.#pool.add(number);
        this.#sent.push(number);
      }
    }
    this.#change(place.process, (lane, rules) => rules.left(lane, place, outcome, this.#time));
  }

  #apply(): void {
    // Another wallet's, where nothing of ours is next.
    this.#pool.delete(this.#next);
    this.#next += 1n;
  }

  #settle({ process: of, which: at, isStoreWell }: Extract<Step, { act: 'settle' }>): void {
    const number = this.#sent[at % Math.max(1, this.#sent.length)];
    if (number === undefined || number >= this.#next) return;
    this.#change(of, (lane, rules) => {
      if (rules !== now) return before.settled(lane, number, 'spent');
      const spared = isStoreWell ? sparedBy(lane, number, this.#spending) : [];
      const marks = spared.flatMap((one) => marksOf(one, this.#spending));
      return settled(lane, number, 'spent', this.#spending, new Set(marks));
    });
  }
}

describe('a lane that processes of two versions share', () => {
  test('is read by both, gives no number to two, and leaves no gap', () => {
    const history = fc.array(step, { minLength: 30, maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(history, (steps) => {
        const lane = new SharedText();
        for (const one of steps) {
          lane.run(one);
          lane.check();
        }
      }),
      runs(2_000),
    );
  });
});
