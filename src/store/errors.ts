import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';

/** A `Store` could not be asked, or gave an invalid answer. What it was asked to write may have been written. */
export class StoreError extends GatewayError {
  constructor(reason: string, options: GatewayErrorOptions = {}) {
    super('STORE', `The store failed: ${reason}.`, { retryable: true, ...options });
  }
}

/** The short code that Redis puts before its words, such as `READONLY` or `OOM`. */
const REPLY_CODE = /^[A-Z]{2,20}(?= )/;
/** Node's code for a failure of the connection, such as `ECONNREFUSED`. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{1,40}$/;

/**
 * The error of a client, reduced to a few words so that no secret can be in it: its own message and properties may
 * hold the URL with its password, or the values that were sent.
 */
export function storeFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof Error)) return new StoreError('an unexpected error');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SYSTEM_CODE.test(code)) return new StoreError(code);
  return new StoreError(REPLY_CODE.exec(error.message)?.[0] ?? error.name);
}
