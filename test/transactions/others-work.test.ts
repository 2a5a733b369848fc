import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import type { RawSigner } from '../../src/signer/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import type { LaneRequest } from '../../src/transactions/lanes/lanes.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import type { Decision } from '../support/fake-chain/custody.js';
import type { FakeRequest } from '../support/fake-chain/custody-request.js';
import { fullWhile } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

describe('laneTimeoutMs', () => {
  /** A lane that a gone caller's request holds, and somebody who does `work` of so many waits. */
  async function waitBehind(waits: number, timeoutMs: number) {
    const clock = new FakeClock(0);
    const lanes = memoryLanes({ clock });
    const told: number[] = [];
    const requestOf = (requestId: string): LaneRequest => ({
      account: 'xrpl:1/r',
      holder: { requestId },
      timeoutMs,
      finish: async (_, __, options) => {
        const deadline = clock.now() + options.timeoutMs;
        told.push(options.timeoutMs);
        for (let wait = 0; wait < waits; wait++) {
          await clock.sleep(Math.max(0, deadline - clock.now()) / 2);
        }
        throw new Error('not yet');
      },
    });
    const gone = await lanes.tryEnter(requestOf('gone'));
    await gone?.commit();
    await gone?.detach();
    const error = await rejectionOf(lanes.enter(requestOf('waiting')));
    return { clock, told, error };
  }

  test.each([
    [0, 1_000],
    [1, 1_000],
    [3, 1_000],
    [3, 60_000],
    [20, 60_000],
  ])('bounds all the work that is done for others (%i waits, %i ms)', async (waits, timeoutMs) => {
    const { clock, told, error } = await waitBehind(waits, timeoutMs);
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      details: { holder: { requestId: 'gone' } },
      cause: { message: 'not yet' },
    });
    expect(clock.now()).toBeLessThanOrEqual(timeoutMs);
    for (const given of told) expect(given).toBeLessThanOrEqual(timeoutMs);
  });
});

test('work that outlasts the wait for it is the last that is begun', async () => {
  const clock = new FakeClock(0);
  const lanes = memoryLanes({ clock, width: 2 });
  const begun: string[] = [];
  const requestOf = (requestId: string): LaneRequest => ({
    account: 'xrpl:1/r',
    holder: { requestId },
    timeoutMs: 5_000,
    finish: async (holder, _, { timeoutMs }) => {
      begun.push(holder.requestId);
      await clock.sleep(timeoutMs + 1);
    },
  });
  for (const requestId of ['first', 'second']) {
    const gone = await lanes.tryEnter(requestOf(requestId));
    await gone?.commit();
    await gone?.detach();
  }
  expect(await rejectionOf(lanes.enter(requestOf('waiting')))).toBeInstanceOf(AccountBusyError);
  expect(begun).toEqual(['first']);
});

