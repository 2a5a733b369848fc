import type { LoopbackAnswer } from '../../loopback/peer.js';
import { type Address, shown } from '../address.js';
import { numberOf, type StatusCode } from '../chain/status-codes.js';

/** The error codes of the node's API that the sandbox gives. */
export type ApiErrorCode =
  | 'account_not_found'
  | 'api_disabled'
  | 'block_not_found'
  | 'block_pruned'
  | 'invalid_input'
  | 'invalid_transaction_update'
  | 'mempool_is_full'
  | 'module_not_found'
  | 'resource_not_found'
  | 'transaction_not_found'
  | 'version_not_found'
  | 'version_pruned'
  | 'vm_error'
  | 'web_framework_error';

/** An answer that is an error, in the node's form. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly answer: LoopbackAnswer;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    vmErrorCode: number | null = null,
  ) {
    super(message);
    const json = { message, error_code: code, vm_error_code: vmErrorCode };
    this.answer = { status, json };
  }
}

export function invalidInput(message: string): ApiError {
  return new ApiError(400, 'invalid_input', message);
}

/** What the framework below the node's API refuses before the API sees it. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'web_framework_error', message);
}

export function notFound(code: ApiErrorCode, what: string, where: string): ApiError {
  return new ApiError(404, code, `${what} not found by ${where}`);
}

export function accountNotFound(address: Address, version: number): ApiError {
  const where = `Address(${shown(address)}) and Ledger version(${version})`;
  return notFound('account_not_found', 'Account', where);
}

/** A transaction that is refused for good by what the chain's validation says. */
export function vmError(status: StatusCode): ApiError {
  const message = `Invalid transaction: Type: Validation Code: ${status}`;
  return new ApiError(400, 'vm_error', message, numberOf(status));
}
