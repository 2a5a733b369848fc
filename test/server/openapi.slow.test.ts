import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { aptosApi } from '../../src/aptos/routes/index.js';
import { errorMeanings } from '../../src/core/error-reference.js';
import { statusesOf } from '../../src/http/statuses.js';
import { openApiOf } from '../../src/server/openapi.js';
import { requestRoutes } from '../../src/server/requests.js';
import { type GatewayApi, methodOf, type TransactionGateway } from '../../src/server/route.js';
import { stacksApi } from '../../src/stacks/routes/index.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';

type Headers = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type JsonContent = Readonly<Record<'application/json', Content>>;

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly security?: unknown;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: JsonContent };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly headers?: Headers; content?: JsonContent }>
  >;
}

interface Document extends Record<string, unknown> {
  readonly openapi: string;
  readonly security?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<
      Record<string, { readonly description: string; readonly headers?: Headers }>
    >;
  };
}

/** As it goes over the wire. */
function documentOf<G extends TransactionGateway>(table: GatewayApi<G>, more = {}): Document {
  const api = { ...table, routes: [...requestRoutes<G>(table), ...table.routes] };
  const options = { version: '1.2.3', isGuarded: false, hasMetrics: true };
  return JSON.parse(JSON.stringify(openApiOf(api, { ...options, ...more })));
}

function described<G extends TransactionGateway>(name: string, table: GatewayApi<G>) {
  const routes = [...requestRoutes<G>(table), ...table.routes].map(
    ({ kind, path, aliases = [] }) => ({
      method: methodOf({ kind }).toLowerCase(),
      paths: [path, ...aliases],
      kind,
    }),
  );
  return { name, routes, documentFor: (more: object = {}) => documentOf(table, more) };
}

const APIS = [
  described('xrpl', xrplApi()),
  described('aptos', aptosApi()),
  described('stacks', stacksApi()),
];

const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

const isIn =
  (names: readonly string[]) =>
  (part: string): boolean =>
    names.includes(part);

