import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { SignatureRejectedError } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import type { PayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubStore } from '../support/stub-store.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** A gateway whose store takes long for the one write that says that a request is about to be made. */
function slowToCommit(requestId: RegExp) {
  const store = memoryStore({ clock: world.time.clock });
  let begin: () => void = () => undefined;
  let end: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isDone = false;
  const slow = {
    ...stubStore(store, (_, make) => make()),
    async compareAndSet(...[key, before, value, ttlMs]: Parameters<typeof store.compareAndSet>) {
      const commits = requestId.test(value) && /"committedAt"/.test(value);
      if (commits && !isDone) {
        isDone = true;
        begin();
        await ended;
      }
      return store.compareAndSet(key, before, value, ttlMs);
    },
  };
  return { gateway: world.another({ lanes: { store: slow } }), begun, end };
}

describe('while the lane is told that the signer is about to be asked', () => {
  test.each([false, true])('a key is cancelled, and not asked for (native: %s)', async (native) => {
    const { gateway, begun, end } = slowToCommit(/-2"/);
    const pay = (options: PayOptions) => world.pay(options, '1', gateway);
    world.custody.decide = () => 'reject';
    await rejectionOf(world.run(pay({ idempotencyKey: 'k' })));
    world.custody.decide = () => 'approve';
    const scenario = async () => {
      const call = rejectionOf(pay({ idempotencyKey: 'k', newAttempt: 2, native }));
      await begun;
      await gateway.cancel('0', 'k');
      end();
      expect(await call).toBeInstanceOf(SignatureRejectedError);
      // The number is free, and nothing comes late.
      await pay({ idempotencyKey: 'other' });
    };
    await world.run(scenario());
    expect(world.custody.requests).toHaveLength(2);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
  });

  test('an aborted call asks for nothing, and blocks nothing', async () => {
    const { gateway, begun, end } = slowToCommit(/"requestId"/);
    const aborting = new AbortController();
    const scenario = async () => {
      const options = { idempotencyKey: 'k', signal: aborting.signal };
      const call = rejectionOf(world.pay(options, '1', gateway));
      await begun;
      aborting.abort();
      end();
      expect(await call).toBeInstanceOf(AbortedError);
      expect(world.custody.requests).toHaveLength(0);
      await world.pay({ idempotencyKey: 'other', laneTimeoutMs: 1_000 }, '1', gateway);
    };
    await world.run(scenario());
    expect(world.custody.requests).toHaveLength(1);
  });
});
