import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListingOptions } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

describe('a process that meets an account for the first time', () => {
  /** A gateway whose signer has so many requests, and what it was asked of them. */
  function withRequests(count: number) {
    const asked: (ListingOptions | undefined)[] = [];
    const signer = stubSigner(world.newSigner(), {
      async list(_, options) {
        asked.push(options);
        const { atMost = count, onCut } = options ?? {};
        if (atMost < count) onCut?.(atMost);
        return [];
      },
    });
    return { asked, gateway: world.another({ signer }) };
  }

  test('looks at the latest thousand requests, and says that there were more', async () => {
    const { asked, gateway } = withRequests(1_001);
    await world.run(world.pay({}, '1', gateway));
    await world.run(world.pay({}, '1', gateway));
    expect(asked).toMatchObject([{ atMost: 1_000 }]);
    expect(world.told('list-cut')).toMatchObject([{ lookedAt: 1_000, vaultAccountId: '0' }]);
    const types = world.events.map(({ type }) => type);
    expect(types.indexOf('list-cut')).toBeGreaterThan(types.indexOf('lane-entered'));
    expect(types.indexOf('list-cut')).toBeLessThan(types.indexOf('read'));
  });

  test('says nothing where it has seen them all', async () => {
    const { gateway } = withRequests(1_000);
    await world.run(world.pay({}, '1', gateway));
    expect(world.told('list-cut')).toEqual([]);
  });
});

describe('a process that has read an account, where another is found to be gone', () => {
  /** One in whose store a lane can be changed, as by a process beside it; and a request that it does not know. */
  async function withUnknown() {
    const store = memoryStore({ clock: world.time.clock });
    const node = world.node.with({});
    const gateway = world.another({ node, lanes: { store, mode: 'pipeline' } });
    await world.run(world.pay({}, '1', gateway));
    // Signed, and sent by nobody: its process has a store of its own, and a node that takes nothing.
    const unsent = { idempotencyKey: 'unsent', confirmTimeoutMs: 100 };
    await rejectionOf(world.run(world.pay(unsent, '2', world.crowded())));
    const lane = `lanes/1/numbers/fake:1/${world.address}`;
    const change = async (from: string, to: string) => {
      const before = await store.get(lane);
      if (!before?.includes(from)) throw new Error('It has no such lane.');
      await store.compareAndSet(lane, before, before.replace(from, to));
    };
    return { gateway, node, change };
  }

  async function paysBehind(gateway: FakeGateway) {
    await world.run(world.pay({}, '3', gateway));
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
    const done = world.custody.requests.filter(({ status }) => status === 'COMPLETED');
    expect(done).toHaveLength(3);
  }

  test('by itself reads its requests, and sends them first', async () => {
    const { gateway, change } = await withUnknown();
    const worker = { process: 'gone', call: 1, token: 1 };
    const held = { committed: false, isOver: false, workers: [worker] };
    await change(
      '"held":[',
      `"held":[${JSON.stringify({ holder: { requestId: 'its' }, ...held })}`,
    );
    await paysBehind(gateway);
  });

  test('by a third, after it has read, does the same', async () => {
    const { gateway, node, change } = await withUnknown();
    node.inject('account', async (ask) => {
      await change('"met":true', '"met":false');
      return ask();
    });
    await paysBehind(gateway);
  });
});