describe.each(APIS)('the document of $name', ({ name, routes, documentFor }) => {
  const document = documentFor();
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const operationAt = (path: string, method: string) =>
    document.paths[templateOf(path)]?.[method] as Operation;
  const spelt = routes.flatMap(({ paths, ...route }) => paths.map((path) => ({ ...route, path })));

  test.each([{}, { isGuarded: true }, { hasMetrics: false }])(
    'is what OpenAPI 3.1 says a document is, with %j',
    async (more) => {
      const { valid, errors } = await new Validator().validate(documentFor(more));
      expect(errors).toBeUndefined();
      expect(valid).toBe(true);
      expect(document.openapi).toMatch(/^3\.1\./);
    },
  );

  test('has every route by its method, in all its spellings', () => {
    for (const { path, method } of spelt) {
      expect(document.paths[templateOf(path)]).toHaveProperty(method);
    }
    expect(document.paths).toHaveProperty('/api/metrics');
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
    const pointers = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(pointers.length).toBeGreaterThan(0);
    for (const [, pointer = ''] of pointers) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, pointer).toBeDefined();
    }
  });

  test.each(spelt.filter(({ kind }) => kind === 'write'))(
    'has examples for $path that its own schema takes, and garbage that it doesn’t',
    ({ path }) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema(document, 'api');
      const at = templateOf(path).replaceAll('/', '~1');
      const body = `/paths/${at}/post/requestBody/content/application~1json/schema`;
      const validate = ajv.getSchema(`api#${encodeURI(body)}`);
      const { example, examples } =
        operationAt(path, 'post').requestBody?.content['application/json'] ?? ({} as Content);
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true);
        expect(validate?.({ ...(value as object), nobodyKnowsThis: 1 })).toBe(false);
      }
      for (const garbage of [null, [], 'text', 1]) expect(validate?.(garbage)).toBe(false);
    },
  );

  test('says what every success is answered with', () => {
    for (const { path, method } of spelt) {
      const { content } = operationAt(path, method).responses[200] ?? {};
      const schema = content?.['application/json'].schema;
      expect(schema, path).toMatchObject({
        $ref: expect.stringMatching(/^#\/components\/schemas\//),
      });
    }
  });

  test('says how a transaction that goes on is asked for, and which key it has', () => {
    for (const { path, method } of spelt.filter(({ kind }) => kind === 'write')) {
      const { responses } = operationAt(path, method);
      expect(responses[200]?.headers).toHaveProperty('Idempotency-Key');
      expect(responses[202]).toEqual({ $ref: '#/components/responses/Accepted' });
    }
    const { Accepted, Error429, Error503 } = document.components.responses;
    expect(Accepted?.headers).toHaveProperty('Location');
    expect(Accepted?.headers).toHaveProperty('Idempotency-Key');
    expect(Error429?.headers).toHaveProperty('Retry-After');
    expect(Error503?.headers).toHaveProperty('Retry-After');
  });

  /** The codes of a response by its status. */
  const shownBy = (prefix: string) =>
    Object.entries(document.components.responses).flatMap(([response, { description }]) => {
      const [, status] = new RegExp(`^${prefix}(\\d+)$`).exec(response) ?? [];
      if (status === undefined) return [];
      return [...description.matchAll(/^- `(\w+)`: .+\.$/gm)].map(
        ([, code]) => `${status} ${code}`,
      );
    });

  test.each(['Error', 'ReadError'])('shows as %s the codes of its own chain', (prefix) => {
    const { Accepted, Error202 } = document.components.responses;
    expect(Accepted?.description).toBe(Error202?.description);
    const other = APIS.map((api) => api.name).filter((each) => each !== name);
    const never = [...other, 'provider', 'netlink', 'requests'];
    const table = errorMeanings()
      .filter(({ parts, onRead }) => (prefix === 'Error' || onRead) && !parts.every(isIn(never)))
      .flatMap(({ code }) => statusesOf(code).map((status) => `${status} ${code}`))
      .filter((each) => !each.startsWith('500 '));
    const ofServer = prefix === 'Error' ? ['BODY_ALREADY_READ', 'INTERNAL'] : ['INTERNAL'];
    const own = ofServer.map((code) => `500 ${code}`);
    expect(shownBy(prefix).sort()).toEqual([...table, ...own].sort());
  });

  test('shows codes of one chain there alone', () => {
    const marks = { xrpl: 'XRPL_NODE', aptos: 'APTOS_NODE', stacks: 'STACKS_NODE' };
    const text = JSON.stringify(document);
    for (const [chain, code] of Object.entries(marks)) {
      expect(text.includes(code), code).toBe(chain === name);
    }
    expect(shownBy('ReadError').join()).not.toMatch(/SIGNATURE_|FEE_TOO_HIGH|ACCOUNT_BUSY/);
  });

  test('shows for each operation the statuses that it can have', () => {
    const statusesBy = (prefix: string) => [
      ...new Set(shownBy(prefix).map((each) => each.replace(/ .*/, ''))),
    ];
    for (const { path, method, kind } of spelt) {
      const isAboutTransaction = kind !== 'read' || path.endsWith('/:idempotencyKey');
      const every = statusesBy(isAboutTransaction ? 'Error' : 'ReadError');
      const never = kind === 'write' ? [] : ['413', '415'];
      const statuses = Object.keys(operationAt(path, method).responses);
      expect(statuses.sort()).toEqual(
        ['200', ...every.filter((one) => !never.includes(one))].sort(),
      );
    }
  });

  test('says of another spelling all that it says of the first', () => {
    for (const { paths, method } of routes) {
      const [first = '', ...aliases] = paths;
      const { description = '' } = operationAt(first, method);
      for (const alias of aliases) {
        const said = operationAt(alias, method).description;
        expect(said).toContain(`Another spelling of \`${first}\`.`);
        expect(said).toContain(description);
      }
    }
  });

  test('says what every parameter is, and what operators are answered with', () => {
    for (const { parameters = [], operationId } of operations) {
      for (const { name, description } of parameters) {
        expect(description, `${name} of ${operationId}`).toMatch(/\.$/);
      }
    }
    const at = (path: string) => operationAt(path, 'get').responses;
    expect(at('/api/metrics')[200]).toMatchObject({ content: { 'text/plain': {} } });
    for (const status of [200, 503]) {
      expect(at('/readyz')[status]).toMatchObject({ content: { 'application/json': {} } });
    }
  });

  test('says how callers show who they are, where they have to', () => {
    expect(document.security).toBeUndefined();
    const guarded = documentFor({ isGuarded: true });
    expect(guarded.security).toEqual([{ token: [] }, {}]);
    for (const path of ['/healthz', '/readyz']) {
      expect(guarded.paths[path]?.get?.security).toEqual([]);
    }
  });
});
