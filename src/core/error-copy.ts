import type { GatewayError } from './errors.js';

/** The same error without what it says of a transaction. Another call may have the original, or it may be frozen. */
export function withoutTransaction(error: GatewayError): GatewayError {
  const copy: GatewayError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const { transaction: _, ...facts } = Object.getOwnPropertyDescriptors(error);
  return Object.defineProperties(copy, facts);
}
