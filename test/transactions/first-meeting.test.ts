import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListingOptions } from '../../src/signer/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
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
