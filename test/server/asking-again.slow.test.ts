import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { InvalidInputError } from '../../src/core/errors.js';
import {
  type GatewayHandlerOptions,
  gatewayMetrics,
  type HttpHandler,
  xrplHandler,
} from '../../src/handlers.js';
import type { ApprovalDecision, FaultEffect } from '../../src/sandbox/index.js';
import { memoryStore } from '../../src/store/index.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World;
let decision: ApprovalDecision;

beforeEach(async () => {
  decision = 'approve';
  world = await newWorld({ approvals: () => decision });
});
afterEach(() => world.stop());

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

function client(options: GatewayHandlerOptions = {}, gateway = world.gateway) {
  const handler: HttpHandler = xrplHandler(gateway, options);
  const ask = async (method: string, path: string, { body, headers = {} }: Sent = {}) => {
    const response = await handler(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, json: JSON.parse(await response.text()) };
  };
  return {
    get: (path: string, sent?: Sent) => ask('GET', path, sent),
    post: (path: string, sent?: Sent) => ask('POST', path, sent),
  };
}

const PATH = '/api/token/accountSet/0';
const setting = (domain: string) => ({ configs: { domain } });
const spent = () =>
  sequencesOf(world.sandbox, world.sandbox.custody.addressOf('0', 'XRP_TEST')).length;

describe('a transaction that waits for its turn', () => {
  test.each([
    ['the key made for it', {}],
    ['a key of the client', { 'idempotency-key': 'second' }],
  ])(
    'is known under %s, and is not said to be nothing when it is to be cancelled',
    async (_, key) => {
      decision = 'wait';
      const { get, post } = client();
      const first = { 'idempotency-key': 'first', prefer: 'wait=0' };
      await post(PATH, { body: setting('a.example'), headers: first });
      await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
      const waiting = await post(PATH, {
        body: setting('b.example'),
        headers: { ...key, prefer: 'wait=0' },
      });
      expect([waiting.status, waiting.json.code]).toEqual([202, 'TRANSACTION_WAITING']);
      for (const answer of [
        await get(waiting.location),
        await post(`${waiting.location}/cancel`),
      ]) {
        expect([answer.status, answer.json.code]).toEqual([202, 'TRANSACTION_WAITING']);
      }
    },
  );
});

test('a client that asks for what waits for its turn, and waits, is answered at its end', async () => {
  decision = 'wait';
  const { get, post } = client();
  const now = { prefer: 'wait=0' };
  const first = await post(PATH, { body: setting('a.example'), headers: now });
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  const waiting = await post(PATH, { body: setting('b.example'), headers: now });
  const asked = get(waiting.location, { headers: { prefer: 'wait=50' } });
  decision = 'approve';
  await post(`${first.location}/cancel`);
  const { status, json } = await asked;
  expect([status, json.status]).toEqual([200, 'confirmed']);
});

test('a later request with a key is told of its hash, however short it waits', async () => {
  const { get, post } = client();
  world.sandbox.xrpl.pauseClosing();
  const sent = {
    body: setting('a.example'),
    headers: { 'idempotency-key': 'first', prefer: 'wait=0' },
  };
  const { location } = await post(PATH, sent);
  const hashIn = ({ json }: { json: { transaction?: { hash?: string } } }) =>
    json.transaction?.hash;
  await expect.poll(async () => hashIn(await get(location))).toEqual(expect.any(String));
  const [later, seen] = [await post(PATH, sent), await get(location)];
  expect([later.status, later.json.code]).toEqual([202, 'TRANSACTION_UNCONFIRMED']);
  expect(later.json.transaction).toMatchObject(seen.json.transaction);
});

test('a client that waits for it is told of a failure what a client with its key is told', async () => {
  decision = 'wait';
  const { get, post } = client({}, world.another({ retry: { attempts: 1 } }));
  const now = { prefer: 'wait=0' };
  const first = await post(PATH, { body: setting('a.example'), headers: now });
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  const body = setting('b.example');
  const headers = { 'idempotency-key': 'second' };
  const { location } = await post(PATH, { body, headers: { ...headers, ...now } });
  const asked = get(location, { headers: { prefer: 'wait=50' } });
  const dropped = { method: 'POST', path: '/v1/transactions', effect: { kind: 'drop' } } as const;
  world.sandbox.inject({ server: 'custody', times: 50, ...dropped });
  await post(`${first.location}/cancel`);
  const { status, json } = await asked;
  expect([status, json.code]).toEqual([202, 'TRANSACTION_UNCONFIRMED']);
});

