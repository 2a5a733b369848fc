import { InvalidInputError, RateLimitedError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { keyOf } from './bodies.js';
import type { ProviderCalls } from './calls.js';
import type { ProviderCallOptions } from './connection.js';
import { ProviderApiError } from './errors.js';
import { allOperations } from './operations/all.js';

/** A call by the specification's name for it, as somebody else wrote it. */
export interface ForwardedRequest {
  /** Such as `createFiatWithdrawal`. */
  readonly operationId: string;
  /** The variable parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Where the API wants an `idempotencyKey`, it has to be there. */
  readonly body?: unknown;
}

/** What the provider answered, whatever it was. */
export interface ForwardedAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | undefined;
  /** The key that the call was made with, where the API wants one. */
  readonly idempotencyKey: string | undefined;
}

export async function forward(
  calls: ProviderCalls,
  { operationId, params, query, body }: ForwardedRequest,
  options?: ProviderCallOptions,
): Promise<ForwardedAnswer> {
  const operation = allOperations().find(({ name }) => name === operationId);
  if (operation === undefined) throw new InvalidInputError('operationId', 'is none of the API');
  // A key that were made here would be lost with the answer, and so of no use to the caller.
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

/** The provider's own words, where they say no. */
function refusalIn(error: unknown): ProviderApiError | undefined {
  if (error instanceof ProviderApiError) return error;
  // What may have been carried out is no refusal, whatever its cause says.
  if (!(error instanceof RateLimitedError)) return undefined;
  return error.cause instanceof ProviderApiError ? error.cause : undefined;
}
