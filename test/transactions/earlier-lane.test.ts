import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acknowledged,
  adopted,
  claim,
  committed,
  detached,
  enter,
  evict,
  left,
  sent,
} from '../../src/transactions/lanes/changes.js';
import type { LaneHolder, Replaced } from '../../src/transactions/lanes/lanes.js';
import { formatLane, parseLane } from '../../src/transactions/lanes/record.js';
import {
  markOfRequest,
  marksOf,
  type Spending,
  settled,
  sparedBy,
} from '../../src/transactions/lanes/spent.js';
import {
  type Caller,
  emptyLane,
  hasEnded,
  heldAt,
  type LaneState,
  type Place,
} from '../../src/transactions/lanes/state.js';
import { taken } from '../../src/transactions/lanes/taking.js';
import { parseEarlierLane } from '../support/earlier-lane/record.js';
import * as earlier from '../support/earlier-lane/rules.js';
import { many, runs } from '../support/runs.js';

/** More than are ever under way here: who waits for whom is not what this is about. */
const WIDTH = 50;
const REMEMBERED_MS = 600_000;

const which = fc.nat(1_000);
const name = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8');
const process = fc.constantFrom('a', 'b');
/** How many seconds ago a node heard of the chain last. */
const behindS = fc.constantFrom(0, 0, 0, 5, 60, 500);
const isTrue = fc.boolean();

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('enter' as const), name, process }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('reserve' as const),
      which,
      behindS,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('commit' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('send' as const), which, isWhole: isTrue }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('leave' as const), which }) },
  fc.record({ act: fc.constant('detach' as const), which }),
  fc.record({ act: fc.constant('evict' as const), process }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('apply' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({ act: fc.constant('foreign' as const) }),
  fc.record({ act: fc.constant('drop' as const), which }),
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('settle' as const), which, isStoreWell: isTrue }),
  },
  fc.record({ act: fc.constant('first meeting' as const), behindS }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('finish' as const), name, process }) },
  fc.record({ act: fc.constant('replaced' as const), which, name, behindS }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 30, 200, 400),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type StepOf<A> = Extract<Step, { readonly act: A }>;

/** A call of a request, with its places in the lane under either rules. */
interface Call {
  readonly requestId: string;
  readonly places: { readonly now: Place; readonly before: Place };
  /** Whether its request was sent, as is remembered outside of the lane. */
  readonly wasSent: boolean;
  readonly replaces?: Replaced;
  numbers: readonly bigint[];
  isCommitted: boolean;
}

/** One account on one chain, and its lane under the rules of now and of before, through one history. */
class TwoLanes {
  now: LaneState = emptyLane(0);
  before: LaneState = emptyLane(0);
  #time = 0;
  /** The number that is next, and since when. */
  #next = 5n;
  readonly #chain: { readonly at: number; readonly next: bigint }[] = [{ at: 0, next: 5n }];
  /** What nodes have and no ledger does. */
  readonly #pool = new Set<bigint>();
  /** What was sent, and when last. */
  readonly #sent = new Map<bigint, number>();
  /** A request has as many members whenever it is made. */
  readonly #counts = new Map<string, number>();
  /** The numbers of what was signed, by request. */
  readonly #signed = new Map<string, readonly bigint[]>();
  readonly #marks = new Map<string, number>();
  readonly #calls: Call[] = [];
  #count = 0;
  readonly #age = (mark: number) => this.#time - mark;
  readonly #spending: Spending = { inOrder: true, ageOf: this.#age };

  run(what: Step): void {
    this.#time += 1_000;
    if (what.act === 'enter') this.#enter(what.name, what.process);
    else if (what.act === 'evict') this.#evict(new Set([what.process]));
    else if (what.act === 'apply') this.#apply(what.count);
    else if (what.act === 'foreign') this.#spend();
    else if (what.act === 'drop') this.#drop(what.which);
    else if (what.act === 'settle') this.#settle(what);
    else if (what.act === 'first meeting') this.#meet(what.behindS);
    else if (what.act === 'finish') this.#finish(what);
    else if (what.act === 'pass') this.#time += what.seconds * 1_000;
    else this.#work(what);
  }

