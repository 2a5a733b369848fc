import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GATEWAYS, type ServedWorld } from '../support/gateways.js';
import { runs } from '../support/runs.js';
import { type Serving, serving } from '../support/serving.js';

const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.bigInt().map(String),
  fc.boolean(),
  fc.constantFrom(null, '', '0x', '-1', '1e400', 'NaN', '__proto__', '🏦'.repeat(50)),
);

const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 10 }), scalar, { maxKeys: 3 }),
  fc.object({ maxDepth: 3 }),
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values like a good one, with one of its parts, however deep, made something else or left out. */
function mutated(example: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) {
    const parts = example.map((part) => mutated(part));
    return fc.oneof(
      anything,
      fc.tuple(...parts),
      fc.array(fc.constant(example[0]), { maxLength: 30 }),
    );
  }
  if (!isRecord(example)) return anything;
  const names = Object.keys(example);
  const oneChanged = names.map((name) =>
    mutated(example[name]).map((value) => ({ ...example, [name]: value })),
  );
  const oneLess = names.map((name) => {
    const { [name]: _, ...rest } = example;
    return fc.constant(rest);
  });
  const oneMore = fc
    .tuple(fc.string(), anything)
    .map(([name, value]) => ({ ...example, [name]: value }));
  return fc.oneof(...oneChanged, ...oneLess, oneMore, anything);
}

const part = fc.oneof(
  fc.constantFrom('0', '1', '%00', '%', '%2e%2e', '..', '%F0%9F%8F%A6', '0%2F1', ' ', '-1'),
  fc.string({ minLength: 1, maxLength: 200 }).map(encodeURIComponent),
);

const query = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '',
    '?',
    '?note=',
    '?newAttempt=0',
    '?onExpiry=never',
    '?limit=-1',
    '?note=a&note=b',
  ),
  fc.dictionary(fc.string(), fc.string()).map((fields) => `?${new URLSearchParams(fields)}`),
);

const headerText = fc.string({ maxLength: 150 }).map((text) => text.replace(/[^\x20-\x7e]/g, '~'));

describe.each(GATEWAYS)('garbage on the routes of $name', ({ name, routes, start }) => {
  let world: ServedWorld;
  let server: Serving;
  beforeAll(async () => {
    // What happens to be right goes no further than to those who approve, who never do.
    world = await start(() => 'wait');
    server = await serving(world.handler({ waitMs: 100, patienceMs: 200, bodyLimit: 10_000 }));
  });
  afterAll(async () => {
    await server.stop();
    await world.stop();
  });

  test.each(routes)('$name answers in JSON that it is none of its own fault', async (route) => {
    const requests = fc.record({
      vault: part,
      other: part,
      query,
      body: fc.oneof(
        mutated(route.example).map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      type: fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, headerText),
      key: fc.option(headerText),
      prefer: fc.option(fc.oneof(fc.constantFrom('wait=0', 'wait=99999'), headerText)),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ vault, other, query, body, type, key, prefer }) => {
        const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
          name.startsWith('vault') ? vault : other,
        );
        const response = await fetch(`${server.url}${path}${query}`, {
          method: route.method,
          headers: {
            'content-type': type,
            ...(key !== null && { 'idempotency-key': key }),
            ...(prefer !== null && { prefer }),
          },
          signal: AbortSignal.timeout(30_000),
          ...(route.method === 'POST' && { body }),
        });
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        expect([response.status < 500, isJson, text]).toEqual([true, true, text]);
        const json = JSON.parse(text);
        if (response.status >= 400) expect(json).toHaveProperty('code');
        if (name === 'stacks') expect(json.success).toBe(response.status === 200);
      }),
      runs(40),
    );
  });
});
