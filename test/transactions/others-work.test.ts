import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError, AccountBusyError } from '../../src/index.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import type { LaneRequest } from '../../src/transactions/lanes.js';
import { memoryLanes } from '../../src/transactions/memory-lanes.js';
import { FakeClock } from '../support/fake-clock.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

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

describe('the work of a caller that is gone', () => {
  let world: World;
  let decision: ApprovalDecision;

  beforeEach(async () => {
    decision = 'wait';
    world = await newWorld({ approvals: () => decision });
  });
  afterEach(() => world.stop());

  const settings = (options: object) =>
    world.gateway.accountSet('0', { configs: { tickSize: 5 } }, options);

  test('is left as soon as whoever does it is called away, and done by the next', async () => {
    await rejectionOf(settings({ idempotencyKey: 'gone', signatureTimeoutMs: 50 }));
    const controller = new AbortController();
    const reads = () =>
      world.sandbox.custody.messages.filter(({ method }) => method === 'GET').length;
    const waiting = settings({ idempotencyKey: 'leaver', signal: controller.signal });
    const before = reads();
    // By now it waits for the signature of the other.
    await expect.poll(reads, { timeout: 10_000 }).toBeGreaterThan(before + 3);
    controller.abort();
    const error = await rejectionOf(waiting);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'leaver' } });
    // Nothing of the other's was cancelled by that.
    const [request] = world.sandbox.custody.transactions;
    expect(request?.status).toBe('PENDING_AUTHORIZATION');
    decision = 'approve';
    const last = settings({ idempotencyKey: 'last' });
    world.sandbox.custody.approve(request?.id ?? '');
    await last;
    expect(sequencesOf(world.sandbox, await world.gateway.getAddress('0'))).toHaveLength(2);
    expect(world.sandbox.custody.transactions).toHaveLength(2);
  });

  test('that does not end in time is named, with what it waits for', async () => {
    await rejectionOf(settings({ idempotencyKey: 'gone', signatureTimeoutMs: 50 }));
    const error = await rejectionOf(settings({ idempotencyKey: 'next', laneTimeoutMs: 300 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      details: { holder: { idempotencyKey: 'gone' } },
      transaction: { idempotencyKey: 'next' },
      cause: {
        code: 'SIGNATURE_PENDING',
        request: { custodyId: world.sandbox.custody.transactions[0]?.id },
      },
    });
  });
});
