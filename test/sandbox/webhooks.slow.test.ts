import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxOptions, WebhookOptions } from '../../src/sandbox/index.js';
import {
  type Received,
  type Receiver,
  type ReceiverAnswer,
  startReceiver,
} from '../support/receiver.js';
import { TestCustody } from './support/custody.js';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

interface Setup {
  readonly custody: TestCustody;
  readonly receiver: Receiver;
}

async function start(
  webhooks: WebhookOptions = {},
  options: SandboxOptions = {},
  answer?: (request: Received, index: number) => ReceiverAnswer | Promise<ReceiverAnswer>,
): Promise<Setup> {
  const receiver = await startReceiver(answer);
  const custody = await TestCustody.start(options);
  stops.push(
    () => receiver.stop(),
    () => custody.stop(),
  );
  custody.sandbox.custody.webhooksTo(`${receiver.url}/hooks`, webhooks);
  return { custody, receiver };
}

const jsonOf = ({ body }: Received) => JSON.parse(body) as Record<string, Record<string, unknown>>;
const statuses = (received: readonly Received[]) => received.map((one) => jsonOf(one).data?.status);

interface KeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid: string; readonly alg: string })[];
}

async function keySet(custody: TestCustody): Promise<KeySet> {
  const answer = await fetch(custody.sandbox.custody.webhooks.jwksUrl);
  expect(answer.headers.get('cache-control')).toContain('max-age=3600');
  return (await answer.json()) as KeySet;
}

const headerOf = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as Record<
    string,
    string
  >;

function verifies(jws: string, body: string, { keys }: KeySet): boolean {
  const [header = '', payload, signature = ''] = jws.split('.');
  const key = keys.find(({ kid }) => kid === headerOf(jws).kid);
  if (key === undefined || payload !== '') return false;
  const signed = Buffer.from(`${header}.${Buffer.from(body).toString('base64url')}`);
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify('sha512', signed, publicKey, Buffer.from(signature, 'base64url'));
}

