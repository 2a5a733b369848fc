import { GatewayError } from '../core/errors.js';
import type { KnownErrorType } from './schemas/error-body.js';
import type { Open } from './schemas/schema.js';

/** A provider's error type. Open: the documents have two vocabularies, and providers have more. */
export type ProviderErrorType = Open<KnownErrorType>;

/** The part of a request that is at fault. Two names for the query are in use. */
export type ProviderRequestPart = Open<'params' | 'body' | 'querystring' | 'query' | 'headers'>;

/** The fields of a {@link ProviderApiError}. */
export interface ProviderApiErrorParts {
  /** HTTP status. */
  readonly status: number;
  /** The answer's `message`, for people. */
  readonly message?: string | undefined;
  /** The answer's `errorType`. Missing if its body has none. */
  readonly errorType?: ProviderErrorType | undefined;
  /** For a body usually a path with slashes, for a header its name. */
  readonly propertyName?: string | undefined;
  /** The answer's `requestPart`, the part with `propertyName`. Missing if its body has none. */
  readonly requestPart?: ProviderRequestPart | undefined;
  /** The answer's `X-Request-Id`. */
  readonly requestId?: string | undefined;
  /** The body as it was received. */
  readonly body?: string | undefined;
}

/**
 * A provider's refusal. An answer that is not the documented JSON (a proxy's HTML page, for example) also gives
 * one: then there is no `errorType`, and `body` is the received body. 429 is `RateLimitedError`, with this error
 * as its `cause`.
 *
 * `transaction.idempotencyKey` names the key, if the call had one: the same call with the same key is safe to
 * repeat.
 *
 * @example
 * ```ts
 * import { ProviderApiError } from 'custody-gateways/provider';
 *
 * function shouldAskForAnother(error: unknown): boolean {
 *   return error instanceof ProviderApiError && error.errorType === 'quote-not-ready';
 * }
 * shouldAskForAnother(new ProviderApiError({ status: 400, errorType: 'quote-not-ready' })); // true
 * ```
 */
export class ProviderApiError extends GatewayError {
  /** HTTP status of the answer: anything but a 2xx. */
  readonly status: number;
  /** The answer's `errorType`, such as `quote-not-ready`; `undefined` if its body has none. */
  readonly errorType: ProviderErrorType | undefined;
  /** The property at fault: for a body usually a path with slashes, for a header its name. */
  readonly propertyName: string | undefined;
  /** The part of the request with the property; `undefined` if the answer names none. */
  readonly requestPart: ProviderRequestPart | undefined;
  /** The answer's `X-Request-Id`, to name when you ask the provider; `undefined` if it had none. */
  readonly requestId: string | undefined;
  readonly #body: string | undefined;

  constructor(
    parts: ProviderApiErrorParts,
    code: 'PROVIDER_API' | 'IDEMPOTENCY_KEY_REUSE' = 'PROVIDER_API',
  ) {
    const { status, message, body, ...facts } = parts;
    const said = message || parts.errorType || `HTTP ${status}`;
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    super(code, `Refused: ${said}`, {
      details: { status, ...Object.fromEntries(known) },
      retryable: status >= 500 || status === 408,
    });
    this.status = status;
    this.errorType = parts.errorType;
    this.propertyName = parts.propertyName;
    this.requestPart = parts.requestPart;
    this.requestId = parts.requestId;
    this.#body = body;
  }

  /**
   * The answer's body as received, without the request's credentials, and cut off if it is very long. Not part of
   * logs and inspections, since its content is the provider's.
   */
  get body(): string | undefined {
    return this.#body;
  }
}

/** The `idempotencyKey` was used before, for another request. Nothing was done now. */
export class IdempotencyKeyReuseError extends ProviderApiError {
  constructor(parts: ProviderApiErrorParts) {
    super(parts, 'IDEMPOTENCY_KEY_REUSE');
  }
}

/**
 * A call that changes something was sent, and no answer gives its outcome. Either it carries no idempotency key
 * (a quote, its execution, a deletion, a collateral request), or it does and was repeated, and only the
 * repetition is known to have done nothing (refused, delayed by a 429, never signed), or the answer was not
 * usable: then `transaction.idempotencyKey` has the key. It is never sent again automatically: read the present
 * state (the quote, the address, the transaction, the settlement) before you ask again. `cause` is the reason why
 * there was no answer.
 */
export class ProviderUnconfirmedError extends GatewayError {
  /** The specification's `operationId`, such as `executeQuote`. */
  readonly operation: string;

  constructor(operation: string, cause: unknown) {
    super(
      'PROVIDER_UNCONFIRMED',
      `${operation} may have been carried out: read the present state before you ask again.`,
      { cause, details: { operation } },
    );
    this.operation = operation;
  }
}

/** The answer to an off-exchange call is not signed by the provider's key, or not at all. */
export class ProviderSignatureError extends GatewayError {
  /** Such as `missing-header` or `wrong-signature`. */
  readonly reason: string;

  constructor(operation: string, reason: string) {
    super('PROVIDER_SIGNATURE', `The answer to ${operation} is not the provider's: ${reason}`, {
      details: { operation, reason },
    });
    this.reason = reason;
  }
}

/** The code of network link v1. */
const V1_SETTLEMENT_REQUIRED = 400020;

/**
 * Whether a refusal means that the account has to be settled first. No code is published for it, so give the one
 * that your provider sends; network link v1's 400020 counts as well.
 *
 * @param errorTypes the values of `errorType` that mean it. Default `['settlement-required']`.
 *
 * @example
 * ```ts
 * import { isSettlementRequired, ProviderApiError } from 'custody-gateways/provider';
 *
 * const error = new ProviderApiError({ status: 409, errorType: 'outstanding-credit' });
 * isSettlementRequired(error, ['outstanding-credit']); // true
 * ```
 */
export function isSettlementRequired(
  error: unknown,
  errorTypes: readonly string[] = ['settlement-required'],
): boolean {
  if (!(error instanceof GatewayError)) return false;
  if (error.details.errorCode === V1_SETTLEMENT_REQUIRED) return true;
  const { errorType } = error.details;
  return typeof errorType === 'string' && errorTypes.includes(errorType);
}
