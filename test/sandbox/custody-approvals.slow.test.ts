import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalDecision, ApprovalRequest } from '../../src/sandbox/index.js';
import { TestCustody } from './support/custody.js';

const started: TestCustody[] = [];

async function start(approvals: Parameters<typeof TestCustody.start>[0] = {}) {
  const custody = await TestCustody.start(approvals);
  started.push(custody);
  return custody;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((custody) => custody.stop()));
});

const HOUR = 3_600_000;

describe('automatic approval', () => {
  it('signs at once', async () => {
    const custody = await start();
    const id = await custody.raw();
    await custody.reached(id, 'COMPLETED');
    expect(custody.statusesOf(id)).toEqual(['SUBMITTED', 'PENDING_SIGNATURE', 'COMPLETED']);
  });
});

describe('approval by hand', () => {
  it('waits for it, by either id', async () => {
    const custody = await start({ approvals: 'manual' });
    const id = await custody.raw({ externalTxId: 'mine' });
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    const { status } = custody.sandbox.custody.approve('mine');
    expect(status).toBe('COMPLETED');
    expect(custody.statusesOf(id)).toEqual([
      'SUBMITTED',
      'PENDING_AUTHORIZATION',
      'PENDING_SIGNATURE',
      'COMPLETED',
    ]);
    expect(() => custody.sandbox.custody.approve(id)).toThrow('COMPLETED');
    expect(() => custody.sandbox.custody.approve('nobody')).toThrow('nobody');
  });

  it('can be refused in every way', async () => {
    const custody = await start({ approvals: 'manual' });
    const { custody: sandbox } = custody.sandbox;
    const pending = async () => {
      const id = await custody.raw();
      await custody.reached(id, 'PENDING_AUTHORIZATION');
      return id;
    };
    expect(sandbox.reject(await pending())).toMatchObject({
      status: 'REJECTED',
      subStatus: 'REJECTED_BY_USER',
    });
    expect(sandbox.reject(await pending(), { status: 'CANCELLED' })).toMatchObject({
      status: 'CANCELLED',
      subStatus: 'REJECTED_BY_USER',
    });
    expect(sandbox.block(await pending())).toMatchObject({
      status: 'BLOCKED',
      subStatus: 'BLOCKED_BY_POLICY',
    });
    const failed = { subStatus: 'SIGNING_ERROR', reason: 'the enclave is down' };
    const id = await pending();
    expect(sandbox.fail(id, failed)).toMatchObject({
      status: 'FAILED',
      subStatus: 'SIGNING_ERROR',
    });
    expect(await custody.transaction(id)).toMatchObject({
      errorDescription: 'the enclave is down',
    });
    expect(sandbox.expire(await pending())).toMatchObject({
      status: 'FAILED',
      subStatus: 'TIMEOUT',
    });
  });

  it('ends with its window, which a request may set', async () => {
    const custody = await start({ approvals: 'manual' });
    const standard = await custody.raw();
    const long = await custody.raw({ configurations: { expiresAfterSeconds: 86_400 } });
    const { createdAt, expiresAt } = await custody.reached(long, 'PENDING_AUTHORIZATION');
    expect(Number(expiresAt) - Number(createdAt)).toBe(86_400_000);
    await custody.reached(standard, 'PENDING_AUTHORIZATION');
    custody.sandbox.advanceTime(2 * HOUR - 60_000);
    expect((await custody.transaction(standard)).status).toBe('PENDING_AUTHORIZATION');
    custody.sandbox.advanceTime(61_000);
    expect(await custody.transaction(standard)).toMatchObject({
      status: 'FAILED',
      subStatus: 'TIMEOUT',
    });
    expect((await custody.transaction(long)).status).toBe('PENDING_AUTHORIZATION');
  });

  it('that nobody signs is cancelled when the window ends', async () => {
    const custody = await start({ approvals: 'manual' });
    const id = await custody.raw();
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    custody.sandbox.custody.authorize(id);
    expect((await custody.transaction(id)).status).toBe('PENDING_SIGNATURE');
    custody.sandbox.advanceTime(2 * HOUR + 1_000);
    expect(await custody.transaction(id)).toMatchObject({
      status: 'CANCELLED',
      subStatus: 'TIMEOUT',
    });
  });
});

