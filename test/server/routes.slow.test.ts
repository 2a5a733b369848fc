import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentedAnswers, documentedAnswers } from '../support/documented-answers.js';
import {
  EXAMPLES_REFUSED,
  filled,
  GATEWAYS,
  type Refusal,
  type ServedWorld,
  type SpeltRoute,
} from '../support/gateways.js';
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
  stacks: [
    ...[
      'address',
      'publicKey',
      'btc-rewards-address',
      'balance',
      'ft-balances',
      'transactions',
    ].map((name) => `GET /api/:vaultId/${name}`),
    'GET /api/:vaultId/transactions/:txId',
    'GET /api/:vaultId/tx/:txId',
    'GET /api/:vaultId/check-status',
    'GET /api/:vaultId/status',
    ...['transfer', 'transfer/stx', 'stacking/solo', 'stack/solo', 'stacking/pool/delegate'].map(
      (name) => `POST /api/:vaultId/${name}`,
    ),
    'POST /api/:vaultId/stacking/pool/allow-contract-caller',
    'POST /api/:vaultId/revoke-delegation',
  ],
};

/** Nobody has used the key of the requests that are asked for. */
const NO_REQUEST: Readonly<Record<string, Refusal>> = {
  resume: [404, 'TRANSACTION_NOT_FOUND'],
  cancel: [404, 'TRANSACTION_NOT_FOUND'],
};

const OTHERWISE: Readonly<Record<string, Refusal>> = { ...NO_REQUEST, ...EXAMPLES_REFUSED };

/** pox-5 needs no such permission, so that no transaction is made. */
const NO_TRANSACTION = 'allowContractCaller';

describe.each(GATEWAYS)('the routes of $name', ({ name, routes, start }) => {
  let world: ServedWorld;
  let server: Serving;
  let parts: Readonly<Record<string, string>>;
  let answers: DocumentedAnswers;
  beforeAll(async () => {
    world = await start();
    parts = await world.stage();
    server = await serving(world.handler());
    answers = await documentedAnswers(server.url);
  });
  afterAll(async () => {
    await server.stop();
    await world.stop();
  });

  test('are all that the specification has, and more', () => {
    const names = routes.map((route) => route.name);
    expect(names).toEqual(expect.arrayContaining([...(SPECIFIED[name] ?? [])]));
  });

  const examples = routes.flatMap((route) =>
    route.examples.map((example, index) => ({
      ...route,
      example,
      name: index === 0 ? route.name : `${route.name} (${index + 1})`,
    })),
  );

  async function send({ method, path, query, vault, example, bodyOptional }: SpeltRoute) {
    const isEmpty = bodyOptional && Object.keys(example ?? {}).length === 0;
    const body = isEmpty ? {} : { body: JSON.stringify(example) };
    const headers = { 'content-type': 'application/json' };
    const vaults = { vaultAccountId: vault, vaultId: vault };
    return fetch(`${server.url}${filled(path, { ...parts, ...vaults })}${query}`, {
      method,
      ...(method === 'POST' && { headers, ...body }),
    });
  }

  test.each(examples)('$name does what its example says', async (route) => {
    const response = await send(route);
    const { operation, kind } = route.route;
    const [status, code] = OTHERWISE[operation] ?? [200, undefined];
    const text = await response.text();
    expect([response.status, text]).toEqual([status, text]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    const json = JSON.parse(text);
    expect(json?.code).toBe(code);
    if (name === 'stacks') expect(json.success).toBe(status === 200);
    if (status === 200) answers.check(route.method, route.path, json);
    if (kind !== 'write' || status !== 200 || operation === NO_TRANSACTION) return;
    expect(response.headers.get('idempotency-key')).toMatch(/^\S{1,128}$/);
    if (operation === 'submitBatch') expect(json.members).toHaveLength(2);
    expect(json.receipt.idempotencyKey).toBe(response.headers.get('idempotency-key'));
    if (route.path.startsWith('/api/dex') || route.path.startsWith('/api/token/t')) {
      expect(json).toMatchObject({
        type: 'response',
        result: { validated: true, meta: { TransactionResult: 'tesSUCCESS' } },
      });
    }
  });

  const requestPath = (operation: string) =>
    routes.find(({ route }) => route.operation === operation)?.path ?? '';

  test('how far a transaction is, is answered as the documents say', async () => {
    const waiting = await start(() => 'wait');
    const [write] = routes.filter(({ route }) => route.kind === 'write');
    const handler = waiting.handler();
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await handler(new Request(`http://localhost${path}`, init));
      return { response, json: (await response.json()) as { readonly data?: unknown } };
    };
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': 'K',
      prefer: 'wait=0',
    };
    const body = JSON.stringify(write?.example);
    const first = await ask(filled(write?.path ?? ''), { method: 'POST', headers, body });
    expect(first.response.status).toBe(202);
    const location = first.response.headers.get('location') ?? '';
    expect(location).toBe(filled(requestPath('resume')));
    expect(first.response.headers.get('idempotency-key')).toBe('K');
    expect((await ask(location)).response.status).toBe(202);
    const list = filled(requestPath('pending'));
    const pending = async () => (await ask(list)).json;
    const found = async () => {
      const json = await pending();
      return json.data ?? json;
    };
    await expect.poll(found).toMatchObject([{ idempotencyKey: 'K' }]);
    answers.check('GET', requestPath('pending'), await pending());
    const cancelled = await ask(filled(requestPath('cancel')), { method: 'POST' });
    expect([cancelled.response.status, cancelled.json]).toEqual([200, cancelled.json]);
    answers.check('POST', requestPath('cancel'), cancelled.json);
    await waiting.stop();
  });

  test.each(
    routes.filter(({ route }) => /^submitBatch$|^xrpTransfer$|^transfer/.test(route.operation)),
  )('what became of $name is answered as the documents say', async (route) => {
    const key = `again ${route.path}`.replace(/[^\w]+/g, '-');
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const vaults = { vaultAccountId: route.vault, vaultId: route.vault };
    const made = await fetch(`${server.url}${filled(route.path, vaults)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(route.example),
    });
    expect(made.status).toBe(200);
    const again = filled(requestPath('resume'), { ...vaults, idempotencyKey: key });
    const known = await fetch(`${server.url}${again}`);
    expect(known.status).toBe(200);
    const json = (await known.json()) as { readonly receipt: object };
    answers.check('GET', requestPath('resume'), json);
    expect(await made.json()).toMatchObject({ receipt: json.receipt });
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
