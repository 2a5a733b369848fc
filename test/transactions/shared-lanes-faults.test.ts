import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError } from '../../src/core/errors.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { bentStore } from '../support/bent-store.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

const LEASE_MS = 30_000;

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

type Fault = 'refuses' | 'forgets to answer' | 'answers late' | 'is gone from here on';

/** A store of which one call goes wrong, or all from that one on. */
function faulty(store: Store, at: number, fault: Fault, reached: () => void): Store {
  return bentStore(store, async ({ index }, make) => {
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
  const bent = faulty(store, at, fault, () => {
    isReached = true;
  });
  const options = { idempotencyKey: 'first' };
  const failing = world.another({ lanes: { store: bent, leaseMs: LEASE_MS } });
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
