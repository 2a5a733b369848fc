import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentedAnswers, documentedAnswers } from '../support/documented-answers.js';
import {
  EXAMPLES_REFUSED,
  filled,
  GATEWAYS,
  type ServedWorld,
  type SpeltRoute,
} from '../support/gateways.js';
import { type Serving, serving } from '../support/serving.js';

describe.each(GATEWAYS)('previews of $name', ({ routes, start }) => {
  const writes = routes.filter(({ route }) => route.kind === 'write');
  let world: ServedWorld;
  let server: Serving;
  let parts: Readonly<Record<string, string>>;
  let answers: DocumentedAnswers;
  let asked = 0;
  beforeAll(async () => {
    world = await start(() => {
      asked++;
      return 'approve';
    });
    parts = await world.stage();
    server = await serving(world.handler());
    answers = await documentedAnswers(server.url);
  });
  afterAll(async () => {
    await server.stop();
    await world.stop();
  });

  function send({ path, vault, example }: SpeltRoute, ending: string, more: object = {}) {
    const vaults = { vaultAccountId: vault, vaultId: vault };
    return fetch(`${server.url}${filled(path, { ...parts, ...vaults })}${ending}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'seen-first' },
      body: JSON.stringify({ ...(example as object), ...more }),
    });
  }

  test.each(writes)('$name/preview says what would be signed, and asks nobody', async (route) => {
    const before = asked;
    const response = await send(route, '/preview');
    const [status, code] = EXAMPLES_REFUSED[route.route.operation] ?? [200, undefined];
    const text = await response.text();
    expect([response.status, text]).toEqual([status, text]);
    const json = JSON.parse(text);
    expect(json.code).toBe(code);
    expect(asked).toBe(before);
    if (status !== 200) return;
    answers.check('POST', `${route.path}/preview`, json);
    // Rewards are pulled first, under a key that follows from the call's.
    const key = route.route.operation === 'claimRewards' ? /; key \w{32};/ : 'key seen-first';
    if (json.transactions.length > 0) expect(json.summary).toMatch(key);
    // The key is as free as it was.
    const { vault } = route;
    const requests = await fetch(
      `${server.url}${filled(requestPath, { vaultAccountId: vault, vaultId: vault })}`,
    );
    expect(await requests.text()).not.toContain('seen-first');
  });

  const requestPath =
    routes.find(({ route }) => route.operation === 'pending')?.path ?? 'no such route';

  test.each(writes)('$name: a `preview` in a wrong place never pays', async (route) => {
    const before = asked;
    for (const [ending, more] of [
      ['?preview=true', {}],
      ['?preview', {}],
      ['', { preview: true }],
      ['/previews', {}],
      ['/preview/', { preview: true }],
    ] as const) {
      const response = await send(route, ending, more);
      expect([ending, response.status]).toEqual([ending, ending === '/previews' ? 404 : 400]);
    }
    expect(asked).toBe(before);
  });
});
