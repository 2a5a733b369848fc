import { schemaOf } from '../core/json-schema.js';
import { errorCodes, errorResponses, errorSchema, KEY_HEADER } from './documented-errors.js';
import { previewAnswer } from './preview.js';
import { TRANSACTION_QUERY } from './query.js';
import { type GatewayApi, type GatewayRoute, methodOf, type QueryField } from './route.js';

type JsonSchema = Readonly<Record<string, unknown>>;
type Chain = GatewayApi<never>['chain'];

interface OpenApiOptions {
  /** The package's version. */
  readonly version: string;
  /** Whether callers have to authenticate. */
  readonly isGuarded: boolean;
  readonly hasMetrics: boolean;
}

/** The OpenAPI 3.1 document of a gateway's routes. */
export function openApiOf<Gateway>(
  { title, chain, routes, errorFields }: GatewayApi<Gateway>,
  { version, isGuarded, hasMetrics }: OpenApiOptions,
): JsonSchema {
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const item = paths.get(template) ?? {};
      item[methodOf(route).toLowerCase()] = operationOf(chain, route, path);
      paths.set(template, item);
      if (route.kind === 'write') {
        paths.set(`${template}/preview`, { post: previewOf(chain, route, path) });
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION },
    tags: [...new Set(routes.map(({ tag }) => tag)), OPERATORS].map((name) => ({ name })),
    paths: { ...Object.fromEntries(paths), ...operatorPaths(hasMetrics) },
    components: {
      schemas: { Error: errorSchema(errorFields), ...definitionsOf(routes) },
      responses: errorResponses(chain),
      ...(isGuarded ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
    // The application decides which callers are allowed; most use a bearer token.
    ...(isGuarded ? { security: [{ token: [] }, {}] } : {}),
  };
}

const DESCRIPTION =
  'A POST makes one transaction for its `Idempotency-Key`: repeat it as often as you like. A key is ' +
  'made when there is none, and every answer carries it. What is not final in time is answered with ' +
  '202 and a `Location`, and goes on: ask there, or repeat exactly the same request.';

function operationOf<Gateway>(
  chain: Chain,
  route: GatewayRoute<Gateway>,
  path: string,
): JsonSchema {
  const query = route.kind === 'write' ? { ...TRANSACTION_QUERY, ...route.query } : route.query;
  const isAlias = path !== route.path;
  const description = [
    ...(isAlias ? [`Another spelling of \`${route.path}\`.`] : []),
    ...(route.description === undefined ? [] : [route.description]),
  ].join(' ');
  return {
    operationId: isAlias ? `${route.operation}${path.replace(/\W+/g, '_')}` : route.operation,
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    tags: [route.tag],
    parameters: [
      ...pathParameters(path, route.exampleVault),
      ...queryParameters(query ?? {}),
      ...headersOf(route),
    ],
    ...(route.kind === 'write' ? { requestBody: bodyOf(route) } : {}),
    responses: { 200: successOf(route), ...failuresOf(chain, route) },
  };
}

/** What a write would sign: the same request, without a key's wait. */
function previewOf<Gateway>(chain: Chain, route: GatewayRoute<Gateway>, path: string): JsonSchema {
  const operation = operationOf(chain, route, path);
  return {
    ...operation,
    operationId: `${operation.operationId}_preview`,
    summary: `Previews ${route.operation}: what it would sign now.`,
    description: 'Nobody is asked to sign, nothing is sent, and no number is taken.',
    responses: {
      200: successOf({ kind: 'read', answer: previewAnswer() }),
      ...failuresOf(chain, route),
    },
  };
}

function successOf<Gateway>({
  kind,
  answer,
}: Pick<GatewayRoute<Gateway>, 'kind' | 'answer'>): JsonSchema {
  const schema = { $ref: `#/components/schemas/${answer.name}` };
  return {
    description: 'Done.',
    ...(kind === 'write' ? { headers: { 'Idempotency-Key': KEY_HEADER } } : {}),
    content: { 'application/json': { schema } },
  };
}

const ref = (response: string) => ({ $ref: `#/components/responses/${response}` });

const OF_BODIES = [413, 415];

/** Whether it makes a transaction, or is about an existing one. */
function isAboutTransaction<Gateway>({ kind, path }: GatewayRoute<Gateway>): boolean {
  return kind !== 'read' || path.endsWith('/:idempotencyKey');
}

function failuresOf<Gateway>(chain: Chain, route: GatewayRoute<Gateway>): JsonSchema {
  const { kind } = route;
  const isRead = !isAboutTransaction(route);
  const entries = [...errorCodes(chain, isRead ? 'read' : 'transaction').keys()]
    .filter((status) => kind === 'write' || !OF_BODIES.includes(status))
    .map((status) => {
      if (status === 202 && kind === 'write') return [status, ref('Accepted')];
      return [status, ref(`${isRead ? 'ReadError' : 'Error'}${status}`)];
    });
  return Object.fromEntries(entries);
}

const OPERATORS = 'Operators';

const dependency = (more: JsonSchema = {}) => ({
  type: 'object',
  required: ['status', ...Object.keys(more)],
  properties: {
    ...more,
    status: { enum: ['ok', 'failing', 'unknown'] },
    at: { type: 'string', format: 'date-time' },
    httpStatus: { type: 'integer' },
  },
});

const DEPENDENCIES = {
  dependencies: {
    type: 'object',
    description: 'How each answered last. Only the store decides readiness.',
    properties: {
      custody: dependency(),
      nodes: { type: 'array', items: dependency({ host: { type: 'string' } }) },
      store: dependency(),
    },
  },
};

/** The routes for operators of the server. */
function operatorPaths(hasMetrics: boolean): JsonSchema {
  const asked = (operationId: string, summary: string, responses: JsonSchema, more = {}) => ({
    get: { operationId, summary, tags: [OPERATORS], responses, ...more },
  });
  const open = { security: [] };
  const metrics = {
    200: { description: 'Done.', content: { 'text/plain': { schema: { type: 'string' } } } },
    401: ref('Error401'),
    403: ref('Error403'),
  };
  return {
    '/healthz': asked('healthz', 'Whether the server runs.', { 200: health('ok') }, open),
    '/readyz': asked(
      'readyz',
      'Whether it can serve, and how custody, nodes and store answered last.',
      { 200: health('ready', DEPENDENCIES), 503: health('not ready', DEPENDENCIES) },
      open,
    ),
    ...(hasMetrics
      ? { '/api/metrics': asked('metrics', 'Its metrics, in the format of Prometheus.', metrics) }
      : {}),
  };
}

function health(status: string, others: JsonSchema = {}): JsonSchema {
  const schema = {
    type: 'object',
    required: ['status'],
    properties: { status: { const: status }, ...others },
  };
  return { description: `It is ${status}.`, content: { 'application/json': { schema } } };
}

const PARTS: Readonly<Record<string, string>> = {
  vaultAccountId: 'The vault account’s id at the custody platform.',
  vaultId: 'The vault account’s id at the custody platform.',
  idempotencyKey: 'The key that the transaction was made with.',
  hash: 'The transaction’s hash.',
  txId: 'The transaction’s hash.',
};

function pathParameters(path: string, vault = '0'): readonly JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARTS[name],
    schema: { type: 'string' },
    ...(name.startsWith('vault') ? { example: vault } : {}),
  }));
}

