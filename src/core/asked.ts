import type { GatewayErrorCode } from './error-codes.js';
import type { GatewayError } from './errors.js';

/** Found before a signature is requested, though a later call may succeed. */
const BEFORE: readonly GatewayErrorCode[] = [
  'FEE_TOO_HIGH',
  'ACCOUNT_BUSY',
  'ALREADY_REQUESTED',
  'TICKETS_UNAVAILABLE',
];

/** Whether a signer may have been asked for what an error is about; it has an id before the signer is asked. */
export function mayBeAsked({ code, transaction, retryable }: GatewayError): boolean {
  const { requestId, custodyId } = { ...transaction };
  // What was asked may have arrived, at a signer of the caller's own at least.
  const isUndecided = requestId && (retryable || code === 'UNEXPECTED_ANSWER');
  return Boolean(custodyId || (isUndecided && !BEFORE.includes(code)));
}
