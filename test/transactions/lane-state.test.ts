import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/store/index.js';
import {
  acknowledged,
  adopted,
  type Changed,
  claim,
  committed,
  detached,
  enter,
  evict,
  left,
  sent,
  unqueued,
  yielded,
} from '../../src/transactions/lanes/changes.js';
import { formatLane, parseLane } from '../../src/transactions/lanes/record.js';
import {
  isSentByAnother,
  lostOf,
  marksOf,
  type Spending,
  settled,
  sparedBy,
} from '../../src/transactions/lanes/spent.js';
import {
  type Caller,
  emptyLane,
  hasRoom,
  heldAt,
  isEarliers,
  type LaneState,
  type Place,
  processesOf,
} from '../../src/transactions/lanes/state.js';
import { restored, taken } from '../../src/transactions/lanes/taking.js';
import { runs } from '../support/runs.js';

const WIDTH = 3;
/** Of numbers that are spent in their order, and of marks that are as old as is said. */
const aged = (ageMs: number, inOrder = true): Spending => ({ inOrder, ageOf: () => ageMs });
const PROCESSES = ['a', 'b', 'c'];

const process = fc.constantFrom(...PROCESSES);
const requestId = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6');
const number = fc.bigInt({ min: 1n, max: 12n });
const which = fc.nat(1_000);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('enter' as const),
      process,
      requestId,
      waits: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constant('claim' as const), process, requestId }),
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('take' as const), which, from: number }),
  },
  fc.record({ act: fc.constant('replaced' as const), which, requestId }),
  fc.record({ act: fc.constant('commit' as const), which }),
  fc.record({ act: fc.constant('sent' as const), which, number }),
  fc.record({
    act: fc.constant('leave' as const),
    which,
    how: fc.constantFrom('spent' as const, 'given-back' as const),
  }),
  fc.record({ act: fc.constant('detach' as const), which }),
  fc.record({ act: fc.constant('evict' as const), process }),
  fc.record({ act: fc.constant('unqueue' as const), process }),
  fc.record({ act: fc.constant('acknowledge' as const), requestId, number }),
  fc.record({
    act: fc.constant('settle' as const),
    number,
    how: fc.constantFrom('spent' as const, 'given-back' as const),
    isMarked: fc.boolean(),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A lane that any number of processes use, and every place that was ever given out. */
class Watched {
  lane: LaneState = emptyLane(0);
  readonly places: Place[] = [];
  /** Places of processes that were buried: never to be believed again. */
  readonly dead = new Set<Place>();
  now = 0;
  readonly #spending: Spending;
  #calls = 0;

  constructor(inOrder: boolean) {
    this.#spending = { inOrder, ageOf: (mark) => this.now - mark };
  }

  run(what: Step): void {
    const before = this.lane;
    this.now += 1;
    switch (what.act) {
      case 'enter': {
        const { process: name, waits } = what;
        const caller = this.#caller(name);
        const entry = { holder: { requestId: what.requestId }, caller, width: WIDTH, waits };
        const isHeld = before.held.some(({ holder }) => holder.requestId === what.requestId);
        const place = this.#follow(enter(before, entry));
        // A change that is made once more lets nobody in once more.
        if (place) expect(enter(this.lane, entry)).toEqual({ lane: this.lane, result: place });
        const isSent = before.spent.some(({ holder }) => holder.requestId === what.requestId);
        const isTurn = before.queue.length === 0 || before.queue[0] === name;
        expect(place !== undefined).toBe(isHeld || isSent || (isTurn && hasRoom(before, WIDTH)));
        if (!place && waits) expect(this.lane.queue).toContain(name);
        this.#remember(place);
        return;
      }
      case 'claim': {
        const held = before.held.find(({ holder }) => holder.requestId === what.requestId);
        const caller = this.#caller(what.process);
        const place = this.#follow(claim(before, what.requestId, caller));
        if (place) {
          const again = claim(this.lane, what.requestId, caller);
          expect(again).toEqual({ lane: this.lane, result: place });
        }
        expect(place !== undefined).toBe(held?.workers.length === 0);
        this.#remember(place);
        return;
      }
      case 'evict':
        for (const place of this.places) if (place.process === what.process) this.dead.add(place);
        this.lane = evict(before, new Set([what.process]));
        expect(processesOf(this.lane)).not.toContain(what.process);
        return;
      case 'unqueue':
        this.lane = unqueued(before, what.process);
        return;
      case 'acknowledge':
        this.lane = acknowledged(
          before,
          // What the custody still has is of numbers that nobody here has.
          [{ requestId: what.requestId, numbers: this.#isFree(what.number) ? [what.number] : [] }],
          this.#spending,
        );
        return;
      case 'settle':
        this.#settle(what);
        return;
      default:
        this.#act(what);
    }
  }

  #act(what: Extract<Step, { which: number }>): void {
    const place = this.places[what.which % Math.max(1, this.places.length)];
    if (!place) return;
    const before = this.lane;
    const isOurs = heldAt(before, place) !== undefined;
    if (what.act === 'take') {
      const numbers = this.#follow(
        taken(before, place, this.#spending, (isTaken) => {
          let free = what.from;
          while (isTaken(free)) free++;
          return [free];
        }),
      );
      const own = heldAt(before, place);
      const hasEnded = own?.isOver === true && !own.committed;
      if (!hasEnded) expect(numbers !== undefined).toBe(isOurs);
      else expect(this.lane).toBe(before);
    } else if (what.act === 'replaced') {
      this.#replaced(place, what.requestId);
    } else if (what.act === 'commit') {
      const hasEnded = heldAt(before, place)?.isOver === true;
      this.lane = committed(before, place, this.now);
      if (hasEnded) expect(this.lane).toEqual(before);
      else expect(heldAt(this.lane, place)?.committed ?? false).toBe(isOurs);
    } else if (what.act === 'sent') {
      const own = heldAt(before, place)?.holder.numbers?.includes(what.number);
      if (own) this.lane = sent(before, place, what.number, this.now);
    } else if (what.act === 'leave') {
      this.lane = left(before, place, what.how, this.now);
    } else {
      this.lane = detached(before, place);
    }
    // A place that was taken away changes nothing for anybody.
    if (!isOurs) expect(this.lane).toBe(before);
  }

  #settle({ number, how, isMarked }: Extract<Step, { act: 'settle' }>): void {
    const before = this.lane;
    const spared = how === 'spent' && isMarked ? sparedBy(before, number, this.#spending) : [];
    const marks = new Set(spared.flatMap((one) => marksOf(one, this.#spending)));
    this.lane = settled(before, number, how, this.#spending, marks);
    const { spent } = before;
    const isSent = spent.some((one) => one.number === number);
    // Nothing is forgotten that is remembered nowhere else, nor anything at all for no reason.
    const gone = spent.filter((one) => !this.lane.spent.some(({ number: n }) => n === one.number));
    if (how === 'spent') expect(spared).toEqual(expect.arrayContaining(isSent ? gone : []));
    else expect(gone.map((one) => one.number)).toEqual(isFreed(spent, number) ? [number] : []);
  }

  /** A place takes the numbers of another request, and whoever works on that finds it over. */
  #replaced(place: Place, replaced: string): void {
    const other = this.lane.held.find(({ holder }) => holder.requestId === replaced);
    const numbers = other?.holder.numbers;
    if (!numbers || place.requestId === replaced) return;
    const choose = (isTaken: (number: bigint) => boolean) =>
      numbers.some(isTaken) ? undefined : numbers;
    const replaces = { requestId: replaced };
    const chosen = this.#follow(taken(this.lane, place, this.#spending, choose, replaces));
    if (chosen !== numbers) return;
    const left = this.lane.held.find(({ holder }) => holder.requestId === replaced);
    expect(left?.isOver ?? true).toBe(true);
    expect(heldAt(this.lane, place)?.holder.numbers).toEqual(numbers);
  }

  check(): void {
    const { held, token, queue, spent } = this.lane;
    expect([...this.dead].filter((place) => heldAt(this.lane, place))).toEqual([]);
    // No number has two holders, nor one when it is spent.
    const numbers = [
      ...held.flatMap(({ holder }) => holder.numbers ?? []),
      ...spent.map((one) => one.number),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
    // No token was given out twice.
    const tokens = this.places.map((place) => place.token);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(Math.max(0, ...tokens)).toBeLessThanOrEqual(token);
    const names = held.map(({ holder }) => holder.requestId);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(queue).size).toBe(queue.length);
    // Nothing stays that nobody works on and nobody asked the signer for.
    expect(held.filter((one) => !one.committed && one.workers.length === 0)).toEqual([]);
    expect(parseLane(formatLane(this.lane))).toEqual(asRead(this.lane));
  }

  #isFree(wanted: bigint): boolean {
    const { held, spent } = this.lane;
    return (
      !held.some(({ holder }) => holder.numbers?.includes(wanted)) &&
      !spent.some((one) => one.number === wanted)
    );
  }

  #caller(name: string): Caller {
    return { process: name, call: ++this.#calls };
  }

  #follow<T>({ lane, result }: Changed<T>): T {
    this.lane = lane;
    return result;
  }

  #remember(place: Place | undefined): void {
    if (place) this.places.push(place);
  }
}

function isFreed(spent: LaneState['spent'], number: bigint): boolean {
  return spent.some((one) => one.number === number && !one.final);
}

/** The same without what is undefined: text has no such thing. */
function asRead(lane: LaneState): LaneState {
  return structuredClone({
    ...lane,
    held: lane.held.map((one) => ({ ...one, holder: definedOf(one.holder) })),
    spent: lane.spent.map((one) => ({ ...one, holder: definedOf(one.holder) })),
  });
}

function definedOf<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as T;
}

