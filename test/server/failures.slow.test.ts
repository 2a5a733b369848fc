import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filled, GATEWAYS, type ServedWorld } from '../support/gateways.js';
import { type Serving, serving } from '../support/serving.js';

const LIMIT = 2_000;

/** Without a vault account and its slash, their paths are those of other routes. */
const OTHER_WITHOUT_VAULT = ['resume', 'getTxStatusById'];

interface Failure {
  readonly code: string;
  readonly error: string;
  readonly message: string;
}

describe.each(GATEWAYS)('what goes wrong on the routes of $name', ({ name, routes, start }) => {
  let world: ServedWorld;
  let server: Serving;
  beforeAll(async () => {
    world = await start();
    server = await serving(world.handler({ maxBodyBytes: LIMIT }));
  });
  afterAll(async () => {
    // None of all that was ever put before anybody.
    expect(world.sandbox.custody.transactions).toEqual([]);
    await server.stop();
    await world.stop();
  });

  const JSON_TYPE = { 'content-type': 'application/json' };

  async function failing(method: string, path: string, init: RequestInit = {}) {
    const response = await fetch(`${server.url}${path}`, { method, ...init });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const json = (await response.json()) as Failure;
    expect(json).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
      code: expect.any(String),
      retryable: expect.any(Boolean),
      requestId: response.headers.get('x-request-id'),
      ...(name === 'stacks' && { success: false }),
    });
    return [response.status, json.code, json.error, json.message];
  }

  const writes = routes.filter(({ route }) => route.kind === 'write');
  const ofVaults = routes.filter(({ path }) => /:vault\w+/.test(path));

  test.each(ofVaults)('$name wants a vault account', async ({ method, path, route }) => {
    const missing = [
      400,
      'MISSING_VAULT_ACCOUNT',
      'Missing vault account ID',
      'Vault account Id is missing from the request URL',
    ];
    const without = filled(path.replace(/:vault\w+/, ''));
    const shorter = without.replace('//', '/').replace(/\/$/, '');
    expect(await failing(method, without)).toEqual(missing);
    if (OTHER_WITHOUT_VAULT.includes(route.operation) && !path.includes('/tx/')) return;
    expect(await failing(method, shorter)).toEqual(missing);
  });

  test.each(routes)('$name has no neighbour', async ({ method, path }) => {
    const other = `${filled(path)}/and/more/of/it`;
    expect(await failing(method, other)).toEqual([
      404,
      'ROUTE_NOT_FOUND',
      'Not Found',
      `Cannot ${method} ${other}`,
    ]);
  });

  test.each(routes)('$name knows what may be asked', async ({ method, path, example }) => {
    const init =
      method === 'POST' ? { headers: JSON_TYPE, body: JSON.stringify(example ?? {}) } : {};
    const [status, code] = await failing(method, `${filled(path)}?nobody=knows`, init);
    expect([status, code]).toEqual([400, 'INVALID_INPUT']);
  });

  test.each(writes)('$name wants a body that is JSON, and not too much of it', async (route) => {
    const path = filled(route.path);
    const post = async (body: string | undefined, headers: Record<string, string> = JSON_TYPE) => {
      const [status, code] = await failing('POST', path, {
        headers,
        ...(body !== undefined && { body }),
      });
      return [status, code];
    };
    if (!route.bodyOptional) expect(await post(undefined, {})).toEqual([400, 'INVALID_INPUT']);
    for (const body of ['{', '{"a":1}}', 'null', '[]', '"text"', '\u0000']) {
      expect(await post(body)).toEqual([400, 'INVALID_INPUT']);
    }
    const text = { 'content-type': 'text/plain' };
    expect(await post(JSON.stringify(route.example), text)).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    const large = JSON.stringify({ text: 'x'.repeat(LIMIT) });
    expect(await post(large)).toEqual([413, 'BODY_TOO_LARGE']);
    const unknown = JSON.stringify({ nobodyKnowsThis: 1 });
    expect(await post(unknown)).toEqual([400, 'INVALID_INPUT']);
    const empty = { ...JSON_TYPE, 'idempotency-key': '' };
    expect(await post(JSON.stringify(route.example), empty)).toEqual([400, 'INVALID_INPUT']);
  });

  test.each(writes)('$name hears nothing from pages of other sites', async ({ path }) => {
    const headers = { ...JSON_TYPE, origin: 'https://evil.example' };
    const [status, code] = await failing('POST', filled(path), { headers, body: '{}' });
    expect([status, code]).toEqual([403, 'CROSS_ORIGIN']);
  });
});