describe('webhooks of version 2', () => {
  it('tell every status, with the whole transaction and its signatures', async () => {
    const { custody, receiver } = await start({}, { approvals: 'manual' });
    const id = await custody.raw({ externalTxId: 'mine' });
    await custody.reached(id, 'PENDING_AUTHORIZATION');
    await receiver.got(2);
    custody.sandbox.custody.approve(id);
    const received = await receiver.got(4);
    expect(statuses(received).sort()).toEqual([
      'COMPLETED',
      'PENDING_AUTHORIZATION',
      'PENDING_SIGNATURE',
      'SUBMITTED',
    ]);
    const types = received.map((one) => jsonOf(one).eventType).sort();
    expect(types).toEqual(['transaction.created', ...Array(3).fill('transaction.status.updated')]);
    const last = received.map(jsonOf).find(({ data }) => data?.status === 'COMPLETED');
    expect(last).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventType: 'transaction.status.updated',
      eventVersion: 1,
      resourceId: id,
      workspaceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.any(Number),
      data: await custody.transaction(id),
    });
    expect(last?.data?.signedMessages).toHaveLength(1);
    expect(new Set(received.map((one) => jsonOf(one).id)).size).toBe(4);
  });

  it('carry a detached JWS that the published key verifies, and nothing else', async () => {
    const { custody, receiver } = await start();
    await custody.raw();
    const [first] = await receiver.got(1);
    const jws = String(first?.headers['fireblocks-webhook-signature']);
    expect(headerOf(jws)).toEqual({ alg: 'RS512', kid: expect.any(String) });
    expect(verifies(jws, first?.body ?? '', await keySet(custody))).toBe(true);
    expect(verifies(jws, `${first?.body} `, await keySet(custody))).toBe(false);
    expect(first?.headers).not.toHaveProperty('fireblocks-signature');
    expect(first).toMatchObject({
      path: '/hooks',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('are signed with a new key when it is rotated; the old one stays until it is retired', async () => {
    const { custody, receiver } = await start();
    await custody.raw();
    await receiver.got(3);
    const before = await keySet(custody);
    const kid = custody.sandbox.custody.webhooks.rotateKey();
    await custody.raw({}, '6d'.repeat(32));
    const received = await receiver.got(6);
    const jws = String(received[5]?.headers['fireblocks-webhook-signature']);
    expect(headerOf(jws).kid).toBe(kid);
    expect(verifies(jws, received[5]?.body ?? '', before)).toBe(false);
    const after = await keySet(custody);
    expect(verifies(jws, received[5]?.body ?? '', after)).toBe(true);
    expect(after.keys.map((key) => key.kid)).toEqual([before.keys[0]?.kid, kid]);
    const last = custody.sandbox.custody.webhooks.rotateKey({ retire: true });
    expect((await keySet(custody)).keys.map((key) => key.kid)).toEqual([last]);
  });
});

describe('webhooks of version 1', () => {
  it('have their own form and signature', async () => {
    const { custody, receiver } = await start({ versions: ['v1'] });
    const id = await custody.raw();
    const received = await receiver.got(3);
    const key = createPublicKey(await custody.sandbox.custody.webhooks.publicKey());
    for (const { headers, body } of received) {
      const signature = Buffer.from(String(headers['fireblocks-signature']), 'base64');
      expect(verify('sha512', Buffer.from(body), key, signature)).toBe(true);
      expect(headers).not.toHaveProperty('fireblocks-webhook-signature');
    }
    const created = received.map(jsonOf).find(({ data }) => data?.status === 'SUBMITTED');
    expect(created).toMatchObject({
      type: 'TRANSACTION_CREATED',
      tenantId: expect.any(String),
      timestamp: expect.any(Number),
      data: { id },
    });
    expect(created).not.toHaveProperty('id');
  });

  it('can be sent beside version 2, and their signature with it', async () => {
    const { custody, receiver } = await start({ versions: ['v1', 'v2'], bothSignatures: true });
    await custody.raw();
    const received = await receiver.got(6);
    expect(received.filter((one) => jsonOf(one).type)).toHaveLength(3);
    const [second] = received.filter((one) => jsonOf(one).eventType);
    expect(second?.headers).toMatchObject({
      'fireblocks-signature': expect.any(String),
      'fireblocks-webhook-signature': expect.any(String),
    });
  });
});

describe('the delivery of webhooks', () => {
  it('is repeated after 5xx, 408 and 429, and after no other answer', async () => {
    const toCreated = [500, 408, 429, 200];
    const { custody, receiver } = await start({ retryAfterMs: Array(9).fill(1) }, {}, (request) =>
      jsonOf(request).data?.status === 'SUBMITTED' ? (toCreated.shift() ?? 200) : 401,
    );
    await custody.raw();
    await receiver.got(6);
    await custody.raw({}, '6d'.repeat(32));
    await receiver.got(9);
    const sent = custody.sandbox.custody.sent.map(({ body, attempt, status }) => ({
      created: (body as { eventType: string }).eventType === 'transaction.created',
      attempt,
      status,
    }));
    expect(sent.filter(({ created }) => created).slice(0, 4)).toEqual([
      { created: true, attempt: 1, status: 500 },
      { created: true, attempt: 2, status: 408 },
      { created: true, attempt: 3, status: 429 },
      { created: true, attempt: 4, status: 200 },
    ]);
    expect(sent.filter(({ created, attempt }) => !created && attempt > 1)).toEqual([]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(6);
  });

  it('is repeated after silence, in the time of the sandbox', async () => {
    const seen = new Set<string>();
    const never = new Promise<ReceiverAnswer>(() => undefined);
    const { custody } = await start({ timeoutMs: 100 }, {}, ({ body }) => {
      if (seen.has(body)) return 200;
      seen.add(body);
      return never;
    });
    await custody.raw();
    const answered = () => custody.sandbox.custody.sent.filter(({ status }) => status === 200);
    while (answered().length < 3) {
      custody.sandbox.advanceTime(10_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(answered().every(({ attempt }) => attempt > 1)).toBe(true);
  });

  it('is given up after the last repetition', async () => {
    const { custody, receiver } = await start({ retryAfterMs: [1] }, {}, () => 503);
    await custody.raw();
    await receiver.got(6);
    custody.sandbox.advanceTime(60_000);
    await custody.raw({}, '6e'.repeat(32));
    await receiver.got(12);
    const attempts = custody.sandbox.custody.sent.map(({ attempt }) => attempt);
    expect(attempts.filter((attempt) => attempt === 1)).toHaveLength(6);
    expect(Math.max(...attempts)).toBe(2);
  });

  it('can lose, double, reorder and repeat what it is told to', async () => {
    const { custody, receiver } = await start();
    const { webhooks } = custody.sandbox.custody;
    webhooks.hold();
    webhooks.lose(1);
    const id = await custody.raw();
    await custody.reached(id, 'COMPLETED');
    expect(receiver.received).toHaveLength(0);
    await webhooks.release('reversed');
    expect(statuses(receiver.received)).toEqual(['PENDING_SIGNATURE', 'SUBMITTED']);
    webhooks.duplicate(3);
    webhooks.resend(id);
    const received = (await receiver.got(8)).slice(2);
    expect(statuses(received).sort()).toEqual([
      'COMPLETED',
      'COMPLETED',
      'PENDING_SIGNATURE',
      'PENDING_SIGNATURE',
      'SUBMITTED',
      'SUBMITTED',
    ]);
  });

  it('can be tampered with after the signature', async () => {
    const { custody, receiver } = await start();
    custody.sandbox.custody.webhooks.edit(({ headers, body }) => ({
      headers,
      body: body.replace('"RAW"', '"TRANSFER"'),
    }));
    await custody.raw();
    const [first] = await receiver.got(1);
    const jws = String(first?.headers['fireblocks-webhook-signature']);
    expect(verifies(jws, first?.body ?? '', await keySet(custody))).toBe(false);
  });

  it('starts with the sandbox, ends on demand, and is counted', async () => {
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const custody = await TestCustody.start({ webhooks: { url: receiver.url } });
    stops.push(() => custody.stop());
    const { custody: sandbox } = custody.sandbox;
    await custody.raw();
    await receiver.got(3);
    expect(sandbox.sent).toMatchObject(
      Array(3).fill({ kind: 'webhook', url: receiver.url, attempt: 1 }),
    );
    sandbox.webhooksTo(undefined);
    sandbox.clearMessages();
    const id = await custody.raw({}, '6f'.repeat(32));
    await custody.reached(id, 'COMPLETED');
    expect(sandbox.sent).toEqual([]);
  });
});