describe('the rules of a lane', () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });

  test('hold, whatever any processes do in whatever order', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (steps, inOrder) => {
        const watched = new Watched(inOrder);
        for (const one of steps) {
          watched.run(one);
          watched.check();
        }
      }),
      runs(100),
    );
  });

  test('can be followed from the same lane twice: nothing is changed in place', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (steps, inOrder) => {
        const watched = new Watched(inOrder);
        for (const one of steps) {
          const text = formatLane(watched.lane);
          const { lane } = watched;
          watched.run(one);
          expect(formatLane(lane)).toBe(text);
        }
      }),
    );
  });
});

test('gives a lost number back to a request whose place holds nothing, though a call is still there', () => {
  const place: Place = { requestId: 'r', process: 'a', call: 1, token: 1 };
  const holder = { requestId: 'r', numbers: [7n] };
  const lane: LaneState = {
    ...emptyLane(5),
    held: [
      {
        holder: { requestId: 'r' },
        committed: false,
        isOver: true,
        workers: [{ process: 'a', call: 1, token: place.token }],
      },
    ],
    spent: [{ number: 7n, holder, at: 0, final: false }],
  };
  const { held, spent } = acknowledged(lane, [holder], aged(0));
  expect(held).toEqual([{ holder, committed: true, isOver: false, workers: [] }]);
  expect(spent).toEqual([]);
  expect(heldAt(acknowledged(lane, [holder], aged(0)), place)).toBeUndefined();
});

