import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/store/index.js';
import {
  AccountBusyError,
  TransactionBlockedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { PayOptions } from '../support/fake-chain/gateway.js';
import { dropped, type Fault, saying } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const DONE = { kind: 'chain', result: { result: 'DONE' } };
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const pay = (idempotencyKey: string, options: PayOptions = {}, gateway = world.gateway) =>
  world.run(world.pay({ idempotencyKey, ...options }, '1', gateway));
const numbers = () => world.ledger.numbersOf(world.address);
const submits = () => world.node.asked.filter((question) => question === 'submit').length;

/** The node answers so until the world is cured. */
function blockedBy(verdict: 'BLOCKED' | 'NOT_YET') {
  let isCured = false;
  const fault: Fault<'submit'> = (ask) => (isCured ? ask() : submissionOf(verdict));
  world.node.inject('submit', fault, { times: 1_000 });
  return () => {
    isCured = true;
  };
}

const busyBehind = (idempotencyKey: string) => ({
  details: { resultCode: 'BLOCKED', holder: { idempotencyKey } },
  cause: { resultCode: 'BLOCKED' },
});

describe('what can’t land before something else has changed', () => {
  test('is pending with the node’s code and what cures it, after one try', async () => {
    blockedBy('BLOCKED');
    const startedAt = world.time.clock.monotonic();
    const error = await rejectionOf(pay('first'));
    expect(error).toBeInstanceOf(TransactionBlockedError);
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'pending',
      retryable: true,
      resultCode: 'BLOCKED',
      cure: 'somebody has done something',
      details: { status: 'pending', resultCode: 'BLOCKED', cure: 'somebody has done something' },
      transaction: { idempotencyKey: 'first', hash: HASH },
    });
    expect(submits()).toBe(1);
    expect(world.time.clock.monotonic() - startedAt).toBeLessThan(1_000);
  });

  test('is sent again for as long as that may come by itself', async () => {
    const cure = blockedBy('NOT_YET');
    const call = pay('first');
    await expect(rejectionOf(call)).resolves.toBeInstanceOf(TransactionBlockedError);
    expect(submits()).toBeGreaterThan(3);
    cure();
    await expect(pay('first')).resolves.toMatchObject(DONE);
  });

  test('lands if that comes in time', async () => {
    world.node.inject('submit', saying('NOT_YET'), { times: 2 });
    await expect(pay('first')).resolves.toMatchObject(DONE);
    expect(submits()).toBe(3);
  });

  test('is unknown where nothing certain can be said of it', async () => {
    blockedBy('BLOCKED');
    for (const question of ['transaction', 'account', 'spender'] as const) {
      world.node.inject(question, dropped, { skip: question === 'account' ? 1 : 0, times: 1_000 });
    }
    const error = await rejectionOf(pay('first', { confirmTimeoutMs: 1_000 }));
    expect(error).toMatchObject({ status: 'unknown', resultCode: 'BLOCKED' });
  });

  test('may have landed all the same, whoever sent it', async () => {
    world.node.inject('submit', (ask) => {
      ask();
      return submissionOf('NOT_YET');
    });
    await expect(pay('first')).resolves.toMatchObject(DONE);
    expect(numbers()).toEqual([1]);
  });

  test('is not refused by what a node answers later', async () => {
    world.node.inject('submit', saying('NOT_YET'));
    world.node.inject('submit', saying('MALFORMED'));
    const error = await rejectionOf(pay('first'));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
  });

  test('keeps its number: who comes next hears of it at once, and nobody is asked', async () => {
    blockedBy('BLOCKED');
    await rejectionOf(pay('first'));
    const startedAt = world.time.clock.monotonic();
    const error = await rejectionOf(pay('second'));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject(busyBehind('first'));
    expect(world.time.clock.monotonic() - startedAt).toBeLessThan(1_000);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('so does who waits already, as soon as it is known', async () => {
    blockedBy('NOT_YET');
    const ahead = rejectionOf(world.pay({ idempotencyKey: 'first' }));
    await world.until(() => world.custody.requests.length === 1);
    const behind = rejectionOf(world.pay({ idempotencyKey: 'second' }));
    const [first, second] = await world.run(Promise.all([ahead, behind]));
    expect(first).toBeInstanceOf(TransactionBlockedError);
    expect(second).toBeInstanceOf(AccountBusyError);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('so does another process', async () => {
    blockedBy('BLOCKED');
    await rejectionOf(pay('first'));
    const error = await rejectionOf(pay('second', {}, world.another()));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject(busyBehind('first'));
    expect(world.custody.requests).toHaveLength(1);
  });

  test('so does a replica that shares the lane', async () => {
    const lanes = { store: memoryStore() };
    const [one, other] = [world.another({ lanes }), world.another({ lanes })];
    blockedBy('BLOCKED');
    await rejectionOf(pay('first', {}, one));
    const error = await rejectionOf(pay('second', {}, other));
    expect(error).toMatchObject(busyBehind('first'));
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is sent first by who comes when it is cured', async () => {
    const cure = blockedBy('BLOCKED');
    await rejectionOf(pay('first'));
    await rejectionOf(pay('second'));
    cure();
    await expect(pay('third')).resolves.toMatchObject(DONE);
    await expect(pay('first')).resolves.toMatchObject(DONE);
    await expect(pay('second')).resolves.toMatchObject(DONE);
    expect(numbers()).toEqual([1, 2, 3]);
    expect(world.custody.requests).toHaveLength(3);
  });

  test('is given up by cancel, which spends its number', async () => {
    const cure = blockedBy('BLOCKED');
    await rejectionOf(pay('first'));
    cure();
    await world.run(world.gateway.cancel('0', 'first'));
    await expect(pay('second')).resolves.toMatchObject(DONE);
    expect(await rejectionOf(pay('first'))).toBeInstanceOf(TransactionReplacedError);
    expect(numbers()).toEqual([1, 2]);
  });

  test('keeps in a pipeline those behind it from being asked for', async () => {
    world.gateway = world.another({ lanes: { mode: 'pipeline', depth: 5 } });
    await pay('warm');
    blockedBy('BLOCKED');
    await rejectionOf(pay('first'));
    for (const key of ['second', 'third', 'fourth']) {
      const error = await rejectionOf(pay(key));
      expect(error).toBeInstanceOf(AccountBusyError);
      expect(error).toMatchObject(busyBehind('first'));
    }
    expect(world.custody.requests).toHaveLength(2);
  });

  test('and those that are signed from waiting for it', async () => {
    const approvals = [0, 5_000];
    world.custody.decide = () => ({ decision: 'approve', afterMs: approvals.shift() ?? 0 });
    world.gateway = world.another({ lanes: { mode: 'pipeline', depth: 5 } });
    blockedBy('NOT_YET');
    const ahead = rejectionOf(world.pay({ idempotencyKey: 'first' }));
    await world.until(() => world.custody.requests.length === 1);
    const behind = rejectionOf(world.pay({ idempotencyKey: 'second' }));
    const [first, second] = await world.run(Promise.all([ahead, behind]));
    expect(first).toBeInstanceOf(TransactionBlockedError);
    expect(second).toBeInstanceOf(AccountBusyError);
    expect(second).toMatchObject({ transaction: { idempotencyKey: 'second', hash: HASH } });
  });

  test('keeps nobody waiting who spends a Ticket', async () => {
    world.gateway = world.another({ lanes: { mode: 'tickets' } });
    await pay('warm');
    world.node.inject('submit', saying('BLOCKED'));
    const error = await rejectionOf(pay('first'));
    expect(error).toBeInstanceOf(TransactionBlockedError);
    await expect(pay('second')).resolves.toMatchObject(DONE);
    await expect(pay('first')).resolves.toMatchObject(DONE);
  });

  test('leaves the rest of a batch unsent', async () => {
    const pays = [1, 2, 3].map(() => {
      return { type: 'pay', to: world.custody.addressOf('1'), amount: '7' } as const;
    });
    world.node.inject('submit', saying('BLOCKED'), { skip: 1 });
    const options = { idempotencyKey: 'batch' };
    const error = await rejectionOf(world.run(world.gateway.batch('0', pays, options)));
    expect(error).toMatchObject({
      code: 'BATCH_INCOMPLETE',
      members: [{ number: '1' }, { number: '2', state: 'pending' }, { state: 'not-sent' }],
      cause: { resultCode: 'BLOCKED' },
    });
    await world.run(world.gateway.batch('0', pays, options));
    expect(numbers()).toEqual([1, 2, 3]);
  });
});

test('what waits for another of the account’s is pending with the code, and keeps nobody waiting', async () => {
  const inWords: Fault<'submit'> = (ask) => {
    const answer = ask();
    return answer.code === 'HELD' ? submissionOf('GAP') : answer;
  };
  world.node.inject('submit', inWords, { times: 1_000 });
  const startedAt = world.time.clock.monotonic();
  const error = await rejectionOf(pay('first', { number: 2n }));
  expect(world.time.clock.monotonic() - startedAt).toBeLessThan(20_000);
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  expect(error).not.toBeInstanceOf(TransactionBlockedError);
  expect(error).toMatchObject({
    status: 'pending',
    details: { resultCode: 'GAP', cure: 'somebody has done something' },
  });
  await expect(pay('second')).resolves.toMatchObject(DONE);
  await expect(pay('first', { number: 2n })).resolves.toMatchObject(DONE);
  expect(numbers()).toEqual([1, 2]);
});

test('a number that the caller chose is not signed under a second key, while another process’s request has it', async () => {
  const full = world.crowded();
  const stuck = { idempotencyKey: 'stuck', number: 1n, confirmTimeoutMs: 50 };
  await rejectionOf(world.run(world.pay(stuck, '1', full)));
  // The second call's process has not heard of the first: the signer's list shows it.
  const second = () => pay('second', { number: 1n }, world.another({}));
  const error = await rejectionOf(second());
  expect(error).toBeInstanceOf(AccountBusyError);
  expect(error).toMatchObject({ details: { holder: { idempotencyKey: 'stuck' } } });
  await expect(pay('stuck', { number: 1n })).resolves.toMatchObject(DONE);
  expect(await rejectionOf(second())).toMatchObject({ details: { status: 'unknown' } });
  expect(world.custody.requests).toHaveLength(1);
  expect(numbers()).toEqual([1]);
});
