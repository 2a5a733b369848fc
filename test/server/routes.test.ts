import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filled, GATEWAYS, type ServedWorld, type SpeltRoute } from '../support/gateways.js';
import { type Serving, serving } from '../support/serving.js';

/** Where the spec's tables end, and how many of their rows there are. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  xrpl: [
    ...['offerCreate', 'offerCancel', 'crossCurrencyPayment'].map((name) => `dex/${name}`),
    ...['tokenTransfer', 'accountSet', 'burnToken', 'clawback', 'freezeToken', 'trustSet'].map(
      (name) => `token/${name}`,
    ),
    'token/xrpTransfer',
  ].map((path) => `POST /api/${path}/:vaultAccountId`),
  aptos: [
    ...['address', 'balance', 'balances', 'coins_data', 'publicKey', 'transactions'].map(
      (name) => `GET /api/:vaultId/${name}`,
    ),
    'POST /api/:vaultId/transfer/move',
    'POST /api/:vaultId/transfer/token',
  ],
};

/** What a route is answered with that is about something which isn't there. */
const OTHERWISE: Readonly<Record<string, number>> = { resume: 404, cancel: 404 };

/** Its example only shows the form: a transaction that is built elsewhere has its account's next number. */
const FORM_ONLY = 'POST /api/:vaultId/transaction/submit';

describe.each(GATEWAYS)('the routes of $name', ({ name, routes, start }) => {
  let world: ServedWorld;
  let server: Serving;
  beforeAll(async () => {
    world = await start();
    await world.stage();
    server = await serving(world.handler());
  });
  afterAll(async () => {
    await server.stop();
    await world.stop();
  });

  test('are all that the specification has, and more', () => {
    const names = routes.map((route) => route.name);
    expect(names).toEqual(expect.arrayContaining([...(SPECIFIED[name] ?? [])]));
  });

  async function send({ method, path, example, bodyOptional }: SpeltRoute) {
    const body = bodyOptional ? {} : { body: JSON.stringify(example) };
    const headers = { 'content-type': 'application/json' };
    return fetch(`${server.url}${filled(path)}`, {
      method,
      ...(method === 'POST' && { headers, ...body }),
    });
  }

  test.each(routes)('$name does what its example says', async (route) => {
    const response = await send(route);
    if (route.name === FORM_ONLY) return expect(response.status).toBe(400);
    const text = await response.text();
    expect([response.status, text]).toEqual([OTHERWISE[route.route.operation] ?? 200, text]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    const json = JSON.parse(text);
    if (response.status === 404) {
      expect(json).toMatchObject({ error: 'Transaction Not Found', code: 'TRANSACTION_NOT_FOUND' });
    }
    if (route.route.kind !== 'write' || response.status !== 200) return;
    expect(response.headers.get('idempotency-key')).toMatch(/^\S{1,128}$/);
    if (route.route.operation === 'submitBatch') expect(json.members).toHaveLength(2);
    expect(json.receipt.idempotencyKey).toBe(response.headers.get('idempotency-key'));
    if (route.path.startsWith('/api/dex') || route.path.startsWith('/api/token/t')) {
      expect(json).toMatchObject({
        type: 'response',
        result: { validated: true, meta: { TransactionResult: 'tesSUCCESS' } },
      });
    }
  });

  test.each(routes)('$name has no other method', async (route) => {
    const before = world.sandbox.custody.messages.length;
    const url = `${server.url}${filled(route.path)}`;
    const wrong = await fetch(url, { method: 'DELETE' });
    expect(wrong.status).toBe(404);
    const path = filled(route.path);
    expect(await wrong.json()).toMatchObject({
      error: 'Not Found',
      message: `Cannot DELETE ${path}`,
    });
    expect(world.sandbox.custody.messages).toHaveLength(before);
  });
});