test('is not behind a lost number whose request has its place already', () => {
  const holder = { requestId: 'r', numbers: [7n] };
  const spent = [{ number: 7n, holder, at: 0, final: false }];
  const held = [{ holder, committed: true, isOver: false, workers: [] }];
  const longAgo = () => 3_600_000;
  expect(lostOf({ ...emptyLane(5), spent }, 7n, longAgo)).toEqual([holder]);
  expect(lostOf({ ...emptyLane(5), spent, held }, 7n, longAgo)).toEqual([]);
});

test('shows a request of several lost numbers once, with all of them', () => {
  const spent = [7n, 8n].map((number) => {
    return { number, holder: { requestId: 'r', numbers: [number] }, at: 0, final: false };
  });
  const lane: LaneState = { ...emptyLane(5), spent };
  const holders = lostOf(lane, 7n, () => 3_600_000);
  expect(holders).toEqual([{ requestId: 'r', numbers: [7n, 8n] }]);
  expect(acknowledged(lane, holders, aged(0)).held).toHaveLength(1);
});

test('has one place for a request that is lost by its number, and unfinished by its record', () => {
  const lost = { requestId: 'r', numbers: [7n] };
  const unfinished = { requestId: 'r', custodyId: 'c', numbers: [7n, 8n] };
  const { held } = acknowledged(emptyLane(5), [lost, unfinished], aged(0));
  expect(held).toEqual([{ holder: unfinished, committed: true, isOver: false, workers: [] }]);
});

