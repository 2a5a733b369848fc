import { InvalidInputError, RateLimitedError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { ProviderCalls } from './calls.js';
import type { ProviderCallOptions } from './connection.js';
import { ProviderApiError, ProviderUnconfirmedError } from './errors.js';
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
}

export async function forward(
  calls: ProviderCalls,
  { operationId, params, query, body }: ForwardedRequest,
  options?: ProviderCallOptions,
): Promise<ForwardedAnswer> {
  const operation = allOperations().find(({ name }) => name === operationId);
  if (operation === undefined) throw new InvalidInputError('operationId', 'is none of the API');
  // A key that were made here would be lost with the answer, and so of no use to the caller.
  if (operation.kind === 'keyed' && isObject(body) && body.idempotencyKey === undefined) {
    throw new InvalidInputError('idempotencyKey', 'is required');
  }
  try {
    const call = calls.forward(operation, { params, query, body }, options);
    const { status, body: text } = (await call.withResponse()).response;
    return { status, body: text, retryAfterMs: undefined };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    const retryAfterMs = error instanceof RateLimitedError ? error.retryAfterMs : undefined;
    return { status: refusal.status, body: refusal.body ?? '', retryAfterMs };
  }
}

/** The provider's own words, however they are wrapped. */
function refusalIn(error: unknown): ProviderApiError | undefined {
  if (error instanceof ProviderApiError) return error;
  const wraps = error instanceof RateLimitedError || error instanceof ProviderUnconfirmedError;
  return wraps && error.cause instanceof ProviderApiError ? error.cause : undefined;
}
