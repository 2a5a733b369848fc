import { errorStatuses } from '../http/statuses.js';

type JsonSchema = Readonly<Record<string, unknown>>;

export const KEY_HEADER = {
  description: 'The transaction’s key: the request’s own, or the one made for it.',
  schema: { type: 'string', maxLength: 128 },
};

const TRANSACTION: JsonSchema = {
  type: 'object',
  description: 'The transaction that the error belongs to, with the fields known by then.',
  required: ['idempotencyKey'],
  properties: {
    idempotencyKey: { type: 'string' },
    requestId: { type: 'string', description: 'The signing request’s id, derived from the key.' },
    custodyId: { type: 'string', description: 'The custody platform’s id of that request.' },
    hash: { type: 'string', description: 'The hash on its chain, known once it is signed.' },
    attempt: { type: 'integer', minimum: 1 },
    exclusive: {
      const: false,
      description: 'The same bytes may be another key’s transaction as well.',
    },
    durable: { type: 'boolean', description: '`false` if a crash may lose the record of it.' },
  },
};

/** The body of every error. */
export function errorSchema(more: JsonSchema = {}): JsonSchema {
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
      transaction: TRANSACTION,
      details: { type: 'object', description: 'Facts, such as `field` of bad input.' },
      result: { description: 'What the ledger says of a transaction that failed on it.' },
    },
  };
}

/** The codes of other kinds of servers. */
const OF_OTHERS = /^(?:NETLINK|PROVIDER|FORCED_SETTLEMENT|IDEMPOTENCY_KEY_REUSE)/;

/** The codes of each status. For a fault of the server's own only these two codes are shown. */
export function errorStatusCodes(): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>([[500, ['INTERNAL', 'BODY_ALREADY_READ']]]);
  for (const { code, status } of errorStatuses()) {
    if (status === 500 || OF_OTHERS.test(code)) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}

const RETRY_AFTER = {
  description: 'Seconds to wait, where that is known.',
  schema: { type: 'integer', minimum: 0 },
};

const LOCATION = {
  description: 'Where to ask for the transaction’s outcome.',
  schema: { type: 'string', format: 'uri-reference' },
};

/** A response for each status of an error, and one for a transaction that is not final yet. */
export function errorResponses(): JsonSchema {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const entries = [...errorStatusCodes()].map(([status, codes]): readonly [string, JsonSchema] => {
    const description = codes.map((code) => `\`${code}\``).join(', ');
    const headers = [429, 503].includes(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {};
    return [`Error${status}`, { description, ...headers, content }];
  });
  const responses = Object.fromEntries(entries);
  const headers = { Location: LOCATION, 'Idempotency-Key': KEY_HEADER };
  return { ...responses, Accepted: { ...responses.Error202, headers } };
}