test.each([
  ['before all that are held', [7n], true],
  ['among those', [7n, 9n], false],
  ['not chosen yet', undefined, false],
])('a full lane lets a request in whose numbers are %s: %s', (_, numbers, isLetIn) => {
  const holder = { requestId: 'later', numbers: [8n] };
  const workers = [{ process: 'a', call: 1, token: 1 }];
  const lane: LaneState = {
    ...emptyLane(5),
    held: [{ holder, committed: true, isOver: false, workers }],
    queue: ['a'],
  };
  const caller = { process: 'b', call: 1 };
  const entry = { holder: { requestId: 'r', numbers }, caller, width: 1, waits: true };
  expect(enter(lane, entry).result !== undefined).toBe(isLetIn);
});

test('of two signed requests with one number the first to come goes on', () => {
  const place = (requestId: string): Place => ({ requestId, process: 'a', call: 1, token: 1 });
  const held = ['first', 'second'].map((requestId) => ({
    holder: { requestId, numbers: [7n] },
    committed: true,
    isOver: false,
    workers: [place(requestId)],
  }));
  const lane: LaneState = { ...emptyLane(5), held };
  expect(['first', 'second', 'gone'].map((id) => isEarliers(lane, place(id), 7n))).toEqual([
    false,
    true,
    true,
  ]);
  expect(isEarliers(lane, place('gone'), 8n)).toBe(false);
});

test('a number that another request has sent is sent by no other', () => {
  const place: Place = { requestId: 'r', process: 'a', call: 1, token: 1 };
  const sentBy = (requestId: string): LaneState => ({
    ...emptyLane(5),
    held: [
      {
        holder: { requestId: 'r', numbers: [7n] },
        committed: true,
        isOver: false,
        workers: [place],
      },
    ],
    spent: [{ number: 7n, holder: { requestId }, at: 0, final: false }],
  });
  expect(isSentByAnother(sentBy('other'), place, 7n)).toBe(true);
  expect(isSentByAnother(sentBy('r'), place, 7n)).toBe(false);
  expect(isSentByAnother(sentBy('other'), place, 8n)).toBe(false);
});

test.each<[string, string | undefined, boolean]>([
  ['its own, by whoever replaces it', 'sender', true],
  ['its own, by one who names none', undefined, true],
  ['a third’s, by nobody who replaces another', 'other', false],
])('what a request has sent is taken from it: %s', (_, requestId, isTaken) => {
  const place: Place = { requestId: 'r', process: 'a', call: 1, token: 1 };
  const lane: LaneState = {
    ...emptyLane(5),
    held: [{ holder: { requestId: 'r' }, committed: false, isOver: false, workers: [place] }],
    spent: [{ number: 7n, holder: { requestId: 'sender' }, at: 0, final: false }],
  };
  const choose = (taken: (number: bigint) => boolean) => (taken(7n) ? undefined : [7n]);
  const { result } = taken(lane, place, aged(0), choose, { requestId });
  expect(result).toEqual(isTaken ? [7n] : undefined);
});

