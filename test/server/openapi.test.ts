import { describe, expect, test } from 'vitest';
import { aptosApi } from '../../src/aptos/routes/index.js';
import { errorStatuses } from '../../src/http/statuses.js';
import { openApiOf } from '../../src/server/openapi.js';
import { requestRoutes } from '../../src/server/requests.js';
import { type GatewayApi, methodOf } from '../../src/server/route.js';
import { stacksApi } from '../../src/stacks/routes/index.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const documentOf = (api: GatewayApi<never>, more = {}) =>
  JSON.parse(
    JSON.stringify(
      openApiOf(api, {
        basePath: '/base',
        version: '1.2.3',
        isGuarded: false,
        hasMetrics: true,
        ...more,
      }),
    ),
  ) as Document;

const APIS: readonly (readonly [string, GatewayApi<never>])[] = [
  ['xrpl', xrplApi() as unknown as GatewayApi<never>],
  ['aptos', aptosApi() as unknown as GatewayApi<never>],
  ['stacks', stacksApi() as unknown as GatewayApi<never>],
];

describe.each(APIS)('the document of %s', (_, table) => {
  const api = { ...table, routes: [...requestRoutes<never>(table), ...table.routes] };
  const document = documentOf(api);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

  test('has every route by its method, in all its spellings', () => {
    for (const route of api.routes) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        const template = path.replace(/:(\w+)/g, '{$1}');
        expect(document.paths[template]).toHaveProperty(methodOf(route).toLowerCase());
      }
    }
    expect(document.paths).toHaveProperty('/api/metrics');
    expect(document.servers).toEqual([{ url: '/base' }]);
  });

  test('gives every operation a name of its own, and every part of a path a parameter', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, item] of Object.entries(document.paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(item)) {
        const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect(named).toEqual(parts);
      }
    }
  });

  test('refers to nothing that it doesn’t have', () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, pointer).toBeDefined();
    }
  });

  test('shows for each status the codes that the error table has for it', () => {
    const shown = new Map(
      Object.entries(document.components.responses).map(([name, { description }]) => [
        Number(name.replace('Error', '')),
        [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code),
      ]),
    );
    expect(shown.get(500)).toEqual(['INTERNAL']);
    for (const [status, codes] of shown) {
      if (status === 500) continue;
      const table = errorStatuses().filter((one) => one.status === status);
      expect(table.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
      expect(codes.length).toBeGreaterThan(0);
    }
    const known = [...shown.values()].flat();
    for (const code of ['INVALID_INPUT', 'SIGNATURE_PENDING', 'CUSTODY_UNAVAILABLE']) {
      expect(known).toContain(code);
    }
    for (const { responses } of operations.filter(({ responses }) => '400' in responses)) {
      expect(Object.keys(responses).map(Number)).toEqual(
        expect.arrayContaining([200, ...shown.keys()]),
      );
    }
  });
});

test('a guarded server says how callers show who they are', () => {
  const [, api] = APIS[0]!;
  expect(documentOf(api).security).toBeUndefined();
  expect(documentOf(api, { isGuarded: true }).security).toEqual([{ token: [] }, {}]);
});
