import { afterEach, beforeEach, expect, test } from 'vitest';
import { AlreadyRequestedError, TransactionReplacedError } from '../../src/index.js';
import { rejectionOf } from '../support/rejections.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

let world: AptosWorld;
beforeEach(async () => {
  world = await newAptosWorld({ approvals: 'manual' });
});
afterEach(() => world.stop());

const waiting = () =>
  world.sandbox.custody.transactions.filter(({ status }) => status === 'PENDING_AUTHORIZATION');

test('the same payment of two processes lands once, and is one key’s', async () => {
  const params = { recipientAddress: world.addresses[1], amount: 5 };
  const pay = (idempotencyKey: string) =>
    world.another().transferMove('0', params, { idempotencyKey });
  const ends = Promise.allSettled([pay('a'), pay('b')]);
  await expect.poll(() => waiting().length).toBe(2);
  for (const { id } of waiting().reverse()) world.sandbox.custody.approve(id);
  const reasons = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(reasons).toEqual([expect.any(TransactionReplacedError)]);
});

test('a transaction that was built elsewhere is refused to a second key, with the name of the first', async () => {
  // A transfer of 5 octas with number 0, which is over in 2096.
  const bcs = [
    world.addresses[0].slice(2),
    '0000000000000000',
    `02${'1'.padStart(64, '0')}`,
    '0d6170746f735f6163636f756e74',
    '087472616e73666572',
    `000220${world.addresses[1].slice(2)}`,
    '080500000000000000',
    'd007000000000000',
    '6400000000000000',
    '00286bee00000000',
    world.sandbox.aptos.chainId.toString(16).padStart(2, '0'),
  ].join('');
  const submit = (idempotencyKey: string) => world.another().submit('0', bcs, { idempotencyKey });
  const first = submit('a');
  await expect.poll(() => waiting().length).toBe(1);
  const [request] = waiting();
  const error = await rejectionOf(submit('b'));
  expect(error).toBeInstanceOf(AlreadyRequestedError);
  expect(error).toMatchObject({
    request: { requestId: request?.externalTxId, custodyId: request?.id },
    transaction: { idempotencyKey: 'b' },
  });
  expect(waiting()).toHaveLength(1);
  world.sandbox.custody.approve(request?.id ?? '');
  // Nobody knows of it whether another process asks for the same at this very moment.
  expect((await first).receipt).toMatchObject({ exclusive: false });
});