describe('a policy', () => {
  const decided = async (decision: ApprovalDecision, status: string) => {
    const custody = await start({ approvals: () => decision });
    return custody.reached(await custody.raw(), status);
  };

  it('sees what it decides about', async () => {
    const seen: ApprovalRequest[] = [];
    const custody = await start({
      approvals: async (request) => {
        seen.push(request);
        return request.note === 'please' ? 'approve' : 'reject';
      },
    });
    const good = await custody.raw({ note: 'please', externalTxId: 'a' });
    const bad = await custody.raw({ note: 'now' }, 'ab'.repeat(32));
    await custody.reached(good, 'COMPLETED');
    await custody.reached(bad, 'REJECTED');
    expect(seen[0]).toMatchObject({
      id: good,
      externalTxId: 'a',
      operation: 'RAW',
      assetId: 'XRP_TEST',
      sourceId: '0',
      messages: [{ content: '5c'.repeat(32), derivationPath: [44, 1, 0, 0, 0] }],
    });
  });

  it('decides in every way', async () => {
    expect(await decided('approve', 'COMPLETED')).toMatchObject({ subStatus: '' });
    expect(await decided('reject', 'REJECTED')).toMatchObject({ subStatus: 'REJECTED_BY_USER' });
    expect(await decided('block', 'BLOCKED')).toMatchObject({ subStatus: 'BLOCKED_BY_POLICY' });
    expect(await decided('fail', 'FAILED')).toMatchObject({ subStatus: 'INTERNAL_ERROR' });
    const refused = { decision: 'reject', status: 'CANCELLED', subStatus: 'OTHER' } as const;
    expect(await decided(refused, 'CANCELLED')).toMatchObject({ subStatus: 'OTHER' });
    await decided('wait', 'PENDING_AUTHORIZATION');
    await decided('authorize', 'PENDING_SIGNATURE');
  });

  it('can take its time, or let the window pass', async () => {
    const late = await start({ approvals: () => ({ decision: 'approve', afterMs: HOUR }) });
    const id = await late.raw();
    await late.reached(id, 'PENDING_AUTHORIZATION');
    late.sandbox.advanceTime(HOUR - 10_000);
    expect((await late.transaction(id)).status).toBe('PENDING_AUTHORIZATION');
    late.sandbox.advanceTime(20_000);
    expect((await late.transaction(id)).status).toBe('COMPLETED');
    const never = await start({ approvals: () => 'expire' });
    const other = await never.raw();
    await never.reached(other, 'PENDING_AUTHORIZATION');
    never.sandbox.advanceTime(2 * HOUR + 1_000);
    expect(await never.transaction(other)).toMatchObject({
      status: 'FAILED',
      subStatus: 'TIMEOUT',
    });
  });

  it('that breaks fails the request and says why', async () => {
    const custody = await start({
      approvals: () => {
        throw new Error('no such rule');
      },
    });
    const failed = await custody.reached(await custody.raw(), 'FAILED');
    expect(failed.errorDescription).toContain('no such rule');
  });
});

describe('cancelling', () => {
  const cancel = (custody: TestCustody, id: string) =>
    custody.post(`/v1/transactions/${id}/cancel`, {});

  it('goes by way of CANCELLING', async () => {
    const custody = await start({ approvals: 'manual' });
    const id = await custody.raw();
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    expect(await cancel(custody, id)).toMatchObject({ status: 200, json: { success: true } });
    expect(await custody.reached(id, 'CANCELLED')).toMatchObject({
      subStatus: 'CANCELLED_BY_USER',
    });
    expect(custody.statusesOf(id).slice(-2)).toEqual(['CANCELLING', 'CANCELLED']);
    expect((await cancel(custody, id)).status).toBe(400);
    expect((await cancel(custody, 'nothing')).status).toBe(404);
  });

  it('may come too late for the signature', async () => {
    const custody = await start({ approvals: 'manual' });
    custody.sandbox.custody.letSignaturesWin();
    const id = await custody.raw();
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    await cancel(custody, id);
    const done = await custody.reached(id, 'COMPLETED');
    expect(done.signedMessages).toHaveLength(1);
    expect(custody.statusesOf(id).slice(-2)).toEqual(['CANCELLING', 'COMPLETED']);
    const other = await custody.raw({}, 'ab'.repeat(32));
    await custody.reached(other, 'PENDING_AUTHORIZATION');
    await cancel(custody, other);
    await custody.reached(other, 'CANCELLED');
  });

  it('wins over an approval that is still to come', async () => {
    const custody = await start({ approvals: () => ({ decision: 'approve', afterMs: HOUR }) });
    const id = await custody.raw();
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    await custody.older.cancelTransactionById(id);
    await custody.reached(id, 'CANCELLED');
    custody.sandbox.advanceTime(HOUR);
    expect((await custody.transaction(id)).status).toBe('CANCELLED');
  });
});
