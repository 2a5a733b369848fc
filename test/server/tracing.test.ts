import { type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { xrplHandler } from '../../src/handlers.js';
import { SlowWorld } from '../support/slow-world.js';
import { newWorld, type World } from '../support/world.js';

interface Recorded {
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly from: unknown;
  to: unknown;
  failed: boolean;
}

const spans: Recorded[] = [];

/** As much of a tracer as is asked of one. */
const tracer = {
  startSpan(name: string, { startTime, attributes }: SpanOptions = {}, context?: never) {
    const outer = context && trace.getSpan(context);
    const parent = outer && names.get(outer);
    const recorded: Recorded = {
      name,
      parent,
      attributes: { ...attributes },
      from: startTime,
      to: undefined,
      failed: false,
    };
    spans.push(recorded);
    const span = {
      setAttribute: (key: string, value: unknown) => {
        recorded.attributes[key] = value;
      },
      setStatus: () => {
        recorded.failed = true;
      },
      end: (at?: unknown) => {
        recorded.to = at ?? 'now';
      },
    } as unknown as Span;
    names.set(span, name);
    return span;
  },
} as unknown as Tracer;
const names = new WeakMap<object, string>();

let world: World;
beforeEach(async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  world = await newWorld();
});
afterEach(async () => {
  trace.disable();
  spans.length = 0;
  await world.stop();
});

test('an operation is a span, and each step of its transaction one within it', async () => {
  const handler = xrplHandler(world.gateway);
  const url = 'http://localhost/api/account/address/0';
  // Loaded while nobody waits.
  await expect
    .poll(async () => {
      await handler(new Request(url));
      return spans.length;
    })
    .toBeGreaterThan(0);
  expect(spans[0]).toMatchObject({
    name: 'custody-gateways address',
    attributes: { 'custody_gateways.chain': 'xrpl', 'custody_gateways.outcome': 'success' },
    to: 'now',
  });
  spans.length = 0;
  const send = (body: unknown) =>
    handler(
      new Request('http://localhost/api/token/accountSet/0', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  expect((await send({ configs: { domain: 'example.com' } })).status).toBe(200);
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ['custody-gateways accountSet', undefined],
    ...['lane', 'read', 'number', 'prepare', 'approval', 'turn', 'submit', 'confirm'].map(
      (name) => [name, 'custody-gateways accountSet'],
    ),
  ]);
  for (const { to } of spans) expect(to).toBeDefined();
  for (const { from, to } of spans.slice(1))
    expect(Number(to)).toBeGreaterThanOrEqual(Number(from));
  expect(spans[0]?.attributes).toEqual({
    'custody_gateways.chain': 'xrpl',
    'custody_gateways.network': expect.stringMatching(/^xrpl:\d+$/),
    'custody_gateways.outcome': 'success',
  });

  spans.length = 0;
  expect((await send({ configs: { tickSize: 99 } })).status).toBe(400);
  expect(spans).toMatchObject([
    {
      failed: true,
      to: 'now',
      attributes: { 'custody_gateways.chain': 'xrpl', 'custody_gateways.outcome': 'INVALID_INPUT' },
    },
  ]);
});

test('a step is a span of its own time, which begins where the step before it ended', async () => {
  const slow = new SlowWorld();
  const handler = xrplHandler(slow.gateway());
  await expect
    .poll(async () => {
      await handler(new Request('http://localhost/api/account/address/0'));
      return spans.length;
    })
    .toBeGreaterThan(0);
  spans.length = 0;
  const request = new Request('http://localhost/api/token/accountSet/0', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ configs: { domain: 'example.com' } }),
  });
  await slow.ended(handler(request));
  const steps = spans.slice(1).map(({ name, from, to }) => [name, Number(to) - Number(from)]);
  expect(steps).toEqual([
    ['lane', 0],
    ['read', 580],
    ['number', 0],
    ['prepare', 0],
    ['approval', 5_000],
    ['turn', 0],
    ['submit', 120],
    ['confirm', 340],
  ]);
  for (const [index, { from }] of spans.slice(2).entries()) expect(from).toBe(spans[index + 1]?.to);
});
