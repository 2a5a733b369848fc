import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError } from '../../src/core/errors.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubStore } from '../support/stub-store.js';

const LEASE_MS = 30_000;

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

type Fault = 'refuses' | 'forgets to answer' | 'answers late' | 'is gone from here on';

/** A store of which one call goes wrong, or all from that one on. */
function faulty(
  store: Store,
  at: number,
  fault: Fault,
  reached: () => void,
  isCounted = () => true,
): Store {
  let calls = 0;
  return stubStore(store, async (_, make) => {
    const index = isCounted() ? calls++ : -1;
    if (index < at || (index > at && fault !== 'is gone from here on')) return make();
    reached();
    // Later than anybody waits, which is a third of the lease.
    if (fault === 'answers late') await world.time.clock.sleep(LEASE_MS / 2);
    if (fault === 'answers late' || fault === 'forgets to answer') await make();
    throw new Error('redis://:hunter2@host');
  });
}

/** A transfer whose gateway's store goes wrong at one call; resolves with whether it came to that. */
async function payAt(at: number, fault: Fault): Promise<boolean> {
  world.end();
  world = new FakeWorld();
  const store = memoryStore();
  let isReached = false;
  const altered = faulty(store, at, fault, () => {
    isReached = true;
  });
  const options = { idempotencyKey: 'first' };
  const failing = world.another({ lanes: { store: altered, leaseMs: LEASE_MS } });
  const first = await world.run(world.pay(options, '20', failing)).catch((error: unknown) => error);
  if (first instanceof Error) {
    expect(first).toBeInstanceOf(GatewayError);
    expect(`${first} ${JSON.stringify(first)}`).not.toContain('hunter2');
  }
  // Another process has a store that is well, and is given the same key, and one of its own.
  const other = world.another({ lanes: { store, leaseMs: LEASE_MS } });
  const [again, own] = await world.run(
    Promise.all([world.pay(options, '20', other), world.pay({}, '20', other)]),
  );
  expect(again.receipt.hash).not.toBe(own.receipt.hash);
  if (!(first instanceof Error))
    expect(first).toMatchObject({ result: { hash: again.receipt.hash } });
  expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  return isReached;
}

describe('a store that goes wrong at any one call', () => {
  test.each<Fault>(['refuses', 'forgets to answer', 'answers late', 'is gone from here on'])(
    'and %s: each key pays once, and nobody waits for ever',
    async (fault) => {
      let reached = 0;
      while (await payAt(reached, fault)) reached++;
      // Fewer would mean that the store was hardly asked.
      expect(reached).toBeGreaterThanOrEqual(8);
    },
  );
});

/** The same where a call was left behind, whose work the next call does. */
async function finishAt(at: number, fault: Fault): Promise<boolean> {
  world.end();
  world = new FakeWorld({ decide: () => 'wait' });
  const store = memoryStore();
  const well = world.another({ lanes: { store, leaseMs: LEASE_MS } });
  const left = { idempotencyKey: 'left', signatureTimeoutMs: 50 };
  await rejectionOf(world.run(world.pay(left, '20', well)));
  let isOn = false;
  let isReached = false;
  const reached = () => {
    isReached = true;
  };
  const altered = faulty(store, at, fault, reached, () => isOn);
  const failing = world.another({ lanes: { store: altered, leaseMs: LEASE_MS } });
  // Another account's call has the process stay where it is: no end of its lease frees what it holds.
  const staying = failing.execute('1', { type: 'label', text: 'stays' }).catch(() => undefined);
  await world.until(() => world.custody.waiting.length === 2);
  isOn = true;
  world.custody.decide = () => 'approve';
  const [abandoned, stayed] = world.custody.waiting;
  world.custody.approve(abandoned);
  const next = { idempotencyKey: 'next', laneTimeoutMs: 4 * LEASE_MS };
  await world.run(world.pay(next, '20', failing)).catch(() => undefined);
  await world.run(world.pay(next, '20', well));
  await world.run(well.resume('0', 'left'));
  expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  world.custody.approve(stayed);
  await world.run(staying);
  expect(world.custody.requests).toHaveLength(3);
  return isReached;
}

describe('a store that goes wrong for a caller who finishes what another left', () => {
  test.each<Fault>(['refuses', 'forgets to answer', 'answers late'])(
    'and %s: both are paid once, and no call waits for ever',
    async (fault) => {
      let reached = 0;
      while (await finishAt(reached, fault)) reached++;
      expect(reached).toBeGreaterThanOrEqual(12);
    },
  );
});

test('a store that cannot be asked has nothing signed', async () => {
  const store = faulty(memoryStore(), 0, 'is gone from here on', () => undefined);
  const gateway = world.another({ lanes: { store, leaseMs: LEASE_MS } });
  const payment = { type: 'pay', to: world.custody.addressOf('1'), amount: '1' } as const;
  for (const call of [
    () => world.pay({}, '1', gateway),
    () => world.pay({ native: true }, '1', gateway),
    () => world.pay({ useTickets: true }, '1', gateway),
    () => gateway.batch('0', [payment, payment]),
  ]) {
    expect(await rejectionOf(world.run(call()))).toMatchObject({ code: 'STORE' });
  }
  expect(world.custody.requests).toEqual([]);
});
