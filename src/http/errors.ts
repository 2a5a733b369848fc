import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';

/** The codes for HTTP requests that are refused before their content is checked. */
export type HttpErrorCode =
  | 'ROUTE_NOT_FOUND'
  | 'MISSING_VAULT_ACCOUNT'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'TRANSACTION_WAITING'
  | 'CROSS_ORIGIN'
  | 'FORBIDDEN'
  | 'UNKNOWN_HOST'
  | 'BODY_TOO_LARGE'
  | 'BODY_ALREADY_READ'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNAUTHORIZED';

/** An HTTP request was refused for its form: no such route, too large, another type, not authentic. */
export class HttpError extends GatewayError {
  constructor(code: HttpErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(code, message, options);
  }
}
