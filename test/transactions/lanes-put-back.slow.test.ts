import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/core/random.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { Finish, LanePass, LaneRequest, Lanes } from '../../src/transactions/lanes/lanes.js';
import { parseLane } from '../../src/transactions/lanes/record.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import type { FakeGatewayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { ManualClock } from '../support/manual-clock.js';
import { many, runs } from '../support/runs.js';
import { stubStore } from '../support/stub-store.js';

const LEASE_SECONDS = 30;
const ACCOUNT = 'xrpl:1/rAccount';
const LANE = `lanes/1/numbers/${ACCOUNT}`;

/** Processes whose store can be put back to what it was: a failover or a backup loses what it has acknowledged. */
class PutBack {
  readonly clock = new ManualClock();
  readonly store = memoryStore({ clock: this.clock });
  #kept: string | undefined;

  process(store: Store = this.store, width = 1): Process {
    return new Process(store, this.clock, width);
  }

  async keep(): Promise<void> {
    this.#kept = await this.store.get(LANE);
  }

  async putBack(): Promise<void> {
    const now = await this.store.get(LANE);
    if (this.#kept === undefined) await this.store.delete(LANE);
    else if (now === undefined) await this.store.setIfAbsent(LANE, this.#kept);
    else await this.store.compareAndSet(LANE, now, this.#kept);
  }
}

class Process {
  readonly lanes: Lanes;
  /** Whose work it has finished. */
  readonly finished: string[] = [];

  constructor(store: Store, clock: ManualClock, width: number) {
    const settings = { store, leaseMs: LEASE_SECONDS * 1_000, clock, random: systemRandom };
    this.lanes = sharedLanes(settings)('numbers', { width, clock });
  }

  request(requestId: string): LaneRequest {
    const finish: Finish = async (holder, pass) => {
      this.finished.push(holder.requestId);
      await pass.leave('given-back');
    };
    return { account: ACCOUNT, holder: { requestId }, timeoutMs: 600_000, finish };
  }

  enter(requestId: string): Promise<LanePass> {
    return this.lanes.enter(this.request(requestId));
  }
}

/** What a promise resolves with while time passes. */
async function within<T>(
  clock: ManualClock,
  seconds: number,
  work: Promise<T>,
): Promise<T | 'open'> {
  let outcome: { readonly value: T } | undefined;
  work.then(
    (value) => {
      outcome = { value };
    },
    () => undefined,
  );
  for (let left = seconds * 4; left > 0 && !outcome; left--) await clock.pass(250);
  return outcome ? outcome.value : 'open';
}

describe('a lane that is put back to when an ended call was at work', () => {
  test.each([
    ['before it asked the signer', false],
    ['after it asked the signer', true],
  ])('%s has the request looked up, and lets the next in', async (_, isAsked) => {
    const world = new PutBack();
    const one = world.process();
    const pass = await one.enter('ended');
    await pass.reconciled();
    await pass.reserve(7n);
    if (isAsked) await pass.commit();
    await world.keep();
    await pass.commit();
    await pass.leave('spent');
    await world.putBack();
    const next = await within(world.clock, 5, one.enter('next'));
    if (next === 'open') throw new Error('It waits for a call that has ended.');
    expect(one.finished).toEqual(['ended']);
    // What else the store has lost is not known.
    expect(next.isUnreconciled).toBe(true);
  });

  test('holds up nothing behind it in a pipeline', async () => {
    const world = new PutBack();
    const one = world.process(world.store, 3);
    const pass = await one.enter('ended');
    await pass.reserve(7n);
    await pass.commit();
    await world.keep();
    await pass.leave('spent');
    await world.putBack();
    const next = await one.enter('next');
    await next.reserve(8n);
    await next.commit();
    expect(await within(world.clock, 5, next.turn(8n, {}))).not.toBe('open');
    expect(one.finished).toEqual(['ended']);
  });

  test('leaves a second call of its request at work', async () => {
    const world = new PutBack();
    const one = world.process();
    const [first, second] = [await one.enter('same'), await one.enter('same')];
    await first.reserve(7n);
    await world.keep();
    await first.detach();
    await world.putBack();
    const next = one.enter('next');
    expect(await within(world.clock, 60, next)).toBe('open');
    await second.commit();
    expect(await second.reserve(7n)).toBe(7n);
    await second.leave('spent');
    const pass = await within(world.clock, 5, next);
    expect(pass).not.toBe('open');
    expect(one.finished).toEqual([]);
  });

  test('lets nobody pass a call that is still at work', async () => {
    const world = new PutBack();
    const one = world.process();
    const pass = await one.enter('at work');
    await pass.reserve(7n);
    await world.keep();
    await pass.commit();
    await world.putBack();
    const next = one.enter('next');
    expect(await within(world.clock, 60, next)).toBe('open');
    await pass.commit();
    await pass.leave('spent');
    expect(await within(world.clock, 5, next)).not.toBe('open');
  });
});

const which = fc.nat(1_000);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('enter' as const),
      process: fc.nat(1),
      requestId: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('commit' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('spend' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('give back' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('detach' as const), which }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sweep' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('fail' as const),
      how: fc.constantFrom('before' as const, 'after' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('settle' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Calls of two processes that overlap in any way, over a store whose writes fail, made or not. */
class Overlapping {
  readonly world = new PutBack();
  readonly processes: readonly [Process, Process];
  /** Those that have a place, and have not begun to end. */
  readonly working = new Set<LanePass>();
  #left = 0;
  #how: 'before' | 'after' = 'before';
  #work: Promise<unknown>[] = [];

  constructor() {
    const failing = stubStore(this.world.store, async ({ method, key }, make) => {
      const isFailing = this.#left > 0 && method !== 'get' && key === LANE;
      if (!isFailing) return make();
      this.#left--;
      if (this.#how === 'after') await make();
      throw new Error('no answer');
    });
    this.processes = [this.world.process(failing, 3), this.world.process(failing, 3)];
  }

  async run(what: Step): Promise<void> {
    if (what.act === 'settle') return this.settle();
    if (what.act === 'fail') {
      this.#how = what.how;
      this.#left = what.times;
      return;
    }
    if (what.act === 'enter') {
      const process = this.processes[what.process === 0 ? 0 : 1];
      const entering = process.lanes.tryEnter(process.request(what.requestId));
      this.#begin(entering.then((pass) => pass && this.working.add(pass)));
      return;
    }
    const pass = [...this.working][what.which % Math.max(1, this.working.size)];
    if (!pass) return;
    if (what.act === 'commit') this.#begin(pass.commit());
    else if (what.act === 'sweep') this.#begin(pass.sweep());
    else this.#end(pass, what.act);
  }

  /** All that was begun comes to its end, and no call at work has lost its place. */
  async settle(): Promise<void> {
    while (this.#work.length > 0) {
      const work = this.#work;
      this.#work = [];
      const all = Promise.allSettled(work);
      expect(await within(this.world.clock, 20, all)).not.toBe('open');
    }
    this.#left = 0;
    for (const pass of this.working) await pass.commit();
  }

  async endAll(): Promise<void> {
    await this.settle();
    for (const pass of [...this.working]) this.#end(pass, 'spend');
    await this.settle();
  }

  #end(pass: LanePass, act: 'spend' | 'give back' | 'detach'): void {
    this.working.delete(pass);
    if (act === 'detach') this.#begin(pass.detach());
    else this.#begin(pass.leave(act === 'spend' ? 'spent' : 'given-back'));
  }

  #begin(work: Promise<unknown>): void {
    this.#work.push(work);
  }
}

describe('calls that overlap in whatever way', () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' });

  test('keep their places while they are at work', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const calls = new Overlapping();
        for (const one of steps) await calls.run(one);
        await calls.settle();
      }),
      runs(2_000),
    );
  });

  test('leave a lane that goes on once all have ended, even if it is put back to any moment', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), async (steps, moment) => {
        const calls = new Overlapping();
        for (const [index, one] of steps.entries()) {
          if (index === moment % steps.length) await calls.world.keep();
          await calls.run(one);
        }
        await calls.endAll();
        await calls.world.putBack();
        const { clock, store } = calls.world;
        for (const process of calls.processes) {
          const sweeping = process.enter('last').then(async (pass) => {
            await pass.sweep();
            await pass.detach();
          });
          expect(await within(clock, 2 * LEASE_SECONDS, sweeping)).not.toBe('open');
        }
        // Each process finds out for itself which of its calls have ended.
        const { held } = parseLane((await store.get(LANE)) ?? '');
        expect(held.flatMap(({ workers }) => workers)).toEqual([]);
      }),
      runs(2_000),
    );
  });
});

