import type * as z from 'zod/mini';
import { schemaOf } from '../core/json-schema.js';
import { type DocumentedAccess, openApiDocument } from '../http/docs/open-api.js';
import type { OPERATIONS } from './operations.js';

type JsonSchema = Readonly<Record<string, unknown>>;
type NetlinkOperation = (typeof OPERATIONS)[keyof typeof OPERATIONS];

/** What a document of network link v1 is made of. */
export interface DocumentedNetlink {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly access: DocumentedAccess;
  readonly operations: readonly NetlinkOperation[];
  /** Fields as they are on the wire, or as a proxy takes them and gives what the client's methods do. */
  readonly form: 'wire' | 'proxy';
  /** What an error is answered with. Default: `{ error, errorCode }`. */
  readonly error?: JsonSchema;
}

/** What an error is answered with. */
const ERROR: JsonSchema = {
  type: 'object',
  required: ['error', 'errorCode'],
  properties: {
    error: { type: 'string' },
    errorCode: { type: ['integer', 'null'], description: '400000 to 400020, or one of its own.' },
  },
};

const FAILURES = {
  400: 'Not as the protocol has it, or refused: `errorCode` says why.',
  401: 'Who asks is not known.',
  429: 'Too many requests.',
  '5XX': 'It failed: what became of it is not known.',
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

/** None of these is long enough to be worth a name. */
function whole(described: z.ZodMiniType): JsonSchema {
  return schemaOf('', described).schema;
}
