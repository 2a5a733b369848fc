import * as z from 'zod/mini';
import {
  type DocumentedAccess,
  type DocumentedOperation,
  openApiDocument,
  schemaRef,
} from '../http/docs/open-api.js';
import type { Operation, Question } from './operation.js';
import { errorBody } from './schemas/error-body.js';
import { AS_JSON_SCHEMA, jsonSchemaOf } from './schemas/json-schema.js';
import { providerSchema, providerSchemaNames } from './schemas/table.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The input of a document of the v2 API. */
export interface DocumentedProvider {
  readonly title: string;
  /** The title of the API, or of its server. */
  readonly version: string;
  readonly description: string;
  readonly access: DocumentedAccess;
  /** The operations, with the status of a success: `2XX` if it is the provider's own. */
  readonly operations: readonly { readonly operation: Question; readonly status: string }[];
  /** A further schema of errors. */
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

/** All named schemas, and a function that writes any schema: as a reference to its name, or completely. */
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

/** The document has a schema under its name. */
function withoutNames({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema;
}

const FAILURES = {
  400: 'Not as the documents require, or refused.',
  401: 'The caller is not known.',
  404: 'There is no such thing.',
  '4XX': 'Refused.',
  '5XX': 'It failed: its outcome is not known.',
};

const INITIATED = { 'X-FBAPI-INITIATED-BY': 'The initiator.' };
const APPROVED = {
  'X-FBAPI-APPROVED-BY': 'The approver.',
  'X-FBAPI-SIGNED-BY': 'The signer.',
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