  /** What a lane of now never is, whatever its history. */
  check(): void {
    const { held, spent } = this.now;
    const numbers = held.flatMap(({ holder }) => holder.numbers ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
    // Numbers that the chain has are spent for good, and no others are called so.
    for (const { number, final } of spent) if (final) expect(number).toBeLessThan(this.#next);
    // Of those the lane keeps one, and what has its place or could not be remembered elsewhere.
    const text = formatLane(this.now);
    expect(parseLane(text)).toEqual(parseEarlierLane(text));
  }

  #both(change: Change, changeBefore: Change): void {
    this.now = change(this.now);
    this.before = changeBefore(this.before);
  }

  #evict(gone: ReadonlySet<string>): void {
    this.#both(
      (lane) => evict(lane, gone),
      (lane) => earlier.evict(lane, gone),
    );
  }

  #apply(count: number): void {
    for (let more = count; more > 0 && this.#pool.has(this.#next); more--) this.#spend();
  }

  #drop(at: number): void {
    const dropped = [...this.#pool][at % Math.max(1, this.#pool.size)];
    if (dropped !== undefined) this.#pool.delete(dropped);
  }

  /** By what is in the pool, or by another wallet. */
  #spend(): void {
    this.#pool.delete(this.#next);
    this.#next += 1n;
    this.#chain.push({ at: this.#time, next: this.#next });
  }

  /** What a node calls next that heard of the chain so many seconds ago. */
  #nextOf(behindSeconds: number): bigint {
    const at = this.#time - behindSeconds * 1_000;
    return this.#chain.findLast((one) => one.at <= at)?.next ?? 5n;
  }

  #enter(requestId: string, of: string, replaces?: Replaced): void {
    const caller: Caller = { process: of, call: ++this.#count };
    const entry = { holder: { requestId }, caller, width: WIDTH, waits: false, replaces };
    const now = enter(this.now, entry);
    const before = earlier.enter(this.before, entry);
    this.#begin(requestId, now, before, replaces);
  }

  #begin(
    requestId: string,
    now: { readonly lane: LaneState; readonly result: Place | undefined },
    before: { readonly lane: LaneState; readonly result: Place | undefined },
    replaces?: Replaced,
  ): Call | undefined {
    this.now = now.lane;
    this.before = before.lane;
    if (now.result && before.result) {
      const places = { now: now.result, before: before.result };
      const wasSent = this.#isMarked(markOfRequest(requestId));
      const call: Call = {
        requestId,
        places,
        wasSent,
        numbers: [],
        isCommitted: false,
        ...(replaces && { replaces }),
      };
      this.#calls.push(call);
      return call;
    }
    if (now.result) this.now = detached(this.now, now.result);
    if (before.result) this.before = earlier.detached(this.before, before.result);
    return undefined;
  }

  #isMarked(mark: string): boolean {
    return this.#age(this.#marks.get(mark) ?? Number.NEGATIVE_INFINITY) <= REMEMBERED_MS;
  }

  #work(what: StepOf<'reserve' | 'commit' | 'send' | 'leave' | 'detach' | 'replaced'>): void {
    const call = this.#calls[what.which % Math.max(1, this.#calls.length)];
    if (!call) return;
    const { now, before } = call.places;
    if (what.act === 'reserve') this.#reserve(call, what);
    else if (what.act === 'replaced') this.#replaced(call, what);
    else if (what.act === 'commit') this.#commit(call);
    else if (what.act === 'send') this.#send(call, what.isWhole);
    else if (what.act === 'leave') {
      call.numbers = [];
      // It was refused, and comes to nothing.
      if (heldAt(this.now, now)?.workers.length === 1) this.#signed.delete(call.requestId);
      this.#both(
        (lane) => left(lane, now, 'given-back', this.#time),
        (lane) => earlier.left(lane, before, 'given-back', this.#time),
      );
    } else {
      call.numbers = [];
      this.#both(
        (lane) => detached(lane, now),
        (lane) => earlier.detached(lane, before),
      );
    }
  }

  #reserve(call: Call, { behindS: seconds, count: given }: StepOf<'reserve'>): void {
    const count = this.#counts.get(call.requestId) ?? given;
    this.#counts.set(call.requestId, count);
    const next = this.#nextOf(seconds);
    const lane = this.now;
    const taken = this.#take(call, (isTaken, shared, lowest) => {
      if (isGood(shared, count, next, isTaken)) return shared;
      return lowestFree(next > lowest ? next : lowest, count, isTaken);
    });
    if (!taken) return;
    if (taken.length !== count) {
      // The call takes none of them: see `LaneCall`.
      call.numbers = [];
      return;
    }
    // It keeps what another call of its own has asked with: the lane of before may have forgotten a part that is spent.
    const isKept = this.now === lane;
    if (isKept && taken.join() === this.#signed.get(call.requestId)?.join()) return;
    const wouldBe = earlier.taken(this.before, call.places.before, this.#age, (isTaken, shared) => {
      if (isGood(shared, count, next, isTaken)) return shared;
      return lowestFree(next, count, isTaken);
    });
    // A node that is up to date is given no gap: what was free before is free.
    if (seconds === 0) expect(taken).toEqual(wouldBe.result);
    this.#takeBefore(call, taken);
  }

  /** What one place takes from a request that was signed before, or sent. */
  #replaced(call: Call, { name: other, behindS: seconds }: StepOf<'replaced'>): void {
    const next = this.#nextOf(seconds);
    const numbers = this.#signed.get(other)?.filter((number) => number >= next) ?? [];
    if (numbers.length === 0 || other === call.requestId) return;
    const replaces = { requestId: other };
    const choose = (isTaken: IsTaken) => (numbers.some(isTaken) ? undefined : numbers);
    const given = this.#take(call, choose, replaces);
    if (!given) return;
    this.#takeBefore(call, given, replaces);
    const left = this.#signed.get(other)?.filter((number) => !numbers.includes(number)) ?? [];
    this.#signed.set(other, left);
  }

  #take(
    call: Call,
    choose: Parameters<typeof taken>[3],
    replaces?: Replaced,
  ): readonly bigint[] | undefined {
    const own = heldAt(this.now, call.places.now);
    if (!own || hasEnded(own) || call.wasSent || this.#isOldBefore(call)) return undefined;
    const { lane, result } = taken(this.now, call.places.now, this.#spending, choose, replaces);
    this.now = lane;
    if (result) call.numbers = result;
    return result;
  }

  /** Whether the lane of before happens to know yet what it need not remember: that its request was sent long ago. */
  #isOldBefore({ requestId, places }: Call): boolean {
    const own = earlier.heldAt(this.before, places.before);
    const isOld = ({ holder, at }: (typeof this.before.spent)[number]) =>
      holder.requestId === requestId && this.#age(at) > REMEMBERED_MS;
    return own !== undefined && earlier.hasEnded(own) && this.before.spent.some(isOld);
  }

  /** Nothing is given out that would not have been given out before. */
  #takeBefore(call: Call, numbers: readonly bigint[], replaces?: Replaced): void {
    const own = earlier.heldAt(this.before, call.places.before);
    expect(own && earlier.hasEnded(own)).toBe(false);
    const choose = (isTaken: IsTaken, shared: readonly bigint[]) => {
      // No node should be so far behind; the lane of before may know such a number by what it took for unsent.
      const isOld = (number: bigint) =>
        this.#age(this.#sent.get(number) ?? this.#time) > REMEMBERED_MS;
      const others = numbers.filter((number) => !shared.includes(number) && !isOld(number));
      expect(others.filter(isTaken)).toEqual([]);
      return numbers;
    };
    const { lane, result } = earlier.taken(
      this.before,
      call.places.before,
      this.#age,
      choose,
      replaces,
    );
    expect(result).toEqual(numbers);
    this.before = lane;
  }

  #commit(call: Call): void {
    const numbers = heldAt(this.now, call.places.now)?.holder.numbers ?? [];
    if (call.numbers.length === 0 || numbers.length === 0) return;
    call.isCommitted = true;
    this.#signed.set(call.requestId, call.numbers);
    this.#both(
      (lane) => committed(lane, call.places.now, this.#time),
      (lane) => earlier.committed(lane, call.places.before, this.#time),
    );
  }

  #send(call: Call, isWhole: boolean): void {
    const held = heldAt(this.now, call.places.now)?.holder.numbers ?? [];
    if (!call.isCommitted || held.length === 0) return;
    const { now, before } = call.places;
    const some = isWhole ? held : held.slice(0, 1);
    for (const number of some) {
      if (number >= this.#next) this.#pool.add(number);
      this.#sent.set(number, this.#time);
      this.#both(
        (lane) => sent(lane, now, number, this.#time),
        (lane) => earlier.sent(lane, before, number, this.#time),
      );
    }
    if (!isWhole) return;
    call.numbers = [];
    this.#both(
      (lane) => left(lane, now, 'spent', this.#time),
      (lane) => earlier.left(lane, before, 'spent', this.#time),
    );
  }

  /** The chain has it, or never will; of what may yet come nothing is said. */
  #settle({ which: at, isStoreWell }: StepOf<'settle'>): void {
    const number = [...this.#sent.keys()][at % Math.max(1, this.#sent.size)];
    if (number === undefined || this.#pool.has(number)) return;
    const outcome = number < this.#next ? 'spent' : 'given-back';
    const spared = outcome === 'spent' ? sparedBy(this.now, number, this.#spending) : [];
    const marks = isStoreWell ? spared.flatMap((one) => marksOf(one, this.#spending)) : [];
    for (const mark of marks) this.#marks.set(mark, this.#time);
    this.#both(
      (lane) => settled(lane, number, outcome, this.#spending, new Set(marks)),
      (lane) => earlier.settled(lane, number, outcome),
    );
  }

  /** A process that knows nothing sees what was signed and is unspent, as its node has it. */
  #meet(seconds: number): void {
    const next = this.#nextOf(seconds);
    // Of two that were signed with one number, one was refused.
    const others = new Set(this.now.held.flatMap(({ holder }) => holder.numbers ?? []));
    const holders: LaneHolder[] = [];
    for (const [requestId, all] of this.#signed) {
      const numbers = all.filter((number) => number >= next);
      if (numbers.length === 0 || numbers.some((number) => others.has(number))) continue;
      for (const number of numbers) others.add(number);
      holders.push({ requestId, numbers });
    }
    this.#both(
      (lane) => acknowledged(lane, holders, this.#spending),
      (lane) => earlier.acknowledged(lane, holders),
    );
  }

  /** What a gone caller left behind is looked up, and left. */
  #finish({ name: requestId, process: of }: StepOf<'finish'>): void {
    const caller: Caller = { process: of, call: ++this.#count };
    const call = this.#begin(
      requestId,
      claim(this.now, requestId, caller),
      earlier.claim(this.before, requestId, caller),
    );
    const numbers = this.#signed.get(requestId);
    if (!call || !numbers) return;
    call.numbers = numbers;
    call.isCommitted = true;
    this.#both(
      (lane) => adopted(lane, call.places.now, numbers, this.#time),
      (lane) => earlier.adopted(lane, call.places.before, numbers, this.#time),
    );
    this.#send(call, true);
  }
}

type Change = (lane: LaneState) => LaneState;
type IsTaken = (number: bigint) => boolean;

function isGood(shared: readonly bigint[], count: number, next: bigint, isTaken: IsTaken): boolean {
  return shared.length === count && shared.every((number) => number >= next && !isTaken(number));
}

function lowestFree(from: bigint, count: number, isTaken: IsTaken): readonly bigint[] {
  const free: bigint[] = [];
  for (let number = from; free.length < count; number++) if (!isTaken(number)) free.push(number);
  return free;
}

/** In parts, each of which takes no longer than a test may on a busy machine. */
const PARTS = Array.from({ length: many(10, 3) }, (_, part) => part + 1);

describe('beside what it was before, a lane', () => {
  test.each(PARTS)(
    'gives out no other numbers, and leaves no gap, whatever its history (%i)',
    () => {
      const history = fc.array(step, { minLength: 30, maxLength: 120, size: 'max' });
      fc.assert(
        fc.property(history, (steps) => {
          const lanes = new TwoLanes();
          for (const one of steps) {
            lanes.run(one);
            lanes.check();
          }
        }),
        runs(300),
      );
    },
  );
});