/**
 * Makes payments by a process whose lane is put back to the text that it had after one of a payment's writes; `false`
 * if there were fewer.
 */
async function payAfter(write: number, lanes: FakeGatewayOptions['lanes']): Promise<boolean> {
  const world = new FakeWorld();
  try {
    const store = memoryStore();
    const texts: (readonly [string, string])[] = [];
    const watched = stubStore(store, async ({ method, key }, make) => {
      const result = await make();
      const isLane = method !== 'get' && key.startsWith('lanes/1/numbers/');
      const text = isLane ? await store.get(key) : undefined;
      if (text !== undefined) texts.push([key, text]);
      return result;
    });
    const gateway = world.another({ lanes: { ...lanes, store: watched } });
    const pay = (key: string) => world.pay({ idempotencyKey: key }, '1', gateway);
    const first = await world.run(pay('first'));
    const [before, last] = [texts[write], texts.at(-1)];
    if (!before || !last) return false;
    await store.compareAndSet(...last, before[1]);
    await world.run(Promise.all(['second', 'third'].map(pay)));
    expect((await world.run(pay('first'))).receipt.hash).toBe(first.receipt.hash);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
    expect(world.custody.requests).toHaveLength(3);
    return true;
  } finally {
    world.end();
  }
}

describe('payments after their lane was put back to any write of an earlier payment', () => {
  test.each<[string, FakeGatewayOptions['lanes']]>([
    ['serial', {}],
    ['pipeline', { mode: 'pipeline', depth: 5 }],
  ])('are each made once in %s mode', async (_, lanes) => {
    let writes = 0;
    while (await payAfter(writes, lanes)) writes += many(1, 3);
    expect(writes).toBeGreaterThanOrEqual(5);
  });
});
