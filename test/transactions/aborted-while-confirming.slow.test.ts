import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { BatchIncompleteError, type TransactionEvent } from '../../src/transactions/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** A ledger closes every four seconds. */
const DELAYS = Array.from({ length: 16 }, (_, index) => index * 230 + 1);

/** Options of a call that is aborted so long after its first transaction was submitted. */
function abortedAfter(ms: number) {
  const controller = new AbortController();
  const onEvent = ({ type }: TransactionEvent) => {
    if (type === 'submitted') setTimeout(() => controller.abort(), ms);
  };
  return { idempotencyKey: 'aborted', signal: controller.signal, onEvent };
}

describe('a call that is aborted while its transaction is being confirmed', () => {
  test.each(DELAYS)('says which transaction it is: after %i ms', async (ms) => {
    const error = await rejectionOf(world.run(world.pay(abortedAfter(ms))));
    expect(error).toBeInstanceOf(AbortedError);
    const hash = world.told('submitted')[0]?.hash;
    expect(hash).toBeDefined();
    expect(error).toMatchObject({
      transaction: { idempotencyKey: 'aborted', attempt: 1, custodyId: expect.any(String), hash },
    });
  });

  test.each(DELAYS)('says which transactions they are: of a batch, after %i ms', async (ms) => {
    const to = world.custody.addressOf('1');
    const inputs = ['5', '6', '7'].map((amount) => ({ type: 'pay', to, amount }) as const);
    const call = world.gateway.batch('0', inputs, abortedAfter(ms));
    const error = await rejectionOf(world.run(call));
    expect(error).toBeInstanceOf(BatchIncompleteError);
    const member = { hash: expect.any(String) };
    expect(error).toMatchObject({ transaction: { attempt: 1 }, members: [member, member, member] });
  });
});
