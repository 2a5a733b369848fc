import { InvalidInputError, RateLimitedError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { keyOf } from './bodies.js';
import type { ProviderCalls } from './calls.js';
import type { ProviderCallOptions } from './connection.js';
import { ProviderApiError } from './errors.js';
import { allOperations } from './operations/all.js';

/** A call by its name in the specification, written elsewhere. */
export interface ForwardedRequest {
  /** Such as `createFiatWithdrawal`. */
  readonly operationId: string;
  /** The variable parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** By name: `limit` is a number, `balances` is true or false, all others are text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** It must have an `idempotencyKey` if the API requires one. */
  readonly body?: unknown;
}

/** The provider's answer, of any status. */
export interface ForwardedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The text as received; of a refusal without the request's credentials, and at most 16,384 characters. */
  readonly body: string;
  /** From `Retry-After`, in milliseconds; `undefined` for any status but 429. */
  readonly retryAfterMs: number | undefined;
  /** The call's idempotency key, if the API requires one. */
  readonly idempotencyKey: string | undefined;
}

export async function forward(
  calls: ProviderCalls,
  { operationId, params, query, body }: ForwardedRequest,
  options?: ProviderCallOptions,
): Promise<ForwardedAnswer> {
  const operation = allOperations().find(({ name }) => name === operationId);
  if (operation === undefined)
    throw new InvalidInputError('operationId', 'is not an operation of the API');
  // A key that is generated here would be lost together with the answer, so the caller could not use it.
  const idempotencyKey = keyOf(operation, body);
  if (operation.kind === 'keyed' && isObject(body) && idempotencyKey === undefined) {
    throw new InvalidInputError('idempotencyKey', 'is required, as text');
  }
  try {
    const call = calls.forward(operation, { params, query, body }, options);
    const { status, body: text } = (await call.withResponse()).response;
    return { status, body: text, retryAfterMs: undefined, idempotencyKey };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    const retryAfterMs = error instanceof RateLimitedError ? error.retryAfterMs : undefined;
    return { status: refusal.status, body: refusal.body ?? '', retryAfterMs, idempotencyKey };
  }
}

/** The provider's own refusal, if there is one. */
function refusalIn(error: unknown): ProviderApiError | undefined {
  if (error instanceof ProviderApiError) return error;
  // A call that may have been carried out is no refusal, whatever its cause says.
  if (!(error instanceof RateLimitedError)) return undefined;
  return error.cause instanceof ProviderApiError ? error.cause : undefined;
}
