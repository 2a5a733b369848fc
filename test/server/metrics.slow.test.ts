import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GatewayMetrics,
  gatewayMetrics,
  type HttpHandler,
  xrplHandler,
} from '../../src/handlers.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { filled, GATEWAYS } from '../support/gateways.js';
import { SIGNING_MS, SlowWorld } from '../support/slow-world.js';
import { newWorld, type World } from '../support/world.js';

type Labels = Readonly<Record<string, string>>;

/** What Prometheus would read of a metric: the sum of its samples that have these labels. */
async function counted(metrics: GatewayMetrics, name: string, labels: Labels = {}) {
  const samples = (await metrics.text()).split('\n').flatMap((line) => {
    const [, of, inner = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (of !== `custody_gateways_${name}`) return [];
    const has = Object.fromEntries(
      [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]),
    );
    return Object.entries(labels).every(([key, wanted]) => has[key] === wanted)
      ? [Number(value)]
      : [];
  });
  return samples.reduce((sum, value) => sum + value, 0);
}

const ACCOUNT_SET = '/api/token/accountSet';
const STEPS = ['lane', 'read', 'number', 'prepare', 'approval', 'turn', 'submit', 'confirm'];
const SETTING = { configs: { domain: 'example.com' } };

function post(handler: HttpHandler, path: string, body: unknown, more: Labels = {}) {
  const headers = { 'content-type': 'application/json', ...more };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return handler(new Request(`http://localhost${path}`, request));
}

describe('what is scraped', () => {
  let world: World;
  let decision: ApprovalDecision = 'approve';
  beforeAll(async () => {
    world = await newWorld({ approvals: () => decision });
  });
  afterAll(() => world.stop());

  test('has each transaction by its outcome, and how often each of its steps was taken', async () => {
    const metrics = await gatewayMetrics();
    const handler = xrplHandler(world.another(), { metrics });
    expect((await post(handler, `${ACCOUNT_SET}/0`, SETTING)).status).toBe(200);
    const told = { chain: 'xrpl', network: `xrpl:${world.sandbox.xrpl.networkId}` };
    for (const step of STEPS)
      expect(await counted(metrics, 'step_seconds_count', { ...told, step })).toBe(1);
    const success = { ...told, operation: 'accountSet', outcome: 'success' };
    expect(await counted(metrics, 'transactions_total', success)).toBe(1);

    decision = 'reject';
    expect((await post(handler, `${ACCOUNT_SET}/0`, SETTING)).status).toBeGreaterThanOrEqual(400);
    decision = 'approve';
    const rejected = { ...told, operation: 'accountSet', outcome: 'SIGNATURE_REJECTED' };
    expect(await counted(metrics, 'transactions_total', rejected)).toBe(1);

    // It ends before its first event, and is its chain's all the same.
    expect((await post(handler, `${ACCOUNT_SET}/0`, { configs: { tickSize: 99 } })).status).toBe(
      400,
    );
    const refused = { chain: 'xrpl', network: '', outcome: 'INVALID_INPUT' };
    expect(await counted(metrics, 'transactions_total', refused)).toBe(1);
    expect(await counted(metrics, 'transactions_total')).toBe(3);
    expect(await counted(metrics, 'lanes_waiting')).toBe(0);
  });

  test('has calls by status, and those that nobody answered', async () => {
    const metrics = await gatewayMetrics();
    const answers = [200, 200, 429];
    const fetch = metrics.counting('custody', async () => {
      const status = answers.shift();
      if (status === undefined) throw new TypeError('nobody there');
      return new Response(null, { status });
    });
    for (let call = 0; call < 4; call++) await fetch('http://localhost', {}).catch(() => undefined);
    for (const [status, times] of [
      ['200', 2],
      ['429', 1],
      ['none', 1],
    ] as const)
      expect(await counted(metrics, 'calls_total', { peer: 'custody', status })).toBe(times);
    expect(await counted(metrics, 'call_seconds_count', { peer: 'custody' })).toBe(4);
  });

  test('has a transaction that waits for its account while it does', async () => {
    const metrics = await gatewayMetrics();
    const waiting = () => counted(metrics, 'lanes_waiting', { chain: 'xrpl' });
    const handler = xrplHandler(world.another(), { metrics });
    decision = 'wait';
    const soon = { prefer: 'wait=0' };
    const told = (key: string, type: string) =>
      world.events.filter((event) => event.idempotencyKey === key && event.type === type).length;
    await post(handler, `${ACCOUNT_SET}/1`, SETTING, { ...soon, 'idempotency-key': 'holder' });
    await expect.poll(() => told('holder', 'prepared')).toBe(1);
    expect(await waiting()).toBe(0);
    const { custody } = world.sandbox;
    await post(handler, `${ACCOUNT_SET}/1`, SETTING, { ...soon, 'idempotency-key': 'waiter' });
    await expect.poll(waiting).toBe(1);

    // A server that starts anew finds the holder's request in its way, though its own lane is free.
    const later = await gatewayMetrics();
    const laterWaiting = () => counted(later, 'lanes_waiting', { chain: 'xrpl' });
    const restarted = xrplHandler(world.another(), { metrics: later });
    await post(restarted, `${ACCOUNT_SET}/1`, SETTING, { ...soon, 'idempotency-key': 'third' });
    await expect.poll(() => told('third', 'lane-entered')).toBe(1);
    expect(await laterWaiting()).toBe(1);
    // Whoever goes on with a request that exists waits for nobody.
    await post(restarted, `${ACCOUNT_SET}/1`, SETTING, { ...soon, 'idempotency-key': 'holder' });
    await expect.poll(laterWaiting).toBe(1);

    decision = 'approve';
    for (const { id, status } of custody.transactions)
      if (status === 'PENDING_AUTHORIZATION') custody.approve(id);
    await expect.poll(waiting).toBe(0);
    await expect.poll(laterWaiting).toBe(0);
  });
});

