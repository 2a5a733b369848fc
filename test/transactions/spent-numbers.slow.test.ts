import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/core/random.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { acknowledged, reopened } from '../../src/transactions/lanes/changes.js';
import type { LanePass, LaneRequest, Lanes } from '../../src/transactions/lanes/lanes.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import {
  lowestOf,
  marksOf,
  type Spending,
  type Spent,
  settled,
  sparedBy,
  unheardOf,
  withSpent,
} from '../../src/transactions/lanes/spent.js';
import { emptyLane, type LaneState } from '../../src/transactions/lanes/state.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { ManualClock } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { stubStore } from '../support/stub-store.js';

const ACCOUNT = 'xrpl:1/rAccount';
const MINUTES = 60_000;

function requestOf(requestId: string): LaneRequest {
  return { account: ACCOUNT, holder: { requestId }, timeoutMs: 0, finish: async () => undefined };
}

const enter = (lanes: Lanes, requestId: string): Promise<LanePass> =>
  lanes.enter(requestOf(requestId));

/** Sends a number, and hears what became of it. */
async function send(
  lanes: Lanes,
  requestId: string,
  number: bigint,
  outcome?: 'spent' | 'given-back',
): Promise<void> {
  const pass = await enter(lanes, requestId);
  await pass.take([number]);
  await pass.commit();
  await pass.leave('spent');
  if (outcome) await lanes.settle(ACCOUNT, number, outcome);
}

/** The number that the next request is given, by a node that calls `next` next. */
async function nextOf(lanes: Lanes, next: bigint): Promise<bigint | undefined> {
  const pass = await enter(lanes, `probe ${next}`);
  const number = await pass.reserve(next);
  await pass.leave('given-back');
  return number;
}

function lanesIn(store: Store, clock: ManualClock, inOrder: boolean): Lanes {
  const kind = inOrder ? 'numbers' : 'tickets';
  return sharedLanes({ store, clock, random: systemRandom })(kind, { clock, inOrder });
}

const KINDS: [string, (clock: ManualClock, inOrder: boolean) => Lanes][] = [
  ['in memory', (clock, inOrder) => memoryLanes({ clock, inOrder })],
  ['in a store', (clock, inOrder) => lanesIn(memoryStore({ clock }), clock, inOrder)],
];

const replacing = (lanes: Lanes, requestId: string): Promise<LanePass> =>
  lanes.enter({ ...requestOf(`after ${requestId}`), replaces: { requestId } });

describe.each(KINDS)('what was sent, with lanes %s,', (_, newLanes) => {
  const clock = new ManualClock();
  let lanes: Lanes;
  beforeEach(() => {
    lanes = newLanes(clock, true);
  });

  test('is known to be spent, with all below, once the chain has the last of it', async () => {
    for (const number of [5n, 6n, 7n, 8n]) await send(lanes, `r${number}`, number);
    await lanes.settle(ACCOUNT, 8n, 'spent');
    // A node that is behind is not believed, however far.
    expect(await nextOf(lanes, 1n)).toBe(9n);
    expect(await nextOf(lanes, 8n)).toBe(9n);
    expect(await nextOf(lanes, 12n)).toBe(12n);
  });

  test('proves nothing of those below as long as only a node has said so', async () => {
    await send(lanes, 'r8', 8n);
    expect(await nextOf(lanes, 5n)).toBe(5n);
    await lanes.settle(ACCOUNT, 8n, 'given-back');
    expect(await nextOf(lanes, 8n)).toBe(8n);
  });

  test('stays spent, whatever is said of it later', async () => {
    await send(lanes, 'r5', 5n);
    await send(lanes, 'r6', 6n, 'spent');
    await lanes.settle(ACCOUNT, 6n, 'given-back');
    await lanes.settle(ACCOUNT, 5n, 'given-back');
    expect(await nextOf(lanes, 5n)).toBe(7n);
  });

  test('counts for ten minutes: no node is further behind, and a ledger may have begun anew', async () => {
    await send(lanes, 'r8', 8n, 'spent');
    await clock.pass(10 * MINUTES);
    expect(await nextOf(lanes, 2n)).toBe(9n);
    await clock.pass(1_000);
    expect(await nextOf(lanes, 2n)).toBe(2n);
  });

  test('is not given another number, though the lane has long forgotten its request', async () => {
    for (const number of [5n, 6n, 7n, 8n]) await send(lanes, `r${number}`, number, 'spent');
    const pass = await enter(lanes, 'r5');
    expect(await rejectionOf(pass.reserve(9n))).toMatchObject({ status: 'unknown' });
    await pass.detach();
    await clock.pass(10 * MINUTES + 1_000);
    expect(await (await enter(lanes, 'r5')).reserve(9n)).toBe(9n);
  });

  test('is given up to what replaces it, unless the chain has it', async () => {
    await send(lanes, 'r5', 5n);
    const replaced = async (requestId: string, number: bigint) => {
      const pass = await replacing(lanes, requestId);
      const taken = await pass.take([number]);
      await pass.leave('given-back');
      return taken;
    };
    expect(await replaced('r5', 5n)).toBe(5n);
    await send(lanes, 'r6', 6n);
    await send(lanes, 'r7', 7n, 'spent');
    expect(await replaced('r6', 6n)).toBeUndefined();
  });
});

