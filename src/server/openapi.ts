import * as z from 'zod/mini';
import { errorStatuses } from '../http/statuses.js';
import { TRANSACTION_QUERY } from './query.js';
import { type GatewayApi, type GatewayRoute, methodOf, type QueryField } from './route.js';

type JsonSchema = Readonly<Record<string, unknown>>;

interface OpenApiOptions {
  /** What comes before every path. */
  readonly basePath: string;
  /** Of the package. */
  readonly version: string;
}

/** The OpenAPI 3.1 document of a gateway's routes. */
export function openApiOf<Gateway>(
  { title, routes, errorFields }: GatewayApi<Gateway>,
  { basePath, version }: OpenApiOptions,
): JsonSchema {
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const item = paths.get(template) ?? {};
      item[methodOf(route).toLowerCase()] = operationOf(route, path);
      paths.set(template, item);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION },
    servers: [{ url: basePath || '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: { schemas: { Error: errorSchema(errorFields) }, responses: errorResponses() },
  };
}

const DESCRIPTION = [
  'A POST makes one transaction for its `Idempotency-Key`: repeat it as often as you like. A key is made',
  'when there is none, and every answer carries it. What is not final in time is answered with 202 and a',
  '`Location`, and goes on: ask there, or repeat the very same request.',
].join(' ');

function operationOf<Gateway>(route: GatewayRoute<Gateway>, path: string): JsonSchema {
  const query = route.kind === 'write' ? { ...TRANSACTION_QUERY, ...route.query } : route.query;
  const isAlias = path !== route.path;
  return {
    operationId: isAlias ? `${route.operation}${path.replace(/\W+/g, '_')}` : route.operation,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(isAlias ? { description: `Another spelling of \`${route.path}\`.` } : {}),
    tags: [route.tag],
    parameters: [...pathParameters(path), ...queryParameters(query ?? {}), ...headersOf(route)],
    ...(route.kind === 'write' ? { requestBody: bodyOf(route) } : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: {} } } },
      ...Object.fromEntries(
        [...statuses().keys()].map((status) => [
          status,
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
  };
}

function pathParameters(path: string): readonly JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(name.startsWith('vault') ? { example: '0' } : {}),
  }));
}

function queryParameters(query: Readonly<Record<string, QueryField>>): readonly JsonSchema[] {
  return Object.entries(query).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
}

function headersOf<Gateway>({ kind }: GatewayRoute<Gateway>): readonly JsonSchema[] {
  if (kind !== 'write') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'One key, one transaction: 1 to 128 visible ASCII characters.',
      schema: { type: 'string', maxLength: 128 },
    },
    {
      name: 'Prefer',
      in: 'header',
      description: '`wait=N` waits N seconds for the outcome.',
      schema: { type: 'string' },
    },
  ];
}

function bodyOf<Gateway>(route: Extract<GatewayRoute<Gateway>, { kind: 'write' }>): JsonSchema {
  const content = { schema: bodySchema(route.body), example: route.example };
  return { required: route.bodyOptional !== true, content: { 'application/json': content } };
}

/** What goes over the wire is JSON, which has no bigints: only their alternatives are left. */
function bodySchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'bigint') jsonSchema.not = {};
      const left = jsonSchema.anyOf?.filter(
        (one) => typeof one !== 'object' || one.not === undefined,
      );
      if (left?.length === 1) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, left[0]);
      }
    },
  });
  return rest;
}

function errorSchema(more: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    required: [...Object.keys(more), 'error', 'message', 'code', 'retryable'],
    properties: {
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { const: value }])),
      error: { type: 'string', description: 'A short title.' },
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'For programs; stable.' },
      retryable: {
        type: 'boolean',
        description: 'Whether the very same request may succeed later.',
      },
      requestId: { type: 'string', description: 'As in `X-Request-Id`.' },
      transaction: {
        type: 'object',
        description:
          'The transaction that the error belongs to: its key, the custody’s id, its hash.',
      },
      details: { type: 'object', description: 'Facts, such as `field` of bad input.' },
      result: { description: 'What the ledger says of a transaction that failed on it.' },
    },
  };
}

/** The codes of each status. */
function statuses(): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>();
  for (const { code, status } of errorStatuses()) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}

function errorResponses(): JsonSchema {
  const schema = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    [...statuses()].map(([status, codes]) => [
      `Error${status}`,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}