test('each step has the time that it took, and no other', async () => {
  const metrics = await gatewayMetrics();
  const world = new SlowWorld();
  await world.ended(post(xrplHandler(world.gateway(), { metrics }), `${ACCOUNT_SET}/0`, SETTING));
  const seconds = new Map<string, number>();
  for (const step of STEPS) {
    seconds.set(step, await counted(metrics, 'step_seconds_sum', { chain: 'xrpl', step }));
  }
  expect(Object.fromEntries(seconds)).toEqual({
    lane: 0,
    // The account and the fee.
    read: 0.58,
    number: 0,
    prepare: 0,
    approval: SIGNING_MS / 1_000,
    turn: 0,
    submit: 0.12,
    confirm: 0.34,
  });
});

test('a transfer of the custody’s own has an approval and a confirmation, too', async () => {
  const world = await newWorld({ funded: ['0', '1'] });
  const metrics = await gatewayMetrics();
  const handler = xrplHandler(world.gateway, { metrics });
  const destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  const transfer = { destination, amount: '1' };
  expect((await post(handler, '/api/token/xrpTransfer/0', transfer)).status).toBe(200);
  expect(world.sandbox.custody.transactions.map(({ json }) => json.operation)).toEqual([
    'TRANSFER',
  ]);
  for (const step of STEPS) {
    const isTaken = ['lane', 'read', 'approval', 'confirm'].includes(step);
    const times = await counted(metrics, 'step_seconds_count', { step });
    expect([step, times]).toEqual([step, isTaken ? 1 : 0]);
  }
  await world.stop();
});

test('what three handlers share keeps their chains apart, whatever their operations are called', async () => {
  const metrics = await gatewayMetrics();
  const worlds = await Promise.all(GATEWAYS.map((kind) => kind.start()));
  for (const [index, world] of worlds.entries()) {
    const handler = world.handler({ metrics });
    const write = GATEWAYS[index]?.routes.find(({ bodyOptional }) => !bodyOptional);
    if (!write) throw new Error('Every gateway has a write.');
    // As many requests as nobody else has.
    for (let times = 0; times <= index; times++) {
      await handler(new Request('http://localhost/api/requests/0'));
      await post(handler, filled(write.path), { nothing: 'known' });
    }
  }
  for (const [index, { name: chain }] of GATEWAYS.entries()) {
    const times = index + 1;
    const read = { chain, operation: 'pending', status: '200' };
    expect(await counted(metrics, 'http_requests_total', read)).toBe(times);
    const refused = { chain, outcome: 'INVALID_INPUT' };
    expect(await counted(metrics, 'transactions_total', refused)).toBe(times);
    expect(await counted(metrics, 'transactions_total', { chain })).toBe(times);
  }
  await Promise.all(worlds.map((world) => world.stop()));
});
