import { expect, test } from 'vitest';
import { cancellationOf } from '../../src/transactions/lanes/cancellations.js';
import type { Finish, LanePass, LaneRequest } from '../../src/transactions/lanes/lanes.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import { requestIdOf } from '../../src/transactions/records/request-id.js';
import { ManualClock } from '../support/manual-clock.js';

const ACCOUNT = 'stacks:1/SP';
const [PAYMENT, CANCELLATION] = ['pay', 'cancel'].map((key) =>
  requestIdOf('stacks:1', 'SP', key, 1),
);

/** A lane in which a signed payment of two numbers was cancelled, by a call that has both. */
async function cancelled() {
  const lanes = memoryLanes({ clock: new ManualClock() });
  const finished: {
    readonly requestId: string;
    readonly numbers: readonly bigint[] | undefined;
  }[] = [];
  const finish: Finish = async ({ requestId, numbers }, pass) => {
    finished.push({ requestId, numbers });
    if (requestId === CANCELLATION) await pass.leave('given-back');
    else await pass.leave('spent');
  };
  const request = (requestId = ''): LaneRequest => {
    return { account: ACCOUNT, holder: { requestId }, timeoutMs: 1_000, finish };
  };
  const payment = await lanes.enter(request(PAYMENT));
  await payment.reserveMany(7n, 2);
  await payment.commit();
  await payment.detach();
  const holder = { requestId: CANCELLATION ?? '', idempotencyKey: cancellationOf(PAYMENT ?? '') };
  const replaces = { requestId: PAYMENT };
  const repeated = { ...request(), holder, replaces };
  const cancellation = await lanes.enter(repeated);
  expect(await cancellation.takeAll([7n, 8n])).toBe(true);
  await cancellation.commit();
  return { lanes, request, repeated, cancellation, finished };
}

const numberOfNext = async (pass: LanePass) => pass.reserve(7n);

test('a number of which a cancellation could make nothing is the payment’s again, though the call that took it is gone', async () => {
  const { lanes, request, cancellation, finished } = await cancelled();
  await cancellation.detach();
  const next = await lanes.enter(request('next'));
  expect(await numberOfNext(next)).toBe(9n);
  expect(finished).toEqual([
    { requestId: CANCELLATION, numbers: [7n, 8n] },
    { requestId: PAYMENT, numbers: [7n, 8n] },
  ]);
});

test('so is one that a cancellation was sent with, and did not spend', async () => {
  const { lanes, request, cancellation, finished } = await cancelled();
  await cancellation.sent(7n);
  await cancellation.leave('given-back');
  await lanes.settle(ACCOUNT, 7n, 'given-back');
  const next = await lanes.enter(request('next'));
  expect(await numberOfNext(next)).toBe(9n);
  expect(finished.map(({ requestId }) => requestId)).toEqual([PAYMENT]);
});

test('a repeated cancellation takes it from the payment once more', async () => {
  const { lanes, request, repeated, cancellation, finished } = await cancelled();
  await cancellation.sent(7n);
  await cancellation.leave('given-back');
  const again = await lanes.enter(repeated);
  await again.adopt([7n, 8n]);
  expect(await again.turn(8n, {})).toBe('come');
  await again.leave('spent');
  const next = await lanes.enter(request('next'));
  expect(await numberOfNext(next)).toBe(9n);
  expect(finished).toEqual([]);
});

test('one that it has spent is nobody’s', async () => {
  const { lanes, request, cancellation, finished } = await cancelled();
  await cancellation.leave('spent');
  await lanes.settle(ACCOUNT, 7n, 'spent');
  await lanes.settle(ACCOUNT, 8n, 'spent');
  const next = await lanes.enter(request('next'));
  expect(await numberOfNext(next)).toBe(9n);
  expect(finished).toEqual([]);
});
