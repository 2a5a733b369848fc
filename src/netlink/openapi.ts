import type * as z from 'zod/mini';
import { schemaOf } from '../core/json-schema.js';
import { type DocumentedAccess, openApiDocument } from '../http/docs/open-api.js';
import type { OPERATIONS } from './operations.js';

type JsonSchema = Readonly<Record<string, unknown>>;
type NetlinkOperation = (typeof OPERATIONS)[keyof typeof OPERATIONS];

/** The input of a document of network link v1. */
export interface DocumentedNetlink {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly access: DocumentedAccess;
  readonly operations: readonly NetlinkOperation[];
  /** The fields of the wire, or those of a proxy, which takes and gives what the client's methods do. */
  readonly form: 'wire' | 'proxy';
  /** The body of an error. Default: `{ error, errorCode }`. */
  readonly error?: JsonSchema;
}

/** The body of an error. */
const ERROR: JsonSchema = {
  type: 'object',
  required: ['error', 'errorCode'],
  properties: {
    error: { type: 'string' },
    errorCode: { type: ['integer', 'null'], description: '400000 to 400020, or one of its own.' },
  },
};

const FAILURES = {
  400: 'Not as the protocol requires, or refused: `errorCode` says why.',
  401: 'The caller is not known.',
  429: 'Too many requests.',
  '5XX': 'It failed: its outcome is not known.',
};

/** The OpenAPI 3.1 document of these operations, from their schemas. */
export function netlinkDocument(documented: DocumentedNetlink): JsonSchema {
  const { operations, form, error = ERROR, ...parts } = documented;
  return openApiDocument({
    ...parts,
    schemas: { Error: error },
    operations: operations.map(({ name, method, path, given, received, answer }) => {
      const fields = whole(form === 'wire' ? received : given);
      const isRead = method === 'GET';
      return {
        operationId: name,
        method,
        path,
        tag: isRead ? 'reads' : 'moves',
        query: isRead ? fields : undefined,
        body: isRead ? undefined : fields,
        success: ['200', form === 'wire' ? whole(answer.wire) : undefined] as const,
        failures: FAILURES,
      };
    }),
  });
}

/** These schemas are too short to need names. */
function whole(described: z.ZodMiniType): JsonSchema {
  return schemaOf('', described).schema;
}