/** Has a number signed, and leaves it unsent. */
async function hold(lanes: Lanes, requestId: string, number: bigint): Promise<void> {
  const pass = await enter(lanes, requestId);
  await pass.take([number]);
  await pass.commit();
  await pass.detach();
}

describe.each(KINDS)('what another is to replace, with lanes %s,', (_, newLanes) => {
  test.each([
    ['sent', 'given-back', send],
    ['sent', 'may-appear', send],
    ['sent', 'detached', send],
    ['signed', 'given-back', hold],
    ['signed', 'detached', hold],
  ] as const)('and is %s keeps its number where the other is %s', async (_, how, make) => {
    const lanes = newLanes(new ManualClock(), true);
    await make(lanes, 'r5', 5n);
    const pass = await replacing(lanes, 'r5');
    expect(await pass.take([5n])).toBe(5n);
    await (how === 'detached' ? pass.detach() : pass.leave(how));
    const next = await lanes.enter({ ...requestOf('r6'), replaces: { requestId: 'r5' } });
    expect(await next.take([5n])).toBe(5n);
    await next.leave('given-back');
    const other = await lanes.tryEnter(requestOf('other'));
    expect(await other?.take([5n])).toBeUndefined();
  });
});

test('what another is to replace keeps its number where the store gave it away and did not say so', async () => {
  const clock = new ManualClock();
  let isForgetful = false;
  const store = stubStore(memoryStore({ clock }), async (_, make) => {
    const answer = await make();
    if (isForgetful) throw new Error('the connection broke');
    return answer;
  });
  const lanes = lanesIn(store, clock, true);
  await send(lanes, 'r5', 5n);
  const pass = await replacing(lanes, 'r5');
  isForgetful = true;
  expect(await rejectionOf(pass.take([5n]))).toMatchObject({ code: 'STORE' });
  isForgetful = false;
  await pass.detach();
  expect(await nextOf(lanes, 5n)).toBe(6n);
});

describe.each(KINDS)('a Ticket, with lanes %s,', (_, newLanes) => {
  const clock = new ManualClock();

  test('that is spent is not taken again, though a node still lists it; those below are', async () => {
    const lanes = newLanes(clock, false);
    await send(lanes, 'r8', 8n, 'spent');
    await send(lanes, 'r9', 9n, 'spent');
    const pass = await enter(lanes, 'next');
    expect(await pass.take([8n, 9n])).toBeUndefined();
    expect(await pass.take([8n, 9n, 12n])).toBe(12n);
    expect(await pass.take([5n, 8n, 9n])).toBe(5n);
    await pass.leave('given-back');
    const again = await enter(lanes, 'r8');
    expect(await rejectionOf(again.take([5n]))).toMatchObject({ status: 'unknown' });
  });
});

