import type { GatewayErrorCode } from '../core/error-codes.js';
import { GatewayError, type TransactionReference } from '../core/errors.js';
import { type Happened, happenedOf } from '../core/known-error.js';
import { HttpError } from './errors.js';
import { jsonResponse, pauseHeader } from './responses.js';
import { statusOf } from './statuses.js';

/** The body of every error. */
export interface ErrorBody {
  /** A short title, such as `Bad Request`. */
  readonly error: string;
  /** For people. */
  readonly message: string;
  /** For programs; stable. `INTERNAL` where the server itself is at fault. */
  readonly code: GatewayErrorCode | 'INTERNAL';
  /** Whether the very same request may succeed later. */
  readonly retryable: boolean;
  /** What the request may have done: `nothing`, `maybe` or `sent`. */
  readonly happened: Happened;
  /** The HTTP request's own id, as in `X-Request-Id`. */
  readonly requestId?: string;
  /** The transaction that the error belongs to: its key, the custody platform's id, its hash. */
  readonly transaction?: TransactionReference;
  /** Facts, such as `field` of bad input or `resultCode` of a failure. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The ledger's result of a transaction that failed on it. */
  readonly result?: unknown;
}

const INTERNAL: Omit<ErrorBody, 'requestId'> = {
  error: 'Internal Server Error',
  message: 'The server failed. Its log says why.',
  code: 'INTERNAL',
  retryable: false,
  happened: 'maybe',
};

/**
 * The answer to a request that failed: always JSON, with a status that follows from the error's code. It shows
 * nothing of an error that is not this package's own, or that is the server's own fault, except where the server is
 * mounted wrongly; and of one that a signer of your own threw its message (`UNEXPECTED_FAILURE`).
 * `more` are fields added to the body.
 *
 * @example
 * ```ts
 * import { InvalidInputError } from 'custody-gateways';
 * import { errorResponse } from 'custody-gateways/http';
 *
 * const response = errorResponse(new InvalidInputError('amount', 'is required'));
 * response.status; // 400
 * await response.json(); // { error: 'Bad Request', message: 'amount: is required', code: 'INVALID_INPUT', ... }
 * ```
 */
export function errorResponse(
  error: unknown,
  requestId?: string,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  const known = error instanceof GatewayError ? error : undefined;
  const { status, title } = statusOf(known);
  const isShown = known !== undefined && (status !== 500 || known instanceof HttpError);
  const body = isShown ? bodyOf(known, title) : INTERNAL;
  return jsonResponse(
    { ...more, ...body, ...(requestId === undefined ? {} : { requestId }) },
    status,
    known === undefined ? {} : pauseOf(known),
  );
}

/** The peer's own time, or one second where it only asked for fewer requests. */
function pauseOf({ code, details }: GatewayError): Readonly<Record<string, string>> {
  return pauseHeader(details.retryAfterMs ?? (code === 'RATE_LIMITED' ? 1_000 : undefined));
}

function bodyOf(error: GatewayError, title: string): ErrorBody {
  const { message, code, retryable, transaction, details } = error;
  return {
    error: title,
    message,
    code,
    retryable,
    happened: happenedOf(error),
    ...(transaction === undefined ? {} : { transaction }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...('result' in error ? { result: error.result } : {}),
  };
}
