import { type ErrorMeaning, errorMeanings } from '../core/error-reference.js';
import { statusesOf } from '../http/statuses.js';
import type { GatewayApi } from './route.js';

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
    required: [...Object.keys(more), 'error', 'message', 'code', 'retryable', 'happened'],
    properties: {
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { const: value }])),
      error: { type: 'string', description: 'A short title.' },
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'For programs; stable.' },
      retryable: {
        type: 'boolean',
        description: 'Whether the very same request may succeed later.',
      },
      happened: {
        enum: ['nothing', 'maybe', 'sent'],
        description:
          'What the request may have done. Another key may pay twice unless it is `nothing`.',
      },
      requestId: { type: 'string', description: 'As in `X-Request-Id`.' },
      transaction: TRANSACTION,
      details: { type: 'object', description: 'Facts, such as `field` of bad input.' },
      result: { description: 'What the ledger says of a transaction that failed on it.' },
    },
  };
}

type Chain = GatewayApi<never>['chain'];

/** The codes of a status, with what they mean. */
type Codes = ReadonlyMap<string, string>;

const INTERNAL = 'The server is at fault; its own log says why.';

/**
 * What requests of a chain can end with, by status: those that only read, or all others. For a fault of the server's own
 * only two codes are shown.
 */
export function errorCodes(chain: Chain, kind: 'read' | 'transaction'): ReadonlyMap<number, Codes> {
  const byStatus = new Map<number, Map<string, string>>([[500, new Map([['INTERNAL', INTERNAL]])]]);
  for (const meaning of errorMeanings()) {
    const { code, means, act, onRead } = meaning;
    if (!isOf(chain, meaning) || (kind === 'read' && !onRead)) continue;
    for (const status of statusesOf(code)) {
      if (status === 500 && code !== 'BODY_ALREADY_READ') continue;
      const codes = byStatus.get(status) ?? new Map<string, string>();
      byStatus.set(status, codes.set(code, `${means} ${act}`));
    }
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}

function isOf(chain: Chain, { parts }: ErrorMeaning): boolean {
  const own: readonly string[] = ['any', 'gateway', 'fireblocks', 'server', chain];
  return parts.some((part) => own.includes(part));
}

const RETRY_AFTER = {
  description: 'Seconds to wait, where that is known.',
  schema: { type: 'integer', minimum: 0 },
};

const LOCATION = {
  description: 'Where to ask for the transaction’s outcome.',
  schema: { type: 'string', format: 'uri-reference' },
};

/** Responses of both kinds of requests for each status, and one for a transaction that is not final yet. */
export function errorResponses(chain: Chain): JsonSchema {
  const responses = Object.fromEntries([
    ...responsesOf('Error', errorCodes(chain, 'transaction')),
    ...responsesOf('ReadError', errorCodes(chain, 'read')),
  ]);
  const headers = { Location: LOCATION, 'Idempotency-Key': KEY_HEADER };
  return { ...responses, Accepted: { ...responses.Error202, headers } };
}

function responsesOf(
  name: string,
  codes: ReadonlyMap<number, Codes>,
): readonly (readonly [string, JsonSchema])[] {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return [...codes].map(([status, meanings]) => {
    const description = [...meanings].map(([code, words]) => `- \`${code}\`: ${words}`).join('\n');
    const headers = [429, 503].includes(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {};
    return [`${name}${status}`, { description, ...headers, content }];
  });
}