describe('the text of a lane in a store', () => {
  let world: FakeWorld;
  let store: Store;
  beforeEach(() => {
    world = new FakeWorld();
    store = memoryStore({ clock: world.time.clock });
  });
  afterEach(() => world.end());

  /** The longest that it was. */
  function watched() {
    const seen = { longest: 0 };
    const watching: Store = {
      ...store,
      async compareAndSet(key, expected, value, ttlMs) {
        if (key.includes('/fake:')) seen.longest = Math.max(seen.longest, value.length);
        return store.compareAndSet(key, expected, value, ttlMs);
      },
    };
    return { seen, watching };
  }

  test.each([
    ['numbers', { mode: 'pipeline', depth: 4 }, 100],
    ['Tickets', { mode: 'tickets', count: 20 }, 80],
  ] as const)('of %s does not grow with what is sent', async (_, mode, count) => {
    const longestOf = async (transfers: number) => {
      const { seen, watching } = watched();
      const gateway = world.another({ lanes: { ...mode, store: watching } });
      for (let left = transfers; left > 0; left -= 4) {
        const four = Array.from({ length: 4 }, () => world.pay({}, '1', gateway));
        await world.run(Promise.all(four));
      }
      return seen.longest;
    };
    const few = await longestOf(20);
    expect(await longestOf(count)).toBeLessThan(few * 1.5);
    expect(few).toBeLessThan(6_000);
  });
});

describe('a lane of which no caller waits for an end', () => {
  let world: FakeWorld;
  beforeEach(() => {
    world = new FakeWorld();
  });
  afterEach(() => world.end());

  test('has one looked up now and then, and so hears of all before it', async () => {
    const store = memoryStore({ clock: world.time.clock });
    const signer = world.newSigner();
    const gateway = world.another({ signer, lanes: { store } });
    const sent = async () => {
      const text = await store.get(`lanes/1/numbers/fake:1/${world.address}`);
      return JSON.parse(text ?? '').spent.length;
    };
    let most = 0;
    for (let call = 0; call < 120; call++) {
      const options = { confirmTimeoutMs: 0 };
      expect(await rejectionOf(world.run(world.pay(options, '1', gateway)))).toMatchObject({
        status: 'pending',
      });
      await world.time.pass(400);
      most = Math.max(most, await sent());
    }
    // As many as may be unheard of, and those of the seconds between two looks.
    expect(most).toBeLessThan(80);
    expect(signer.calls.filter((what) => what === 'find').length).toBeLessThanOrEqual(20);
    await world.run(world.pay({}, '1', gateway));
    expect(await sent()).toBe(1);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(121);
  });

  test('leaves what is still on its way as it was', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 4 } });
    world.ledger.pauseClosing();
    for (let call = 0; call < 45; call++) {
      await rejectionOf(world.run(world.pay({ confirmTimeoutMs: 0 }, '1', gateway)));
      await world.time.pass(400);
    }
    world.ledger.resumeClosing();
    await world.run(world.pay({}, '1', gateway));
    expect(world.ledger.numbersOf(world.address)).toHaveLength(46);
  });
});

