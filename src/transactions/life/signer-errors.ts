import type { GatewayErrorCode } from '../../core/error-codes.js';
import { GatewayError } from '../../core/errors.js';
import { UnexpectedFailureError } from '../errors.js';

/** What a signer's own work may end with, besides what a custody platform says. */
const OF_SIGNERS: readonly GatewayErrorCode[] = [
  'SIGNATURE_PENDING',
  'SIGNATURE_REJECTED',
  'INVALID_SIGNATURE',
  'IDEMPOTENCY_CONFLICT',
  'INVALID_INPUT',
  'CONFIGURATION',
  'UNSUPPORTED_ALGORITHM',
  'ABORTED',
  'UNREACHABLE',
  'UNEXPECTED_ANSWER',
  'RATE_LIMITED',
  'JOURNAL',
  'STORE',
];

/**
 * An error that a signer has thrown. One of any other code says nothing about the request, like an error of foreign
 * code: it may be signed all the same, though a code such as `FEE_TOO_HIGH`, from here, says that it is not.
 */
export function saidBySigner(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { code } = error;
  if (code.startsWith('CUSTODY_') || OF_SIGNERS.includes(code)) return error;
  return new UnexpectedFailureError(error).about(error.transaction);
}
