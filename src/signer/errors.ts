import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';

/** What is known of a signing request when an error speaks of it. */
export interface SigningRequestDetails {
  /** The request's idempotency key at the signer. */
  readonly requestId: string;
  /** The id that the signer gave it. */
  readonly custodyId?: string | undefined;
  /** The signer's own words. */
  readonly status?: string | undefined;
  readonly subStatus?: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** The hash of a native transfer that was broadcast: what became of it is on its chain. */
  readonly txHash?: string | undefined;
}

/**
 * No signature yet. The request lives on at the signer: the same call with the same idempotency
 * key, or `resume`, picks it up again. This is not a failure.
 */
export class SignaturePendingError extends GatewayError {
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

/** The signer will never sign this request: a person, a policy or the clock refused. Final. */
export class SignatureRejectedError extends GatewayError {
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
 * What the signer returned is no valid signature of what it was asked to sign. Nothing was sent. Where a
 * signer was asked under a key that is `retryable`, and not final: the request lives on there, and a later
 * call, which is told a valid one, sends the transaction.
 */
export class InvalidSignatureError extends GatewayError {
  /** What is wrong with it. */
  readonly reason: string;

  constructor(reason: string, options: GatewayErrorOptions = {}) {
    super('INVALID_SIGNATURE', `The signer's answer was refused: ${reason}.`, options);
    this.reason = reason;
  }
}

/** A signer's journal can't be read, or can't be written. Nothing was sent. */
export class JournalError extends GatewayError {
  constructor(reason: string, options: GatewayErrorOptions = {}) {
    super('JOURNAL', `The signing journal failed: ${reason}.`, options);
  }
}
