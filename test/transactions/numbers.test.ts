import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/core/random.js';
import { memoryStore } from '../../src/store/index.js';
import type { LanePass, LaneRequest, Lanes } from '../../src/transactions/lanes/lanes.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import { ManualClock } from '../support/manual-clock.js';
import { runs } from '../support/runs.js';

const WIDTH = 8;

/** What a call may do with a lane; `who` is one of those that hold a place. */
type Step =
  | { readonly act: 'enter' }
  | { readonly act: 'reserve'; readonly who: number; readonly span: number }
  | { readonly act: 'reserveMany'; readonly who: number; readonly count: number }
  | { readonly act: 'take'; readonly who: number; readonly offered: readonly bigint[] }
  | { readonly act: 'leave'; readonly who: number; readonly how: 'spent' | 'given-back' }
  | { readonly act: 'sent'; readonly who: number }
  | { readonly act: 'leave-behind'; readonly who: number }
  | { readonly act: 'ledger' };

const who = fc.nat(WIDTH - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ act: 'enter' }) },
  fc.record({ act: fc.constant('reserve' as const), who, span: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    act: fc.constant('reserveMany' as const),
    who,
    count: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    act: fc.constant('take' as const),
    who,
    offered: fc.array(fc.bigInt({ min: 1n, max: 30n }), { maxLength: 5 }),
  }),
  fc.record({
    act: fc.constant('leave' as const),
    who,
    how: fc.constantFrom('spent' as const, 'given-back' as const),
  }),
  fc.record({ act: fc.constant('sent' as const), who }),
  fc.record({ act: fc.constant('leave-behind' as const), who }),
  fc.constant<Step>({ act: 'ledger' }),
);

interface Holder {
  readonly pass: LanePass;
  numbers: readonly bigint[];
}

/** A lane as a test sees it: who holds what, what is spent, and what the ledger counts. */
class WatchedLane {
  /** Those of several processes, that take turns. */
  readonly #lanes: readonly Lanes[];
  readonly #holders: Holder[] = [];
  /** Those whose callers are gone: they still hold what they hold. */
  readonly #behind: Holder[] = [];
  readonly #spent = new Set<bigint>();
  #next = 1n;
  #entered = 0;

  constructor(lanes: readonly Lanes[]) {
    this.#lanes = lanes;
  }

  async run(what: Step): Promise<void> {
    if (what.act === 'enter') return this.#enter();
    if (what.act === 'ledger') return this.#closeLedger();
    const holder = this.#holders[what.who % Math.max(1, this.#holders.length)];
    if (!holder) return;
    const { pass } = holder;
    switch (what.act) {
      case 'reserve': {
        const first = await pass.reserve(this.#next, what.span);
        const row = this.#lowestRow(holder, what.span);
        // A row never begins behind a number that is free.
        const isWhole = !row.some((number) => this.#takenBy(holder).has(number));
        expect(first).toBe(isWhole ? row[0] : undefined);
        return isWhole ? this.#give(holder, row) : undefined;
      }
      case 'reserveMany': {
        const numbers = await pass.reserveMany(this.#next, what.count);
        expect(numbers).toHaveLength(what.count);
        return this.#give(holder, numbers);
      }
      case 'take': {
        const taken = await pass.take(what.offered);
        const others = this.#takenBy(holder);
        const free = what.offered.find((number) => !others.has(number));
        expect(taken).toBe(free);
        if (taken !== undefined) holder.numbers = [taken];
        return;
      }
      case 'sent': {
        const [number, ...rest] = holder.numbers;
        if (number === undefined) return;
        await pass.sent(number);
        this.#spent.add(number);
        holder.numbers = rest;
        return;
      }
      case 'leave':
        await pass.leave(what.how);
        if (what.how === 'spent') for (const number of holder.numbers) this.#spent.add(number);
        this.#holders.splice(this.#holders.indexOf(holder), 1);
        return;
      case 'leave-behind':
        await pass.commit();
        await pass.detach();
        this.#behind.push(...this.#holders.splice(this.#holders.indexOf(holder), 1));
    }
  }

  async #enter(): Promise<void> {
    const lanes = this.#lanes[this.#entered % this.#lanes.length];
    const requestId = `request-${this.#entered++}`;
    const request: LaneRequest = {
      account: 'xrpl:1/r',
      holder: { requestId },
      timeoutMs: 0,
      finish: async () => {},
    };
    const pass = await lanes?.tryEnter(request);
    expect(pass !== undefined).toBe(this.#holders.length + this.#behind.length < WIDTH);
    if (pass) this.#holders.push({ pass, numbers: [] });
  }

  /** What is spent without a gap is what the ledger counts. */
  #closeLedger(): void {
    while (this.#spent.has(this.#next)) this.#next++;
  }

  /** As many numbers as a row needs, from the lowest that is free. */
  #lowestRow(holder: Holder, span: number): readonly bigint[] {
    const others = this.#takenBy(holder);
    let first = this.#next;
    while (others.has(first)) first++;
    return Array.from({ length: span }, (_, index) => first + BigInt(index));
  }

  #takenBy(holder: Holder): ReadonlySet<bigint> {
    const others = [...this.#holders, ...this.#behind].filter((other) => other !== holder);
    return new Set([...this.#spent, ...others.flatMap(({ numbers }) => numbers)]);
  }

  #give(holder: Holder, numbers: readonly bigint[]): void {
    const others = this.#takenBy(holder);
    expect(numbers.filter((number) => others.has(number) || number < this.#next)).toEqual([]);
    expect([...numbers].sort((one, other) => (one < other ? -1 : 1))).toEqual(numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    const [first = 0n] = numbers;
    // No gap stays.
    for (let lower = this.#next; lower < first; lower++) expect(others.has(lower)).toBe(true);
    holder.numbers = numbers;
  }
}

/** The lanes of each process. */
const KINDS: [string, () => readonly Lanes[]][] = [
  ['in memory', () => [memoryLanes({ width: WIDTH, clock: new ManualClock() })]],
  [
    'of three processes with one store',
    () => {
      const clock = new ManualClock();
      const store = memoryStore({ clock });
      const ofAProcess = () =>
        sharedLanes({ store, clock, random: systemRandom })('numbers', { width: WIDTH, clock });
      return [ofAProcess(), ofAProcess(), ofAProcess()];
    },
  ],
];

describe.each(KINDS)('the numbers of a lane %s', (_, newLanes) => {
  test('never have two holders, whatever is reserved, taken, spent and given back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }),
        async (steps) => {
          const lane = new WatchedLane(newLanes());
          for (const one of steps) await lane.run(one);
        },
      ),
      runs(500),
    );
  });
});
