import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statusOf } from '../../src/http/statuses.js';
import { AbortedError, GatewayError, happenedOf, UnreachableError } from '../../src/index.js';
import { Progress } from '../../src/server/progress.js';
import type { TransactionEvent } from '../../src/transactions/index.js';
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
const GONE = new UnreachableError('node', 'no connection');
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

test.each(['is never answered for', 'is aborted'])(
  'a transfer that %s may have been made',
  async (how) => {
    const progress = new Progress('K', 'pay', {});
    const abort = new AbortController();
    const signer = world.newSigner();
    signer.transfer = () =>
      new Promise((_, reject) => {
        if (how !== 'is aborted') return;
        abort.abort();
        reject(new AbortedError());
      });
    const options = {
      idempotencyKey: 'K',
      native: true,
      onEvent: progress.listener,
      signal: abort.signal,
    };
    const error = await rejectionOf(world.run(world.pay(options, '7', world.another({ signer }))));
    const settled = progress.settled(error);
    if (!(settled instanceof GatewayError)) throw settled;
    expect([statusOf(settled).status, happenedOf(settled)]).toEqual([202, 'maybe']);
  },
);

test('what a node fails to answer before the signer is asked is the failure', async () => {
  const progress = new Progress('K', 'pay', {});
  const isHeld = () => world.told('lane-entered').length > 0;
  const node = world.node.with({ account: (ask) => (isHeld() ? Promise.reject(GONE) : ask()) });
  const options = { idempotencyKey: 'K', onEvent: progress.listener };
  const error = await rejectionOf(world.run(world.pay(options, '7', world.another({ node }))));
  expect(error).toMatchObject({ code: 'UNREACHABLE', transaction: { idempotencyKey: 'K' } });
  expect(progress.settled(error)).toBe(error);
});

test('a transfer that is asked for names its request before it has an answer', async () => {
  const progress = new Progress('K', 'pay', {});
  const signer = world.newSigner();
  signer.transfer = () => new Promise(() => undefined);
  const options = { idempotencyKey: 'K', native: true, onEvent: progress.listener };
  begun(world.pay(options, '7', world.another({ signer })));
  await world.until(() => world.told('custody-asked').length === 1);
  const requestId = world.told('custody-asked')[0]?.requestId;
  expect(requestId).toEqual(expect.any(String));
  expect(progress.pending()).toMatchObject({
    code: 'SIGNATURE_PENDING',
    transaction: { requestId },
  });
});

test('what another process has had signed is not told as waiting for its signature', async () => {
  begun(world.pay({ idempotencyKey: 'K', confirmTimeoutMs: 0 }, '7', crowded()));
  await world.until(() => world.told('signed').length === 1);
  const progress = new Progress('K', 'pay', {});
  const options = { idempotencyKey: 'K', onEvent: progress.listener, confirmTimeoutMs: 60_000 };
  begun(world.pay(options, '7', crowded()));
  await world.until(() => progress.pending().code !== 'TRANSACTION_WAITING');
  expect(progress.pending()).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
});

describe('of events', () => {
  const told = { at: 0, chain: 'fake:1', vaultAccountId: '7', idempotencyKey: 'K', attempt: 1 };
  const custody = { ...told, type: 'custody-status', requestId: 'R', custodyId: 'C' } as const;
  const sent = { ...custody, status: 'BROADCASTING', state: 'pending', hash: 'H' } as const;
  const pendingAfter = (...events: readonly TransactionEvent[]) => {
    const progress = new Progress('K', 'pay', {});
    for (const event of events) progress.listener(event);
    return progress.pending();
  };

  test('what another process has had sent by the custody platform is told with its hash', () => {
    expect(pendingAfter(sent)).toMatchObject({
      details: { status: 'pending' },
      transaction: { requestId: 'R', custodyId: 'C', hash: 'H' },
    });
  });

  test('a transfer that the custody platform gave up is not on its way, though it was sent', () => {
    const over = { ...sent, status: 'FAILED', state: 'rejected' } as const;
    const late = {
      ...told,
      type: 'custody-sent',
      durationMs: 0,
      requestId: 'R',
      hash: 'H',
    } as const;
    for (const events of [
      [sent, over],
      [over, late],
      [sent, over, late],
    ]) {
      expect(pendingAfter(...events).details).toEqual({ status: 'unknown' });
    }
  });

  test('the rest of a batch waits for a signature of its own', () => {
    const first = { ...custody, status: 'COMPLETED', state: 'signed', hash: undefined } as const;
    const submitted = { ...told, type: 'submitted', durationMs: 0, hash: 'H', code: 'OK' } as const;
    const rest = { ...told, type: 'custody-asked', requestId: 'R-2' } as const;
    const pending = pendingAfter(first, submitted, rest);
    expect(pending.code).toBe('SIGNATURE_PENDING');
    expect(pending.details).not.toMatchObject({ status: 'COMPLETED' });
    expect(pending.transaction).toEqual({
      idempotencyKey: 'K',
      attempt: 1,
      requestId: 'R-2',
      hash: 'H',
    });
  });

  test('a request that is behind takes nothing back', () => {
    const next = { ...sent, attempt: 2, requestId: 'R-2', hash: 'H-2' } as const;
    const behind = { ...told, type: 'lane-entered', durationMs: 0 } as const;
    expect(pendingAfter(sent, next, behind)).toEqual(pendingAfter(sent, next));
    expect(pendingAfter(sent, next, behind).transaction).toMatchObject({
      attempt: 2,
      requestId: 'R-2',
      hash: 'H-2',
    });
  });
});

test('what no node has taken is unknown, and names its hash', async () => {
  const progress = new Progress('K', 'pay', {});
  const node = world.node.with(fullWhile(() => true));
  const options = { idempotencyKey: 'K', onEvent: progress.listener, confirmTimeoutMs: 60_000 };
  begun(world.pay(options, '7', world.another({ node })));
  await world.until(() => world.told('turn-reached').length === 1);
  const hash = world.told('signed')[0]?.hash;
  expect(hash).toEqual(expect.any(String));
  expect(progress.pending()).toMatchObject({
    details: { status: 'unknown' },
    transaction: { hash },
  });
});
