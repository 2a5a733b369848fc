import * as z from 'zod/mini';
import {
  type DocumentedAccess,
  type DocumentedOperation,
  openApiDocument,
  schemaRef,
} from '../http/docs/open-api.js';
import type { Operation, Question } from './operation.js';
import { errorBody } from './schemas/error-body.js';
import { AS_JSON_SCHEMA, jsonSchemaOf } from './schemas/schema.js';
import { providerSchema, providerSchemaNames } from './schemas/table.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What a document of the v2 API is made of. */
export interface DocumentedProvider {
  readonly title: string;
  /** Of the API, or of what serves it. */
  readonly version: string;
  readonly description: string;
  readonly access: DocumentedAccess;
  /** What there is, with the status of a success: `2XX` where it is whatever the provider gives. */
  readonly operations: readonly { readonly operation: Question; readonly status: string }[];
  /** What else an error may look like. */
  readonly error?: JsonSchema;
}

/** The OpenAPI 3.1 document of these operations, from their schemas. */
export function providerDocument({ operations, error, ...parts }: DocumentedProvider): JsonSchema {
  const { schemas, written } = writtenSchemas();
  const errors = error && { Error: { anyOf: [schemas.Error, error] } };
  return openApiDocument({
    ...parts,
    schemas: { ...schemas, ...errors },
    operations: operations.map(({ operation, status }) => documented(operation, status, written)),
  });
}

type Write = (schema: z.ZodMiniType) => JsonSchema;

/** Every schema that has a name, and how to write any: by that name, or whole. */
function writtenSchemas() {
  const names = z.registry<{ id: string }>();
  for (const name of providerSchemaNames()) names.add(providerSchema(name), { id: name });
  names.add(errorBody(), { id: 'Error' });
  const all = z.toJSONSchema(names, { ...AS_JSON_SCHEMA, uri: schemaRef }).schemas;
  const schemas = Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [name, withoutNames(schema)]),
  );
  const written: Write = (schema) => {
    const name = names.get(schema)?.id;
    return name === undefined ? withoutNames(jsonSchemaOf(schema)) : { $ref: schemaRef(name) };
  };
  return { schemas, written };
}

/** What a schema is called is where the document has it. */
function withoutNames({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema;
}

const FAILURES = {
  400: 'Not as the documents have it, or refused.',
  401: 'Who asks is not known.',
  404: 'There is no such thing.',
  '4XX': 'Refused.',
  '5XX': 'It failed: what became of it is not known.',
};

const INITIATED = { 'X-FBAPI-INITIATED-BY': 'Who initiated the call.' };
const APPROVED = {
  'X-FBAPI-APPROVED-BY': 'Who approved it.',
  'X-FBAPI-SIGNED-BY': 'Who signed it.',
};

function documented(operation: Operation | Question, status: string, write: Write) {
  const { name, method, path, identifies, approved, platform } = operation;
  const result: DocumentedOperation = {
    operationId: name,
    method,
    path,
    tag: identifies?.[0] ?? (platform ? 'collateral' : 'capabilities'),
    headers: { ...(identifies ? INITIATED : {}), ...(approved ? APPROVED : {}) },
    query: 'query' in operation && operation.query ? write(operation.query()) : undefined,
    body: 'body' in operation && operation.body ? write(operation.body()) : undefined,
    isPlatform: platform,
    success: [status, successOf(operation, write)],
    failures: FAILURES,
  };
  return result;
}

function successOf(operation: Operation | Question, write: Write): JsonSchema | undefined {
  if ('answer' in operation) return write(operation.answer());
  if ('maybe' in operation) return write(operation.maybe());
  if (!('list' in operation)) return undefined;
  const { list, item } = operation;
  const items = { type: 'array', items: write(item()) };
  return { type: 'object', required: [list], properties: { [list]: items } };
}