describe('the work of a caller that is gone', () => {
  let world: FakeWorld;

  beforeEach(() => {
    world = new FakeWorld({ decide: () => 'wait' });
  });
  afterEach(() => world.end());

  const leave = () =>
    rejectionOf(world.run(world.pay({ idempotencyKey: 'gone', signatureTimeoutMs: 50 })));

  test('is left as soon as whoever does it is called away, and done by the next', async () => {
    await leave();
    const request = world.custody.latest;
    const signer = world.newSigner();
    const gateway = world.another({ signer });
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = rejectionOf(world.pay({ idempotencyKey: 'leaver', signal }, '1', gateway));
    // By then it waits for the signature of the other.
    await world.until(() => signer.calls.filter((call) => call === 'look').length > 3);
    controller.abort();
    const error = await world.run(waiting);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'leaver' } });
    // Nothing of the other's was cancelled by that.
    expect(request.status).toBe('PENDING_AUTHORIZATION');
    world.custody.decide = () => 'approve';
    const last = world.pay({ idempotencyKey: 'last' });
    world.custody.approve(request);
    await world.run(last);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(2);
    expect(world.custody.requests).toHaveLength(2);
  });

  test('is done only as far as there is no room for the next', async () => {
    let behind: readonly FakeRequest[] = [];
    const decisions: readonly Decision[] = [
      { decision: 'approve', afterMs: 10_000 },
      { decision: 'approve', afterMs: 300_000 },
    ];
    world.custody.decide = () => {
      const decision = decisions[world.custody.requests.length - 1];
      if (!decision) behind = world.custody.waiting.slice(0, -1);
      return decision ?? 'approve';
    };
    world.gateway = world.another({ lanes: { mode: 'pipeline', depth: 2 } });
    for (const idempotencyKey of ['soon', 'late']) {
      await rejectionOf(world.run(world.pay({ idempotencyKey, signatureTimeoutMs: 50 })));
    }
    await world.run(world.pay({ idempotencyKey: 'next' }));
    // When the third was asked for, no one had waited for the second.
    expect(behind).toEqual([world.custody.requests[1]]);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
  });

  test('is not done where its note does not go with its id', async () => {
    await leave();
    world.custody.approve();
    const { told } = world.custody;
    world.custody.told = ({ note, ...record }) => ({
      ...record,
      note: note?.replace(/gone\]$/, 'other]') ?? '',
    });
    const next = () => world.run(world.pay({ idempotencyKey: 'next', laneTimeoutMs: 300 }));
    const error = await rejectionOf(next());
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ cause: { code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' } });
    expect(world.node.asked).not.toContain('submit');
    world.custody.told = told;
    world.custody.decide = () => 'approve';
    await next();
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('is over where another process has done it meanwhile', async () => {
    await leave();
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(world.another().resume('0', 'gone'));
    const submits = () => world.node.asked.filter((question) => question === 'submit').length;
    expect(submits()).toBe(1);
    await world.run(world.pay({ idempotencyKey: 'next' }));
    expect(submits()).toBe(2);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('is not taken for gone, however long one custody’s answer lacks what it has shown', async () => {
    const inner = world.newSigner();
    let isForgetful = false;
    const find: RawSigner['find'] = async (...request) =>
      isForgetful ? undefined : inner.find(...request);
    world.gateway = world.another({ signer: stubSigner(inner, { find }) });
    await leave();
    await world.time.pass(3_600_000);
    isForgetful = true;
    const options = { idempotencyKey: 'next', laneTimeoutMs: 300 };
    const error = await rejectionOf(world.run(world.pay(options)));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ cause: { code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' } });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('that does not end in time is named, with what it waits for', async () => {
    await leave();
    const next = world.pay({ idempotencyKey: 'next', laneTimeoutMs: 300 });
    const error = await rejectionOf(world.run(next));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      details: { holder: { idempotencyKey: 'gone' } },
      transaction: { idempotencyKey: 'next' },
      cause: {
        code: 'SIGNATURE_PENDING',
        request: { custodyId: world.custody.latest.id },
      },
    });
  });
});

describe('what another process has asked for', () => {
  let world: FakeWorld;

  beforeEach(() => {
    world = new FakeWorld();
  });
  afterEach(() => world.end());

  /** A process that has met the account, and what another has asked for since. */
  async function metBefore(asked: Decision) {
    const met = world.another();
    await world.run(world.pay({ idempotencyKey: 'before' }, '1', met));
    world.custody.decide = () => asked;
    const options = { idempotencyKey: 'theirs', signatureTimeoutMs: 50, confirmTimeoutMs: 50 };
    const node = world.node.with(fullWhile(() => true));
    await rejectionOf(world.run(world.pay(options, '2', world.another({ node }))));
    return met;
  }

  test('has its number to itself as soon as it is resumed here, though nobody has signed it', async () => {
    const gateway = await metBefore('wait');
    const resumed = rejectionOf(gateway.resume('0', 'theirs', { signatureTimeoutMs: 60_000 }));
    await world.time.pass(1_000);
    const next = world.pay({ idempotencyKey: 'next', laneTimeoutMs: 1_000 }, '3', gateway);
    expect(await rejectionOf(world.run(next))).toBeInstanceOf(AccountBusyError);
    expect(world.custody.requests).toHaveLength(2);
    await world.run(resumed);
  });

  test('goes into the lane once it is to be sent, where it is signed', async () => {
    const gateway = await metBefore('approve');
    world.events.splice(0);
    await world.run(gateway.resume('0', 'theirs'));
    expect(world.events.map(({ type }) => type)).toEqual([
      'custody-status',
      'lane-entered',
      'turn-reached',
      'submitted',
      'final',
    ]);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });
});