describe('two calls at work on one request', () => {
  const place = (token: number): Place => ({ requestId: 'r', process: 'a', call: token, token });
  const holder = { requestId: 'r', numbers: [7n] };
  const workers = [place(1), place(2)];
  const lane: LaneState = {
    ...emptyLane(5),
    held: [{ holder, committed: true, isOver: false, workers }],
  };

  test('have one number, though the chain has it by the time that the second wants one', () => {
    const { lane: after, result } = taken(lane, place(2), aged(0), () => [8n]);
    expect(result).toEqual([7n]);
    expect(after).toBe(lane);
  });

  const wanted = (before: LaneState, which = 2) => taken(before, place(which), aged(0), () => [8n]);

  test('are offered one number, before the signer is asked for it', () => {
    const open = { ...lane, held: lane.held.map((one) => ({ ...one, committed: false })) };
    const offered: unknown[] = [];
    const choose = (_: unknown, shared: readonly bigint[]) => {
      offered.push(shared);
      return shared;
    };
    expect(taken(open, place(2), aged(0), choose).result).toEqual([7n]);
    taken(detached(open, place(1)), place(2), aged(0), choose);
    expect(offered).toEqual([[7n], []]);
  });

  test('have no other number, once one of them has sent it', () => {
    const after = left(lane, place(1), 'spent', 0);
    expect(wanted(after)).toEqual({ lane: after, result: undefined });
  });

  test('have all of its numbers, though one of them has sent some of them', () => {
    const batch = { ...lane, held: lane.held.map((one) => ({ ...one, holder: batchOf })) };
    const after = sent(batch, place(1), 7n, 0);
    expect(after.held[0]?.holder.numbers).toEqual([8n, 9n]);
    expect(wanted(after)).toEqual({ lane: after, result: [7n, 8n, 9n] });
  });
  const batchOf = { requestId: 'r', numbers: [7n, 8n, 9n] };

  test('have no other number, though the second comes when the first has sent it and is gone', () => {
    const full = {
      ...lane,
      held: [{ holder, committed: true, isOver: false, workers: [place(1)] }],
    };
    const gone = left(full, place(1), 'spent', 0);
    expect(gone.held).toEqual([]);
    const caller = { process: 'b', call: 3 };
    const entry = { holder: { requestId: 'r' }, caller, width: 0, waits: false };
    const { lane: after, result: again } = enter(gone, entry);
    if (!again) throw new Error('It waits, though it needs no room.');
    expect(taken(after, again, aged(0), () => [8n])).toEqual({ lane: after, result: undefined });
    // Who comes to send it once more has its number, and waits for room.
    const resend = { ...entry, holder: { requestId: 'r', numbers: [7n] } };
    const other = { requestId: 'q', numbers: [6n] };
    const ahead = { holder: other, committed: true, isOver: false, workers: [] };
    const busy: LaneState = { ...gone, held: [ahead] };
    expect(enter(busy, resend).result).toBeUndefined();
    // Nor does it hold anything once the signer has told it what it was.
    expect(adopted(after, again, [7n], 0)).toBe(after);
    expect(detached(committed(after, again, 0), again).held).toEqual([]);
  });

  test('have none, once another has taken it from them', () => {
    const caller = { process: 'b', call: 3 };
    const replaces = { requestId: 'r' };
    const holder = { requestId: 'other' };
    const entered = enter(lane, { holder, caller, width: 1, waits: false, replaces });
    if (!entered.result) throw new Error('It is not let in.');
    const after = taken(entered.lane, entered.result, aged(0), () => [7n], replaces).lane;
    expect(wanted(after)).toEqual({ lane: after, result: undefined });
  });

  test('give it back when the last of them does', () => {
    const first = left(lane, place(2), 'given-back', 0);
    expect(first.held[0]?.holder.numbers).toEqual([7n]);
    expect(left(first, place(1), 'given-back', 0).held).toEqual([]);
  });

  test('lose their place with the one that finds others before it, unless they have a number', () => {
    const open = { holder: { requestId: 'r' }, committed: false, isOver: false, workers };
    expect(yielded({ ...lane, held: [open] }, place(2), 0).held).toEqual([]);
    expect(yielded(lane, place(2), 0)).toEqual(left(lane, place(2), 'given-back', 0));
  });
});

