import { isObject } from '../../core/json.js';

/** The `type` of a payload that is a transaction. */
export const TRANSACTION_TYPE = 'StacksTransaction';

/** Whether a payload claims to be structured data. It need not be valid. */
export function isStructuredData(payload: unknown): boolean {
  return isObject(payload) && payload.structuredData !== undefined;
}

/** Whether a payload claims to be a transaction. It need not be valid. */
export function isTransaction(payload: unknown): boolean {
  return isObject(payload) && payload.type === TRANSACTION_TYPE && typeof payload.hex === 'string';
}
