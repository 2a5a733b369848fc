type JsonSchema = Readonly<Record<string, unknown>>;

/** How callers of a documented server authenticate. */
export type DocumentedAccess = 'signed' | 'bearer' | 'open';

/** One operation in a document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  /** With its variable parts in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary?: string | undefined;
  /** A schema of an object: each property is a parameter. */
  readonly query?: JsonSchema | undefined;
  /** Optional headers, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: JsonSchema | undefined;
  /** Whether the platform signs the request as well. */
  readonly isPlatform?: boolean | undefined;
  /** The status of a success, and the schema of its body. */
  readonly success: readonly [status: string, schema: JsonSchema | undefined];
  /** The description of every other status. */
  readonly failures: Readonly<Record<string, string>>;
}

/** The parts of a document. */
export interface DocumentParts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly access: DocumentedAccess;
  readonly operations: readonly DocumentedOperation[];
  /** By name, `Error` among them: schemas that nothing refers to are left out. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The reference to a schema of the document. */
export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** An OpenAPI 3.1 document. */
export function openApiDocument(parts: DocumentParts): JsonSchema {
  const { title, version, description, access, operations, schemas } = parts;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const item = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: written(operation, access),
    };
    paths[operation.path] = item;
  }
  const securitySchemes = SCHEMES[access];
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: reached(paths, schemas), securitySchemes },
    security: access === 'open' ? [] : [demands(access)],
  };
}

const inHeader = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

const PLATFORM = inHeader(
  'X-FB-PLATFORM-SIGNATURE',
  'The platform’s own signature of the same request.',
);

const SCHEMES: Readonly<Record<DocumentedAccess, JsonSchema>> = {
  open: {},
  bearer: { token: { type: 'http', scheme: 'bearer' } },
  signed: {
    key: inHeader('X-FBAPI-KEY', 'The API key.'),
    timestamp: inHeader('X-FBAPI-TIMESTAMP', 'Milliseconds since the epoch.'),
    nonce: inHeader('X-FBAPI-NONCE', 'A UUID that was never used before.'),
    signature: inHeader(
      'X-FBAPI-SIGNATURE',
      'Over timestamp, nonce, method, path with query, and body, by the agreed scheme.',
    ),
    platform: PLATFORM,
  },
};

function demands(access: DocumentedAccess): JsonSchema {
  const names = Object.keys(SCHEMES[access]).filter((name) => name !== 'platform');
  return Object.fromEntries(names.map((name) => [name, []]));
}

function written(operation: DocumentedOperation, access: DocumentedAccess): JsonSchema {
  const { operationId, tag, summary, body, isPlatform, success, failures } = operation;
  const [status, schema] = success;
  return {
    operationId,
    ...(summary === undefined ? {} : { summary }),
    tags: [tag],
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    ...(isPlatform && access === 'signed'
      ? { security: [{ ...demands(access), platform: [] }] }
      : {}),
    responses: {
      [status]: {
        description: 'Done.',
        ...(schema === undefined ? {} : { content: json(schema) }),
      },
      ...Object.fromEntries(
        Object.entries(failures).map(([failure, description]) => [
          failure,
          { description, content: json({ $ref: schemaRef('Error') }) },
        ]),
      ),
    },
  };
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function parametersOf({ path, query = {}, headers = {} }: DocumentedOperation): JsonSchema[] {
  const text = { type: 'string' };
  const { properties = {}, required = [] } = query;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true, schema: text },
    })),
    ...Object.entries(Object(properties)).map(([name, schema]) => ({
      ...{ name, in: 'query', required: isRequired(name), schema },
    })),
    ...Object.entries(headers).map(([name, description]) => ({
      ...{ name, in: 'header', description, schema: text },
    })),
  ];
}

/** The schemas that the operations refer to, directly or through other schemas. */
function reached(paths: object, schemas: DocumentParts['schemas']): DocumentParts['schemas'] {
  const found: Record<string, JsonSchema> = {};
  const look = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || name in found) continue;
      found[name] = schema;
      look(JSON.stringify(schema));
    }
  };
  look(JSON.stringify(paths));
  return found;
}