describe('the text of a lane', () => {
  const good = formatLane({
    ...emptyLane(5),
    met: true,
    held: [
      { holder: { requestId: 'r', numbers: [7n] }, committed: true, isOver: false, workers: [] },
    ],
    queue: ['a'],
  });

  test.each([
    ['a field of a later version', good.replace('"met"', '"new":1,"met"')],
    ['a number that is none', good.replace('"7"', '"7.5"')],
    ['a number in other words', good.replace('"7"', '7')],
    ['a token that is none', good.replace('"token":5', '"token":"5"')],
    ['no holder', good.replace('"requestId"', '"id"')],
    ['a part only', good.slice(0, -5)],
  ])('with %s is no lane', (_, text) => {
    expect(parseLane(good).held[0]?.holder.numbers).toEqual([7n]);
    expect(() => parseLane(text)).toThrow(StoreError);
  });
});

test('a full lane lets in what replaces a request in it, which has no number from then on', () => {
  const holder = { requestId: 'replaced', numbers: [7n, 8n] };
  const held = [{ holder, committed: true, isOver: false, workers: [] }];
  const spent = [{ number: 9n, holder, at: 0, final: false }];
  const lane: LaneState = { ...emptyLane(5), held, spent, queue: ['a'] };
  const replaces = { requestId: 'replaced' };
  const caller = { process: 'b', call: 1 };
  const entered = enter(lane, {
    holder: { requestId: 'r' },
    caller,
    width: 1,
    waits: false,
    replaces,
  });
  const place = entered.result;
  if (!place) throw new Error('It is not let in.');
  const take = (numbers: readonly bigint[]) =>
    taken(entered.lane, place, aged(0), () => numbers, replaces).lane;
  expect(take([8n]).held.map((one) => one.holder.numbers)).toEqual([[7n], [8n]]);
  const after = take([7n, 8n, 9n]);
  expect(after.held.map((one) => one.holder.requestId)).toEqual(['r']);
  expect(after.spent).toEqual([]);
});

describe('a request whose number is not known, as of the custody’s own transfer', () => {
  const native: LaneState = {
    ...emptyLane(5),
    held: [{ holder: { requestId: 'native' }, committed: true, isOver: false, workers: [] }],
  };
  const caller = { process: 'b', call: 1 };
  const request = { holder: { requestId: 'r', numbers: [7n] }, caller, width: 1, waits: false };

  test('keeps nobody waiting who has a number already', () => {
    expect(enter(native, request).result).toBeDefined();
    const unnumbered = { ...request, holder: { requestId: 'r' } };
    expect(enter(native, unnumbered).result).toBeUndefined();
  });

  test('is over once it is replaced', () => {
    const replaces = { requestId: 'native' };
    const { lane, result: place } = enter(native, { ...request, replaces });
    if (!place) throw new Error('It is not let in.');
    const { held } = taken(lane, place, aged(0), () => [7n], replaces).lane;
    expect(held.map(({ holder }) => holder)).toEqual([{ requestId: 'r', numbers: [7n] }]);
  });

  test('takes its place, and no number from those that are spent', () => {
    const spent = [{ number: 7n, holder: { requestId: 'r' }, at: 0, final: false }];
    const lane = acknowledged({ ...emptyLane(5), spent }, [{ requestId: 'native' }], aged(0));
    expect(lane).toEqual({ ...native, spent });
  });
});

test('a request gets back what it lost, but for what is another’s or spent by now', () => {
  const mark = (number: bigint, requestId: string) => {
    return { number, holder: { requestId }, at: 0, final: false };
  };
  const spent = [mark(3n, 'r3')];
  const holder = { requestId: 'r2', numbers: [5n] };
  const others = acknowledged({ ...emptyLane(0), spent }, [holder], aged(0));
  const sent = [3n, 5n, 6n].map((number) => mark(number, 'r1'));
  const loss = { holder: { requestId: 'r1', numbers: [3n, 4n, 5n] }, sent };
  const again = restored(others, loss, aged(0));
  const held = again.held.map(({ holder }) => holder);
  expect(held).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ requestId: 'r2', numbers: [5n] }),
      expect.objectContaining({ requestId: 'r1', numbers: [4n] }),
    ]),
  );
  expect(again.spent).toEqual([...spent, mark(6n, 'r1')]);
  expect(restored(others, { holder: undefined, sent: [] }, aged(0))).toEqual(others);
});
