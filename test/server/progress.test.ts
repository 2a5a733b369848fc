import { afterEach, beforeEach, expect, test } from 'vitest';
import { statusOf } from '../../src/http/statuses.js';
import { GatewayError, happenedOf } from '../../src/index.js';
import { Progress } from '../../src/server/progress.js';
import type { FakeGatewayOptions } from '../support/fake-chain/gateway.js';
import { fullWhile } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const RESIGN = { idempotencyKey: 'K', onExpiry: 'resign', confirmTimeoutMs: 120_000 } as const;
const hashOfFirst = () => world.told('signed')[0]?.hash;

/** A process whose node takes nothing, and whose transactions live for half a minute. */
const crowded = (more: Partial<FakeGatewayOptions> = {}) =>
  world.crowded({ longestLifeSeconds: 30, ...more });

/** A call whose outcome nobody awaits. */
const begun = (call: Promise<unknown>) => {
  call.catch(() => undefined);
};

test('an error of a later attempt is not told as a failure while an earlier one may land', async () => {
  const progress = new Progress('K', 'pay', {});
  const isSecond = () => world.told('lane-entered').some(({ attempt }) => attempt === 2);
  const node = world.node.with({
    ...fullWhile(() => true),
    account: (ask) => (isSecond() ? undefined : ask()),
  });
  const options = { ...RESIGN, onEvent: progress.listener };
  const error = await rejectionOf(world.run(world.pay(options, '7', crowded({ node }))));
  expect(error).toMatchObject({ code: 'ACCOUNT_NOT_FUNDED', transaction: { hash: hashOfFirst() } });
  const settled = progress.settled(error);
  if (!(settled instanceof GatewayError)) throw settled;
  expect([statusOf(settled).status, happenedOf(settled)]).toEqual([202, 'maybe']);
  expect(settled).toMatchObject({ transaction: { hash: hashOfFirst() } });
});

test('what is found signed does not wait for its signature', async () => {
  const first = world.pay({ idempotencyKey: 'K', confirmTimeoutMs: 0 }, '7', world.another());
  await rejectionOf(world.run(first));
  const progress = new Progress('K', 'pay', {});
  const options = { idempotencyKey: 'K', onEvent: progress.listener, confirmTimeoutMs: 60_000 };
  begun(world.pay(options, '7', world.another()));
  const isSent = () => world.told('submitted').length === 2 || world.told('final').length > 0;
  await world.until(isSent);
  expect(progress.pending()).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
});

test('a transfer of the custody platform’s own names its hash', async () => {
  const progress = new Progress('K', 'pay', {});
  const options = { idempotencyKey: 'K', native: true, onEvent: progress.listener };
  begun(world.pay(options, '7'));
  await world.until(() => world.told('custody-sent').length === 1);
  const hash = world.told('custody-sent')[0]?.hash;
  expect(progress.pending()).toMatchObject({ transaction: { hash } });
});

test('while a later attempt waits for its signature, the hash of the one before stays', async () => {
  const progress = new Progress('K', 'pay', {});
  world.custody.decide = ({ externalId }) => (externalId.endsWith('-2') ? 'wait' : 'approve');
  begun(world.pay({ ...RESIGN, onEvent: progress.listener }, '7', crowded()));
  await world.until(() => world.custody.requests.length === 2);
  const pending = progress.pending();
  expect(pending).toMatchObject({
    code: 'SIGNATURE_PENDING',
    transaction: { attempt: 2, hash: hashOfFirst() },
  });
  expect(pending.details).not.toMatchObject({ status: 'COMPLETED' });
});
