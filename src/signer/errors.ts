import {
  AbortedError,
  GatewayError,
  type GatewayErrorOptions,
  IdempotencyConflictError,
  UnexpectedAnswerError,
} from '../core/errors.js';

/** Facts about a signing request, in an error. */
export interface SigningRequestDetails {
  /** The request's idempotency key at the signer. */
  readonly requestId: string;
  /** The id that the signer gave the request. */
  readonly custodyId?: string | undefined;
  /** The signer's own status. */
  readonly status?: string | undefined;
  /** The signer's own reason beside its status, such as `REJECTED_BY_USER` at Fireblocks. */
  readonly subStatus?: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** The hash of a native transfer that was broadcast: the chain has its result. */
  readonly txHash?: string | undefined;
}

/**
 * No signature yet. The request stays open at the signer: repeat the call with the same idempotency key, or call
 * `resume`, to continue it. This is not a failure.
 */
export class SignaturePendingError extends GatewayError {
  /** The open request, as the signer showed it last; `details` has the same fields. */
  readonly request: SigningRequestDetails;

  constructor(request: SigningRequestDetails, options: GatewayErrorOptions = {}) {
    super('SIGNATURE_PENDING', 'The signature is still awaited; ask again with the same key.', {
      retryable: true,
      ...options,
      details: { ...options.details, ...request },
    });
    this.request = request;
  }
}

/** The signer will never sign this request: a person or a policy refused it, or its time ran out. Final. */
export class SignatureRejectedError extends GatewayError {
  /** The refused request: the reason is in `status` and `subStatus`. `details` has the same fields. */
  readonly request: SigningRequestDetails;

  constructor(request: SigningRequestDetails, options: GatewayErrorOptions = {}) {
    const why = [request.status, request.subStatus].filter(Boolean).join(', ') || 'no reason given';
    super('SIGNATURE_REJECTED', `The signature was refused: ${why}.`, {
      ...options,
      details: { ...options.details, ...request },
    });
    this.request = request;
  }
}

/**
 * The signer returned no valid signature of the message. Nothing was sent. Where the request has an idempotency key,
 * the error is `retryable`, and not final: the request stays open at the signer, and a later call that receives a
 * valid signature sends the transaction.
 */
export class InvalidSignatureError extends GatewayError {
  /** What is wrong with the signature. */
  readonly reason: string;

  constructor(reason: string, options: GatewayErrorOptions = {}) {
    super('INVALID_SIGNATURE', `The signer's answer was refused: ${reason}.`, options);
    this.reason = reason;
  }
}

/**
 * A signer's journal can't be read, or can't be written. This call sent nothing, but what the journal has may be signed:
 * ask again with the same key.
 */
export class JournalError extends GatewayError {
  constructor(reason: string) {
    super('JOURNAL', `The signing journal failed: ${reason}.`, { retryable: true });
  }
}

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