test('a key whose transaction waits for its turn is refused for other input, and only then', async () => {
  decision = 'wait';
  const { post } = client();
  const now = { prefer: 'wait=0' };
  const first = await post(PATH, { body: setting('a.example'), headers: now });
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  const headers = { ...now, 'idempotency-key': 'K' };
  const body = { configs: { domain: 'b.example', tickSize: 5 } };
  const same = { configs: { tickSize: 5, domain: 'b.example' } };
  expect((await post(PATH, { body, headers })).status).toBe(202);
  expect((await post(PATH, { body: same, headers })).status).toBe(202);
  const deep = (levels: number) => `{"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  for (const other of [setting('c.example'), deep(99)]) {
    const answer = await post(PATH, { body: other, headers });
    expect([answer.status, answer.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  }
  // Nobody goes down that far to see whether it is the same.
  const tooDeep = await post(PATH, { body: deep(100_000), headers });
  expect([tooDeep.status, tooDeep.json.code]).toEqual([400, 'INVALID_INPUT']);
  const transfer = await post('/api/token/xrpTransfer/0', { body, headers });
  expect([transfer.status, transfer.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  decision = 'approve';
  await post(`${first.location}/cancel`);
  expect((await post(PATH, { body, headers: { 'idempotency-key': 'K' } })).status).toBe(200);
  expect(spent()).toBe(1);
});

test('what waits at a replica is not said to be nothing, and is made once', async () => {
  decision = 'wait';
  const lanes = { store: memoryStore() };
  const [one, other] = [client({}, world.another({ lanes })), client({}, world.another({ lanes }))];
  const now = { prefer: 'wait=0' };
  const first = await one.post(PATH, { body: setting('a.example'), headers: now });
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  const { location, json } = await one.post(PATH, { body: setting('b.example'), headers: now });
  for (const answer of [await other.get(location), await other.post(`${location}/cancel`)]) {
    expect([answer.status, answer.json]).toMatchObject([
      404,
      { code: 'TRANSACTION_NOT_FOUND', message: expect.stringContaining('with the same key') },
    ]);
  }
  const headers = { 'idempotency-key': json.transaction.idempotencyKey };
  const again = other.post(PATH, { body: setting('b.example'), headers });
  // The next request is made as soon as the first has gone, which may be before its cancelling is told.
  decision = 'approve';
  await other.post(`${first.location}/cancel`);
  expect((await again).status).toBe(200);
  await expect.poll(async () => (await one.get(location)).status).toBe(200);
  expect(spent()).toBe(1);
});

describe('a failure once the custody was asked', () => {
  const lost: FaultEffect = { kind: 'lose-answer' };
  const refused: FaultEffect = { kind: 'answer', status: 403, body: { message: 'no', code: 0 } };
  const transfer = { destination: 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf', amount: '1' };

  test.each([
    ['a signature', PATH, setting('a.example')],
    ['a transfer', '/api/token/xrpTransfer/0', transfer],
  ])('whose answer was lost is an outcome that nobody knows: %s', async (_, path, body) => {
    const failures: unknown[] = [];
    const { get, post } = client({ onError: ({ error }) => failures.push(error) });
    const create = { method: 'POST', path: '/v1/transactions', times: 50 } as const;
    world.sandbox.inject({ server: 'custody', ...create, effect: lost });
    const answer = await post(path, { body });
    expect([answer.status, answer.json]).toMatchObject([
      202,
      { code: 'TRANSACTION_UNCONFIRMED', details: { status: 'unknown', cause: 'UNREACHABLE' } },
    ]);
    expect(failures).toMatchObject([{ code: 'UNREACHABLE' }]);
    await expect.poll(async () => (await get(`${answer.location}`)).status).toBe(200);
    expect(world.sandbox.custody.transactions).toHaveLength(1);
    expect(spent()).toBe(1);
  });

  test('that later shows nothing is one too', async () => {
    decision = 'wait';
    const path = /^\/v1\/transactions\//;
    world.sandbox.inject({ server: 'custody', method: 'GET', path, times: 9, effect: refused });
    const answer = await client().post(PATH, { body: setting('a.example') });
    expect([answer.status, answer.json]).toMatchObject([
      202,
      { code: 'SIGNATURE_PENDING', retryable: true },
    ]);
    const { custodyId, idempotencyKey } = answer.json.transaction;
    expect(custodyId).toBe(world.sandbox.custody.transactions[0]?.id);
    expect(answer.location).toBe(`/api/requests/0/${idempotencyKey}`);
  });

  test('is one where the signature is none: a later call may be given a good one', async () => {
    const { custody } = world.sandbox;
    custody.editSignatures((messages) =>
      messages.map((message) => ({
        ...message,
        signature: { ...message.signature, fullSig: '11'.repeat(64) },
      })),
    );
    const answer = await client().post(PATH, { body: setting('a.example') });
    expect([answer.status, answer.json]).toMatchObject([
      202,
      { code: 'INVALID_SIGNATURE', retryable: true },
    ]);
    const later = await client({}, world.another()).get(answer.location);
    expect([later.status, later.json.code]).toEqual([202, 'INVALID_SIGNATURE']);
  });

  test('is one where the custody said no', async () => {
    const path = '/v1/transactions';
    world.sandbox.inject({ server: 'custody', method: 'POST', path, times: 9, effect: refused });
    const answer = await client().post(PATH, { body: setting('a.example') });
    expect([answer.status, answer.json.code]).toEqual([502, 'CUSTODY_PERMISSION']);
  });
});

test('what is signed, and waits too long behind another, is no failure', async () => {
  decision = 'wait';
  const gateway = world.another({ lanes: { mode: 'pipeline', depth: 2 } });
  const { get, post } = client({ patienceMs: 500 }, gateway);
  const first = await post(PATH, { body: setting('a.example'), headers: { prefer: 'wait=0' } });
  // The policy is asked a moment after a request was taken.
  const statuses = () => world.sandbox.custody.transactions.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['PENDING_AUTHORIZATION']);
  decision = 'approve';
  const { status, json, location } = await post(PATH, { body: setting('b.example') });
  expect([status, json]).toMatchObject([
    202,
    {
      details: { status: 'unknown', cause: 'ACCOUNT_BUSY' },
      transaction: { hash: expect.any(String) },
    },
  ]);
  expect(first.status).toBe(202);
  const later = await get(location);
  // No node has it yet, so it is not on its way.
  expect([later.status, later.json]).toMatchObject([202, { details: { status: 'unknown' } }]);
});

describe('a server that stops', () => {
  test('says that it began nothing where only it would know the key', async () => {
    const { post } = client({ signal: AbortSignal.abort() });
    const answer = await post(PATH, { body: setting('a.example') });
    expect([answer.status, answer.location]).toEqual([504, '']);
    const headers = { 'idempotency-key': 'K' };
    const own = await post(PATH, { body: setting('a.example'), headers });
    expect([own.status, own.location]).toEqual([202, '/api/requests/0/K']);
  });
});

describe('how long a server waits by itself', () => {
  test.each([
    ['', 1_000],
    ['?approvalWindowSeconds=86400', 88_200_000],
  ])('follows the approval window: %s', async (query, ms) => {
    const asked: unknown[] = [];
    const { signer } = world;
    const { sign } = signer;
    signer.sign = (request, options) => {
      asked.push(options?.timeoutMs);
      return sign.call(signer, request, options);
    };
    const answer = await client({ patienceMs: 1_000 }).post(`${PATH}${query}`, {
      body: setting('a.example'),
    });
    expect([answer.status, asked]).toEqual([200, [ms]]);
  });

  test.each(['waitMs', 'patienceMs', 'maxBodyBytes'])('is a number that there is: %s', (name) => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => xrplHandler(world.gateway, { [name]: value })).toThrow(name);
    }
  });
});

test.each(['x', ' ', '/x?y', 'http://x/y'])('is below a path alone: %o', (basePath) => {
  expect(() => xrplHandler(world.gateway, { basePath })).toThrow('basePath');
});

test('those who count change no answer', async () => {
  const broken = () => {
    throw new InvalidInputError('metrics', 'are broken');
  };
  const counting = await gatewayMetrics();
  for (const metrics of [
    { ...counting, begin: broken },
    { ...counting, answered: broken },
    { ...counting, begin: () => ({ listener: broken, ended: broken }) },
  ]) {
    const { status } = await client({ metrics }).post(PATH, { body: setting('a.example') });
    expect(status).toBe(200);
  }
  // Were one of them left alone, the process would hear of it after this.
  await systemClock.sleep(20);
});

test.each(['.', '..'])('the key %s, which no path could name, is refused', async (key) => {
  const headers = { 'idempotency-key': key };
  const { status, json } = await client().post(PATH, { body: setting('a.example'), headers });
  expect([status, json.details.field]).toEqual([400, 'Idempotency-Key']);
  expect(world.sandbox.custody.transactions).toEqual([]);
});
