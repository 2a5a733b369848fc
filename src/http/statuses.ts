import type { GatewayError } from '../core/errors.js';

/** How an error is answered: its HTTP status and a short title. */
export interface ErrorStatus {
  readonly status: number;
  readonly title: string;
}

/** `final` is for an error whose call is not to be made again. */
type Answer = readonly [status: number, title: string, final?: number];

const BY_CODE: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  // Neither success nor failure, so neither is said: a client that repeats a POST after a 5xx would
  // pay twice where it had no idempotency key of its own.
  ['TRANSACTION_WAITING', [202, 'Transaction Waiting']],
  ['SIGNATURE_PENDING', [202, 'Signature Pending']],
  ['TRANSACTION_UNCONFIRMED', [202, 'Transaction Unconfirmed']],
  ['CUSTODY_UNCONFIRMED', [202, 'Outcome Unknown']],
  ['UNEXPECTED_FAILURE', [202, 'Outcome Unknown']],
  ['NETLINK_UNCONFIRMED', [202, 'Outcome Unknown']],
  ['PROVIDER_UNCONFIRMED', [202, 'Outcome Unknown']],
  ['BATCH_INCOMPLETE', [202, 'Batch Incomplete', 422]],
  ['INVALID_SIGNATURE', [202, 'Invalid Signature', 502]],
  ['TRANSACTION_REFUSED', [202, 'Transaction Refused', 422]],
  // The caller.
  ['INVALID_INPUT', [400, 'Bad Request']],
  ['DESTINATION_TAG_REQUIRED', [400, 'Destination Tag Required']],
  ['MISSING_VAULT_ACCOUNT', [400, 'Missing vault account ID']],
  ['IDEMPOTENCY_KEY_REQUIRED', [400, 'Idempotency Key Required']],
  ['UNAUTHORIZED', [401, 'Unauthorized']],
  ['FORBIDDEN', [403, 'Forbidden']],
  ['CROSS_ORIGIN', [403, 'Forbidden']],
  ['UNKNOWN_HOST', [421, 'Misdirected Request']],
  ['ROUTE_NOT_FOUND', [404, 'Not Found']],
  ['UNKNOWN_TRANSACTION', [404, 'Transaction Not Found']],
  ['TRANSACTION_NOT_FOUND', [404, 'Transaction Not Found']],
  ['CUSTODY_NOT_FOUND', [404, 'Not Found at the Custody']],
  ['BODY_TOO_LARGE', [413, 'Payload Too Large']],
  ['UNSUPPORTED_MEDIA_TYPE', [415, 'Unsupported Media Type']],
  ['RATE_LIMITED', [429, 'Too Many Requests']],
  // In the way of one another.
  ['IDEMPOTENCY_CONFLICT', [409, 'Idempotency Conflict']],
  ['IDEMPOTENCY_KEY_REUSE', [409, 'Idempotency Key Reused']],
  ['FORCED_SETTLEMENT', [409, 'Not Possible Now']],
  ['ACCOUNT_BUSY', [409, 'Account Busy']],
  ['NOT_CANCELLABLE', [409, 'Not Cancellable']],
  ['NOT_REPLACEABLE', [409, 'Not Replaceable']],
  ['WRONG_POX', [409, 'Another Stacking Contract']],
  ['TRANSACTION_REPLACED', [409, 'Transaction Replaced']],
  ['CUSTODY_DUPLICATE', [409, 'Duplicate Request']],
  // Understood, and it came to nothing.
  ['PROVIDER_REFUSAL', [422, 'Refused']],
  ['SIGNATURE_REJECTED', [422, 'Signature Rejected']],
  ['TRANSACTION_FAILED', [422, 'Transaction Failed']],
  ['TRANSACTION_EXPIRED', [422, 'Transaction Expired']],
  ['ACCOUNT_NOT_FUNDED', [422, 'Account Not Funded']],
  ['TICKETS_UNAVAILABLE', [422, 'Tickets Unavailable']],
  ['FEE_TOO_HIGH', [422, 'Fee Too High']],
  ['INSUFFICIENT_FUNDS', [422, 'Insufficient Funds']],
  ['READ_ONLY_CALL', [422, 'No Answer of the Contract']],
  ['SIMULATION_FAILED', [422, 'Transaction Would Fail']],
  ['STACKING_REFUSED', [422, 'Transaction Would Fail']],
  ['SIGNER_SIGNATURE', [422, "Signer's Signature"]],
  // Custody, chain or provider answered badly.
  ['UNEXPECTED_ANSWER', [502, 'Bad Gateway']],
  ['CUSTODY_REFUSED', [502, 'Custody Refused']],
  ['CUSTODY_AUTHENTICATION', [502, 'Custody Authentication Failed']],
  ['CUSTODY_CLOCK_SKEW', [502, 'Custody Clock Skew']],
  ['CUSTODY_PERMISSION', [502, 'Custody Permission Denied']],
  ['XRPL_NODE', [502, 'Bad Gateway']],
  ['APTOS_NODE', [502, 'Bad Gateway']],
  ['STACKS_NODE', [502, 'Bad Gateway']],
  ['UNKNOWN_POX', [502, 'Stacking Contract Unknown']],
  ['NETLINK', [502, 'Provider Refused', 422]],
  ['PROVIDER_API', [502, 'Provider Refused', 422]],
  ['PROVIDER_SIGNATURE', [502, 'Not the Provider']],
  ['WRONG_NETWORK', [502, 'Wrong Network']],
  // Not there now.
  ['UNREACHABLE', [503, 'Service Unavailable']],
  ['CUSTODY_UNAVAILABLE', [503, 'Custody Unavailable']],
  ['JOURNAL', [503, 'Journal Unavailable']],
  ['STORE', [503, 'Store Unavailable']],
  ['ABORTED', [504, 'Gateway Timeout']],
  // Ours, and nothing the caller could do about.
  ['CONFIGURATION', [500, 'Internal Server Error']],
  ['UNSUPPORTED_ALGORITHM', [500, 'Internal Server Error']],
  ['SIGNATURE_NOT_SENDABLE', [500, 'Internal Server Error']],
  ['BODY_ALREADY_READ', [500, 'Body Already Read']],
]);

/** The status for an error; one that nobody foresaw is the server's own fault. */
export function statusOf(error: GatewayError | undefined): ErrorStatus {
  const answer = BY_CODE.get(error?.code ?? '') ?? [500, 'Internal Server Error'];
  const [status, title, final = status] = answer;
  return { status: error?.retryable ? status : final, title };
}

/** Every code that can be answered, with each of its statuses. */
export function errorStatuses(): readonly { readonly code: string; readonly status: number }[] {
  return [...BY_CODE].flatMap(([code, [status, , final = status]]) =>
    [...new Set([status, final])].map((each) => ({ code, status: each })),
  );
}
