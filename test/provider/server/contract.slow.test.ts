import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/provider/operation.js';
import { allOperations } from '../../../src/provider/operations/all.js';
import { jsonSchemaOf } from '../../../src/provider/schemas/json-schema.js';
import { post, type Sending, send, serve } from './support/caller.js';
import { BODIES, COLLATERAL_ID, exchange } from './support/exchange.js';

type Json = Readonly<Record<string, unknown>>;

/** Ids that are there, so that what is refused is refused for what is under test. */
const IDS = { accountId: 'main', id: 'd-1', collateralId: COLLATERAL_ID } as const;

const pathOf = ({ path }: Operation, ids: Readonly<Record<string, string>> = IDS) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');

const operations = allOperations();
const written = operations.flatMap((operation) =>
  operation.kind !== 'read' && operation.body ? [[operation.name, operation] as const] : [],
);
const paged = operations.flatMap((operation) =>
  'list' in operation ? [[operation.name, operation] as const] : [],
);
const withParams = operations.flatMap((operation) =>
  operation.path.includes('{') ? [[operation.name, operation] as const] : [],
);

/** Paths to every property of a value, the outer ones first. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...path, name],
    ...pathsIn(inner, [...path, name]),
  ]);
}

function changed(value: unknown, path: readonly string[], change: (parent: Json) => Json): Json {
  const parent = value as Json;
  const [name = '', ...rest] = path;
  return rest.length === 0
    ? change(parent)
    : { ...parent, [name]: changed(parent[name], rest, change) };
}

/** Where one of several kinds is wanted, another kind's property may be the one that is missed. */
const KIND_OF = /\/(?:nationalCurrencyCode|cryptocurrencySymbol|assetId|fromAmount|toAmount)$/;
const family = (name: string) => name.replace(KIND_OF, '/*');

const handler = serve(exchange().provider);

describe('bodies that lack a property', () => {
  it.each(written)('%s', async (name, operation) => {
    const body = BODIES[name];
    expect(body, 'a body that is right').toBeDefined();
    for (const path of pathsIn(body)) {
      const bad = changed(body, path, (parent) => {
        const { [path.at(-1) ?? '']: _, ...without } = parent;
        return without;
      });
      const key = { ...bad, ...(path[0] !== 'idempotencyKey' && keyed(operation)) };
      const answer = await post(handler, pathOf(operation), key);
      const propertyName = `/${path.join('/')}`;
      expect({ ...answer.body, status: answer.status }, propertyName).toMatchObject({
        status: 400,
        errorType: 'schema-property-error',
        requestPart: 'body',
      });
      expect(family(String(answer.body.propertyName))).toBe(family(propertyName));
    }
  });
});

const keyed = (operation: Operation) =>
  operation.kind === 'keyed' ? { idempotencyKey: crypto.randomUUID() } : {};

describe('bodies with a property of another type', () => {
  it.each(written)('%s', async (name, operation) => {
    for (const path of pathsIn(BODIES[name])) {
      for (const wrong of [7, true, null, [[]]]) {
        const bad = changed(BODIES[name], path, (parent) => ({
          ...parent,
          [path.at(-1) ?? '']: wrong,
        }));
        const key = path[0] === 'idempotencyKey' ? {} : keyed(operation);
        const answer = await post(handler, pathOf(operation), { ...bad, ...key });
        const propertyName = `/${path.join('/')}`;
        expect({ ...answer.body, status: answer.status }, propertyName).toMatchObject({
          status: 400,
          errorType: 'schema-property-error',
          requestPart: 'body',
        });
        // Of a list it is the item that is wrong.
        expect(answer.body.propertyName?.startsWith(propertyName), answer.text).toBe(true);
      }
    }
  });
});

describe('bodies that are none', () => {
  it.each(written)('%s', async (_, operation) => {
    const path = pathOf(operation);
    for (const body of ['', '{', '[]', 'null', '"text"', '7', '\u0000']) {
      const answer = await post(handler, path, body);
      expect([answer.status, answer.body.errorType, answer.body.requestPart], body).toEqual([
        400,
        'schema-error',
        'body',
      ]);
    }
    const asText = await post(handler, path, '{}', { headers: { 'content-type': 'text/plain' } });
    expect(asText.status).toBe(415);
  });
});