function queryParameters(query: Readonly<Record<string, QueryField>>): readonly JsonSchema[] {
  return Object.entries(query).map(([name, field]) => ({
    name,
    in: 'query',
    ...field,
  }));
}

function headersOf<Gateway>(route: GatewayRoute<Gateway>): readonly JsonSchema[] {
  if (!isAboutTransaction(route)) return [];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'One key, one transaction: 1 to 128 visible ASCII characters.',
    schema: { type: 'string', maxLength: 128 },
  };
  const prefer = {
    name: 'Prefer',
    in: 'header',
    description: '`wait=N` waits N seconds for the outcome.',
    schema: { type: 'string' },
  };
  return route.kind === 'write' ? [key, prefer] : [prefer];
}

type WriteOf<Gateway> = Extract<GatewayRoute<Gateway>, { kind: 'write' }>;

function bodyOf<Gateway>(route: WriteOf<Gateway>): JsonSchema {
  const content = {
    schema: schemaOf(route.operation, route.body).schema,
    ...(route.examples === undefined
      ? { example: route.example }
      : { examples: named({ [route.summary]: route.example, ...route.examples }) }),
  };
  return { required: route.bodyOptional !== true, content: { 'application/json': content } };
}

/** Examples by their titles, in the form of OpenAPI. */
function named(examples: Readonly<Record<string, unknown>>): JsonSchema {
  const entries = Object.entries(examples).map(([summary, value], index) => [
    `example${index + 1}`,
    { summary, value },
  ]);
  return Object.fromEntries(entries);
}

/** The definitions that bodies and answers refer to. */
function definitionsOf<Gateway>(routes: readonly GatewayRoute<Gateway>[]): JsonSchema {
  const bodies = routes.map((route) =>
    route.kind === 'write' ? schemaOf(route.operation, route.body).definitions : {},
  );
  const answers = [previewAnswer(), ...routes.map(({ answer }) => answer)].map((answer) => {
    const { schema, definitions } = schemaOf(answer.name, answer.schema);
    return { ...definitions, [answer.name]: schema };
  });
  return Object.assign({}, ...bodies, ...answers);
}
