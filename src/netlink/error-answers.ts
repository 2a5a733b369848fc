import { GatewayError, InvalidInputError } from '../core/errors.js';
import { HttpError } from '../http/errors.js';
import { OutOfTime } from '../http/in-time.js';
import { jsonResponse, pauseHeader } from '../http/responses.js';
import { statusOf } from '../http/statuses.js';
import { NETLINK_ERRORS } from './error-codes.js';
import { NetlinkError } from './errors.js';

/**
 * An error in the form of network link v1: `{ error, errorCode }`. Details of a failure of the provider itself
 * are not shown.
 */
export function netlinkErrorResponse(error: unknown): Response {
  if (error instanceof NetlinkError) {
    const { status, error: words, errorCode, retryAfterMs } = error;
    // A refusal must not be answered as a success.
    const told = status >= 400 && status <= 599 ? status : 500;
    return answer(told, words, errorCode, pauseHeader(retryAfterMs));
  }
  if (error instanceof InvalidInputError) {
    return answer(400, error.message, NETLINK_ERRORS.INVALID_PARAMETER);
  }
  if (error instanceof HttpError) return answer(statusOf(error).status, error.message);
  if (error instanceof OutOfTime) return answer(504, error.message);
  const passing = error instanceof GatewayError && error.code === 'UNREACHABLE';
  return answer(passing ? 503 : 500, 'The provider failed; its own log says why.');
}

function answer(status: number, error: string, errorCode?: number, headers = {}): Response {
  return jsonResponse({ error, errorCode: errorCode ?? null }, status, headers);
}
