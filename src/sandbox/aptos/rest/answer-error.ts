import type { JsonObject } from '../../../core/json.js';
import type { LoopbackAnswer } from '../../loopback/peer.js';
import { type Address, shown } from '../address.js';
import type { AptosNode } from '../chain/node.js';
import { numberOf, type StatusCode } from '../chain/status-codes.js';

/** The error codes of the node's API that the sandbox gives. */
export type ApiErrorCode =
  | 'account_not_found'
  | 'api_disabled'
  | 'block_not_found'
  | 'block_pruned'
  | 'internal_error'
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
    more: { readonly fields?: JsonObject; readonly headers?: Record<string, string> } = {},
  ) {
    super(message);
    const json = { message, error_code: code, vm_error_code: vmErrorCode, ...more.fields };
    this.answer = { status, json, ...(more.headers && { headers: more.headers }) };
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

/** What the node no longer has. Where it names an archive, it does so as the vendor's gateway does for it. */
export function pruned(
  { ledger, pruned: { archive } }: AptosNode,
  code: 'version_pruned' | 'block_pruned',
  what: string,
): ApiError {
  const message = `${what} has been pruned`;
  if (archive === undefined) return new ApiError(410, code, message);
  const fields = {
    hint: 'Older history is at the archival endpoint.',
    oldest_ledger_version: `${ledger.oldest.firstVersion}`,
    archival_endpoint: archive,
  };
  const headers = { 'x-aptos-archival-endpoint': archive };
  return new ApiError(410, code, message, null, { fields, headers });
}

/** The same of a list, which older nodes had no code of their own for. */
export function prunedList(node: AptosNode, version: number): ApiError {
  const what = `Ledger version(${version})`;
  if (node.pruned.lists === 'gone') return pruned(node, 'version_pruned', what);
  const oldest = node.ledger.oldest.firstVersion;
  const reason = `Transaction at version ${version} is pruned, min available version is ${oldest}.`;
  return new ApiError(500, 'internal_error', reason);
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
