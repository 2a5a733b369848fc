import { afterEach, expect, test } from 'vitest';
import { BatchIncompleteError, TransactionReplacedError } from '../../src/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World;
afterEach(() => world.stop());

const waiting = () =>
  world.sandbox.custody.transactions.filter(({ status }) => status === 'PENDING_AUTHORIZATION');

/** What two processes make at the same moment; a person approves what came second first. */
async function madeTwice<T>(make: (gateway: XrplGateway, key: string, to: string) => Promise<T>) {
  world = await newWorld({ approvals: 'manual' });
  const { custody } = world.sandbox;
  const to = custody.addressOf('1', 'XRP_TEST');
  const ends = Promise.allSettled([make(world.another(), 'a', to), make(world.another(), 'b', to)]);
  await expect.poll(() => waiting().length).toBe(2);
  const [first, second] = waiting();
  custody.approve(second?.id ?? '');
  custody.approve(first?.id ?? '');
  return ends;
}

const reasonsOf = (ends: readonly PromiseSettledResult<unknown>[]) =>
  ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));

test('the same payment of two processes lands once, and is one key’s, whichever is approved first', async () => {
  const ends = await madeTwice((gateway, idempotencyKey, destination) => {
    const options = { native: false, idempotencyKey };
    return gateway.xrpTransfer('0', { destination, amount: '5' }, options);
  });
  expect(reasonsOf(ends)).toEqual([expect.any(TransactionReplacedError)]);
  const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
  expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
});

test('so does the same batch', async () => {
  const ends = await madeTwice((gateway, idempotencyKey, to) => {
    const payment = { TransactionType: 'Payment', Destination: to, Amount: '5' };
    return gateway.submitBatch('0', [payment, payment], { idempotencyKey });
  });
  expect(reasonsOf(ends)).toEqual([expect.any(BatchIncompleteError)]);
  const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
  expect(sequencesOf(world.sandbox, address)).toHaveLength(2);
});
