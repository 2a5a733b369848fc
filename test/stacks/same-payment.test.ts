import { afterEach, beforeEach, expect, test } from 'vitest';
import { AlreadyRequestedError, TransactionReplacedError } from '../../src/index.js';
import type { StacksTransactionOptions } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/rejections.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld({ approvals: 'manual' });
});
afterEach(() => world.stop());

const waiting = () =>
  world.sandbox.custody.transactions.filter(({ status }) => status === 'PENDING_AUTHORIZATION');

function pay(idempotencyKey: string, options: StacksTransactionOptions = {}) {
  const own = { idempotencyKey, ...options };
  return world.another().createNativeTransaction('0', world.addresses[1], 1, own);
}

test('the same payment of two processes lands once, and is one key’s', async () => {
  const ends = Promise.allSettled([pay('a'), pay('b')]);
  await expect.poll(() => waiting().length).toBe(2);
  for (const { id } of waiting().reverse()) world.sandbox.custody.approve(id);
  const states = (await ends).map(({ status }) => status);
  expect(states.sort()).toEqual(['fulfilled', 'rejected']);
  // A mempool may have refused the other for the moment. Now its number is spent.
  const again = await Promise.allSettled([pay('a'), pay('b')]);
  const reasons = again.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(reasons).toEqual([expect.any(TransactionReplacedError)]);
});

test('one whose fee the caller has settled is refused to a second key, with the name of the first', async () => {
  const first = pay('a', { fee: '500 microSTX' });
  await expect.poll(() => waiting().length).toBe(1);
  const [request] = waiting();
  // A process that has not met the account would wait behind the first, unless the nonce is its own choice.
  const error = await rejectionOf(pay('b', { fee: '500 microSTX', nonce: 0 }));
  expect(error).toBeInstanceOf(AlreadyRequestedError);
  expect(error).toMatchObject({
    request: { requestId: request?.externalTxId, custodyId: request?.id },
  });
  expect(waiting()).toHaveLength(1);
  world.sandbox.custody.approve(request?.id ?? '');
  expect((await first).receipt).toMatchObject({ exclusive: false });
});