describe('a lane', () => {
  const clock = new ManualClock();
  const spending: Spending = { inOrder: true, ageOf: (mark) => clock.monotonic() - mark };
  const sentAt = (number: bigint, ageMs: number, final = false): Spent => {
    const holder = { requestId: `r${number}` };
    return { number, holder, at: clock.monotonic() - ageMs, final };
  };
  const laneOf = (...spent: Spent[]): LaneState => ({ ...emptyLane(5), spent });
  const settle = (lane: LaneState, number: bigint) => {
    const marks = sparedBy(lane, number, spending).flatMap((one) => marksOf(one, spending));
    return settled(lane, number, 'spent', spending, new Set(marks)).spent;
  };

  test('keeps of what is spent the last, and for as long as whatever it stands for', () => {
    const lane = laneOf(sentAt(5n, 1_000), sentAt(6n, 9 * MINUTES), sentAt(7n, 2_000));
    expect(settle(lane, 6n)).toEqual([sentAt(6n, 1_000, true), sentAt(7n, 2_000)]);
  });

  test('names one to be looked up once too many have no end that anybody heard of', () => {
    const many = (count: number, more: Partial<Spent> = {}) =>
      Array.from({ length: count }, (_, at) => {
        const holder = { requestId: `r${at}`, custodyId: `c${at}` };
        return { ...sentAt(BigInt(at), 6_000), holder, ...more };
      }).reverse();
    expect(unheardOf(laneOf(...many(30)), spending)).toBeUndefined();
    const holder = { requestId: 'r4', custodyId: 'c4', numbers: [4n] };
    expect(unheardOf(laneOf(...many(35)), spending)).toEqual(holder);
    expect(unheardOf(laneOf(...many(35, { final: true })), spending)).toBeUndefined();
    expect(unheardOf(laneOf(...many(35, { at: clock.monotonic() })), spending)).toBeUndefined();
    expect(
      unheardOf(laneOf(...many(35, { holder: { requestId: 'r' } })), spending),
    ).toBeUndefined();
    expect(unheardOf(laneOf(...many(35)), { ...spending, inOrder: false })).toBeUndefined();
  });

  test('looks nothing up that has its place', () => {
    const caller = { process: 'a', call: 1 };
    const holder = { requestId: 'r', numbers: [5n] };
    const held = [{ holder, committed: true, isOver: false, workers: [] }];
    const lane = { ...laneOf(sentAt(5n, 0)), held };
    expect(reopened(lane, holder, caller, spending)).toEqual({ lane, result: undefined });
    const { result } = reopened({ ...lane, held: [] }, holder, caller, spending);
    expect(result).toMatchObject({ requestId: 'r', ...caller });
  });

  test('knows that it is spent for good also when it was sent once more', () => {
    const lane = withSpent(laneOf(sentAt(6n, 1_000, true)), { requestId: 'r6' }, [6n], 7);
    expect(lane.spent).toEqual([{ ...sentAt(6n, 0, true), at: 7 }]);
  });

  test('takes a spent Ticket for a proof of nothing, also as long as it keeps it', () => {
    const spent = [sentAt(8n, 0, true)];
    expect(lowestOf(spent, { ...spending, inOrder: false })).toBe(0n);
    expect(lowestOf(spent, spending)).toBe(9n);
  });

  test('forgets nothing that is remembered nowhere else, but knows that it is spent', () => {
    const lane = laneOf(sentAt(5n, 0), sentAt(6n, 0));
    expect(settled(lane, 6n, 'spent', spending, new Set()).spent).toEqual([
      sentAt(5n, 0, true),
      sentAt(6n, 0, true),
    ]);
  });

  test('keeps what a request has sent that has its place: its other calls are to have all of it', () => {
    const holder = { requestId: 'r5', numbers: [8n] };
    const held = [{ holder, committed: true, isOver: false, workers: [] }];
    const lane = { ...laneOf(sentAt(5n, 0), sentAt(6n, 0)), held };
    expect(settle(lane, 6n)).toEqual([sentAt(5n, 0, true), sentAt(6n, 0, true)]);
  });

  test('has no place for what a node that is behind calls unspent, unless a part of it is', () => {
    const lane = laneOf(sentAt(6n, 0, true));
    expect(acknowledged(lane, [{ requestId: 'r', numbers: [5n] }], spending)).toEqual(lane);
    const batch = { requestId: 'r', numbers: [6n, 7n] };
    const { held, spent } = acknowledged(lane, [batch], spending);
    expect(held.map(({ holder }) => holder)).toEqual([batch]);
    expect(spent).toEqual(lane.spent);
  });

  test('keeps what it could not put aside, and puts it aside with the next', async () => {
    const store = memoryStore({ clock });
    let isWell = false;
    const altered = stubStore(store, async ({ key }, make) => {
      if (key.includes('/sent/') && !isWell) throw new Error('down');
      return make();
    });
    const lanes = sharedLanes({ store: altered, clock, random: systemRandom })('numbers', {
      clock,
    });
    const text = async () => (await store.get(`lanes/1/numbers/${ACCOUNT}`)) ?? '';
    const sendWell = async (requestId: string, number: bigint) => {
      isWell = true;
      const pass = await enter(lanes, requestId);
      await pass.take([number]);
      await pass.commit();
      isWell = false;
      await pass.leave('spent');
      await lanes.settle(ACCOUNT, number, 'spent');
    };
    for (const number of [5n, 6n, 7n]) await sendWell(`r${number}`, number);
    expect(JSON.parse(await text()).spent).toHaveLength(3);
    isWell = true;
    await send(lanes, 'r8', 8n, 'spent');
    expect(JSON.parse(await text()).spent).toHaveLength(1);
    expect(await rejectionOf((await enter(lanes, 'r5')).reserve(9n))).toMatchObject({
      status: 'unknown',
    });
  });
});
