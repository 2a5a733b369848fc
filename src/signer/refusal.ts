import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  UnexpectedAnswerError,
} from '../core/errors.js';

/** Whether the signer checked the request and refused it. After any other error it may still sign it. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    !error.retryable &&
    !(error instanceof AbortedError) &&
    !(error instanceof UnexpectedAnswerError) &&
    !(error instanceof IdempotencyConflictError)
  );
}