describe('pages', () => {
  it.each(paged)('%s takes 1 to 200', async (_, operation) => {
    const own = serve(exchange().provider);
    await post(own, '/accounts/main/collateral/link', BODIES.createCollateralAccountLink);
    const path = pathOf(operation);
    for (const limit of ['-1', '0', '201', '1.5', '1e2', 'ten', '', '99999999999']) {
      const { status, body } = await send(own, `${path}?limit=${limit}`);
      expect([status, body.errorType, body.requestPart, body.propertyName], limit).toEqual([
        400,
        'schema-property-error',
        'querystring',
        '/limit',
      ]);
    }
    for (const limit of ['1', '200']) {
      expect((await send(own, `${path}?limit=${limit}`)).status).toBe(200);
    }
    const twice = await send(own, `${path}?limit=1&limit=2`);
    expect(twice.body).toMatchObject({
      errorType: 'schema-property-error',
      propertyName: '/limit',
    });
    const both = await send(own, `${path}?startingAfter=a&endingBefore=b`);
    expect(both.status).toBe(400);
    expect(both.body).toEqual({
      message: expect.any(String),
      errorType: 'schema-error',
      requestPart: 'querystring',
    });
    for (const cursor of ['startingAfter', 'endingBefore']) {
      const unknown = await send(own, `${path}?${cursor}=nobody`);
      expect([unknown.status, unknown.body], cursor).toMatchObject([
        400,
        { errorType: 'bad-request', requestPart: 'querystring', propertyName: `/${cursor}` },
      ]);
    }
    expect((await send(own, `${path}?limit=1&startingAfter=&newer=than-this`)).status).toBe(200);
  });

  it('are in one of two orders', async () => {
    const ordered = paged.filter(
      ([, operation]) =>
        operation.kind === 'read' &&
        'order' in Object(Object(jsonSchemaOf(operation.query?.() as never)).properties),
    );
    expect(ordered.map(([name]) => name)).toHaveLength(7);
    for (const [, operation] of ordered) {
      const { status, body } = await send(handler, `${pathOf(operation)}?order=newest`);
      expect([status, body.propertyName]).toEqual([400, '/order']);
    }
  });
});

describe('ids', () => {
  it.each(withParams)('%s of nothing are 404', async (name, operation) => {
    const own = serve(exchange().provider);
    const sending: Sending = {
      method: operation.method,
      ...(BODIES[name] && { body: { ...BODIES[name], ...keyed(operation) } }),
    };
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each);
    for (const unknown of names) {
      const path = pathOf(operation, { ...IDS, [unknown]: crypto.randomUUID() });
      const answer = await send(own, path, sending);
      expect([answer.status, answer.body.errorType], path).toEqual([404, 'not-found']);
    }
  });

  it.each(withParams.filter(([, { path }]) => path.includes('{accountId}')))(
    '%s of accounts are letters, digits, _ and -',
    async (name, operation) => {
      for (const accountId of ['a%20b', 'a.b', '%F0%9F', 'a%2Fb']) {
        const answer = await send(handler, pathOf(operation, { ...IDS, accountId }), {
          method: operation.method,
          ...(BODIES[name] && { body: { ...BODIES[name], ...keyed(operation) } }),
        });
        expect([answer.status, answer.body], accountId).toMatchObject([
          400,
          { errorType: 'schema-property-error', requestPart: 'params', propertyName: '/accountId' },
        ]);
      }
    },
  );

  it.each(written.filter(([, { path }]) => path.includes('{')))(
    '%s are looked for after the body',
    async (_, operation) => {
      const path = pathOf(operation, { ...IDS, accountId: 'nobody' });
      expect((await post(handler, path, { ...keyed(operation) })).status).toBe(400);
    },
  );
});

describe('methods of another kind', () => {
  const kinds = [
    'createBlockchainWithdrawal',
    'createFiatWithdrawal',
    'createPeerAccountWithdrawal',
    'createSubAccountWithdrawal',
  ];
  const cases = kinds.flatMap((to) =>
    kinds.filter((of) => of !== to).map((of) => [to, of] as const),
  );

  it.each(cases)('%s refuses those of %s', async (to, of) => {
    const operation = operations.find(({ name }) => name === to);
    const body = { ...BODIES[of], idempotencyKey: crypto.randomUUID() };
    const answer = await post(handler, operation ? pathOf(operation) : '', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errorType: 'schema-property-error', requestPart: 'body' });
    expect(answer.body.propertyName).toMatch(/^\/(?:destination|balanceAsset)\//);
  });

  it('refuses native cryptocurrencies of peer accounts', async () => {
    const body = {
      ...BODIES.createPeerAccountWithdrawal,
      idempotencyKey: crypto.randomUUID(),
      balanceAsset: { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' },
    };
    const answer = await post(handler, '/accounts/main/transfers/withdrawals/peeraccount', body);
    expect(answer.status).toBe(400);
    expect(answer.body.propertyName).toMatch(/^\/balanceAsset/);
  });
});

describe('what is right', () => {
  it.each(written)('%s is done', async (name, operation) => {
    const own = serve(exchange().provider);
    if (operation.platform && name !== 'createCollateralAccountLink') {
      await post(own, '/accounts/main/collateral/link', BODIES.createCollateralAccountLink);
    }
    const answer = await post(own, pathOf(operation), { ...BODIES[name], ...keyed(operation) });
    const created = /^create(?:\w+Withdrawal|Ramp)$/.test(name);
    expect([answer.status, answer.text]).toEqual([created ? 201 : 200, answer.text]);
  });
});
