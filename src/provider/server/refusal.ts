import { GatewayError } from '../../core/errors.js';
import type { ProviderErrorType, ProviderRequestPart } from '../errors.js';

/** The details of a refusal, besides its `errorType`. */
export interface ProviderRefusalParts {
  /** For people. Default: the `errorType`. */
  readonly message?: string | undefined;
  /** HTTP status, 400 to 499. Default: that of the `errorType`, which is usually 400. */
  readonly status?: number | undefined;
  /** The property at fault: for a body a path with slashes, for a header its name. */
  readonly propertyName?: string | undefined;
  /** The part of the request with the property, such as `body` or `querystring`. */
  readonly requestPart?: ProviderRequestPart | undefined;
  /** With 429: when to ask again, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ['unauthorized', 401],
  ['not-found', 404],
]);

/**
 * A provider's refusal: thrown by its methods, answered with status, `errorType` and the rest. It also means that
 * nothing was done, and is the answer to every repetition with the same `idempotencyKey`, except for 401, 413,
 * 415 and 429.
 *
 * `settlement-required` is answered with the name that the server's options give it.
 *
 * @example
 * ```ts
 * import { ProviderRefusal } from 'custody-gateways/provider';
 *
 * const refusal = new ProviderRefusal('amount-below-minimum', {
 *   propertyName: '/balanceAmount',
 *   requestPart: 'body',
 * });
 * refusal.status; // 400
 * ```
 */
export class ProviderRefusal extends GatewayError {
  /** As it was given; the server's options may replace it in the answer. */
  readonly errorType: ProviderErrorType;
  /** HTTP status of the answer. One outside of 400 to 499 is answered with 500. */
  readonly status: number;
  /** The property at fault: for a body a path with slashes, for a header its name. */
  readonly propertyName: string | undefined;
  /** The part of the request with the property; `querystring` may be answered as `query`. */
  readonly requestPart: ProviderRequestPart | undefined;
  /** Milliseconds; sent as `Retry-After`, in whole seconds rounded up. */
  readonly retryAfterMs: number | undefined;

  constructor(errorType: ProviderErrorType, parts: ProviderRefusalParts = {}) {
    const { propertyName, requestPart, retryAfterMs } = parts;
    const status = parts.status ?? STATUSES.get(errorType) ?? 400;
    const known = Object.entries({ propertyName, requestPart }).filter(([, value]) => value);
    super('PROVIDER_REFUSAL', parts.message || errorType, {
      details: { status, errorType, ...Object.fromEntries(known) },
    });
    this.errorType = errorType;
    this.status = status;
    this.propertyName = propertyName;
    this.requestPart = requestPart;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Whether it is a refusal: one with another status would be answered as a success, or not as a valid response at
 * all.
 */
export function isRefusal(error: unknown): error is ProviderRefusal {
  return error instanceof ProviderRefusal && error.status >= 400 && error.status <= 499;
}

/** Refusals that are about one try and not about the request. */
const NEVER_KEPT = new Set([401, 413, 415, 429]);

/** Whether an answer with this status is that to every repetition with the same idempotency key. */
export function isKept(status: number): boolean {
  return !NEVER_KEPT.has(status);
}

const REUSE = 'idempotency-key-reuse';

export function keyReused(): ProviderRefusal {
  return new ProviderRefusal(REUSE, {
    message: 'This idempotencyKey was used before, for another request.',
    propertyName: 'idempotencyKey',
    requestPart: 'body',
  });
}

export function isKeyReuse(error: unknown): error is ProviderRefusal {
  return isRefusal(error) && error.errorType === REUSE;
}
