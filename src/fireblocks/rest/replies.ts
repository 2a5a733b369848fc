import type * as z from 'zod/mini';
import { type GatewayError, RateLimitedError, UnexpectedAnswerError } from '../../core/errors.js';
import { dateOf, retryAfterMs } from '../../core/http.js';
import { isObject } from '../../core/json.js';
import { parseAnswer } from '../../core/schema.js';
import { excerpt } from '../../core/shown.js';
import { type CustodyAnswer, custodyErrorOf } from '../errors.js';

/** An answer of Fireblocks, from any client. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; as text when it is none. */
  readonly body: unknown;
}

/** The body of a success, checked. @throws UnexpectedAnswerError when it is not as documented. */
export function documented<S extends z.ZodMiniType>(schema: S, reply: Reply): z.output<S> {
  const { status, body } = reply;
  const details = { status, traceId: traceIdOf(reply) };
  if (typeof body === 'string') {
    const reason = `HTTP ${status} whose body is not JSON`;
    throw new UnexpectedAnswerError('custody', reason, { details });
  }
  return parseAnswer(schema, body, 'custody', { details });
}

/** The error for an answer that is not a success. */
export function refusalOf(reply: Reply, now: number): GatewayError {
  const described = describe(reply, now);
  if (reply.status === 429) {
    return new RateLimitedError('custody', described.retryAfterMs, { details: { ...described } });
  }
  const date = dateOf(reply.headers);
  return custodyErrorOf(described, date && now - date);
}

/** Both shapes of error body: `{message, code}`, and `{error: {type, message}}` of newer calls. */
function describe(reply: Reply, now: number): CustodyAnswer {
  const { status, body } = reply;
  const { code, error, ...own }: Readonly<Record<string, unknown>> = isObject(body) ? body : {};
  const { message } = isObject(error) ? error : own;
  return {
    status,
    custodyCode: typeof code === 'number' ? code : undefined,
    traceId: traceIdOf(reply),
    custodyMessage: shown(message),
    retryAfterMs: retryAfterMs(reply.headers, now),
  };
}

function traceIdOf({ headers }: Reply): string | undefined {
  return shown(headers.get('x-request-id'));
}

/** A proxy may repeat the token that it was sent, and then this package's errors must not repeat it. */
function shown(text: unknown): string | undefined {
  return typeof text === 'string'
    ? excerpt(text.replace(/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]'))
    : undefined;
}
