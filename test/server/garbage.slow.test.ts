import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GATEWAYS, type ServedWorld } from '../support/gateways.js';
import { headerText, mutated, part, query } from '../support/hostile-values.js';
import { runs } from '../support/runs.js';
import { type Serving, serving } from '../support/serving.js';

describe.each(GATEWAYS)('garbage on the routes of $name', ({ name, routes, start }) => {
  let world: ServedWorld;
  let server: Serving;
  beforeAll(async () => {
    // What happens to be right goes no further than to those who approve, who never do.
    world = await start(() => 'wait');
    server = await serving(world.handler({ waitMs: 100, patienceMs: 200, maxBodyBytes: 10_000 }));
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
