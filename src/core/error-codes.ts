/**
 * Every code that this package throws, and how it is answered over HTTP: `[status, title, final]`. Without a title, the
 * words of the code are the title. `final` is the status of an error that is not retryable, where it has one of its own.
 *
 * What each code means, whether it is retryable, and what may have happened stands beside it in
 * `error-reference.ts`, which only documents load.
 */
export const ERROR_CODES = {
  // Neither success nor failure, so the status says neither: a client that repeats a POST after a 5xx would pay
  // twice if it had no idempotency key of its own.
  TRANSACTION_WAITING: [202],
  SIGNATURE_PENDING: [202],
  TRANSACTION_UNCONFIRMED: [202],
  CUSTODY_UNCONFIRMED: [202, 'Outcome Unknown'],
  UNEXPECTED_FAILURE: [202, 'Outcome Unknown'],
  NETLINK_UNCONFIRMED: [202, 'Outcome Unknown'],
  PROVIDER_UNCONFIRMED: [202, 'Outcome Unknown'],
  BATCH_INCOMPLETE: [202, undefined, 422],
  INVALID_SIGNATURE: [202, undefined, 502],
  TRANSACTION_REFUSED: [202, undefined, 422],
  // The caller's fault.
  INVALID_INPUT: [400, 'Bad Request'],
  DESTINATION_TAG_REQUIRED: [400],
  MISSING_VAULT_ACCOUNT: [400, 'Missing vault account ID'],
  IDEMPOTENCY_KEY_REQUIRED: [400],
  UNAUTHORIZED: [401],
  FORBIDDEN: [403],
  CROSS_ORIGIN: [403, 'Forbidden'],
  UNKNOWN_HOST: [421, 'Misdirected Request'],
  ROUTE_NOT_FOUND: [404, 'Not Found'],
  UNKNOWN_TRANSACTION: [404, 'Transaction Not Found'],
  TRANSACTION_NOT_FOUND: [404],
  CUSTODY_NOT_FOUND: [404, 'Not Found at Custody'],
  BODY_TOO_LARGE: [413, 'Payload Too Large'],
  UNSUPPORTED_MEDIA_TYPE: [415],
  RATE_LIMITED: [429, 'Too Many Requests'],
  // Conflicts with another request.
  IDEMPOTENCY_CONFLICT: [409],
  IDEMPOTENCY_KEY_REUSE: [409, 'Idempotency Key Reused'],
  FORCED_SETTLEMENT: [409, 'Not Possible Now'],
  ACCOUNT_BUSY: [409],
  ALREADY_REQUESTED: [409],
  NOT_CANCELLABLE: [409],
  NOT_REPLACEABLE: [409],
  WRONG_POX: [409, 'Another Stacking Contract'],
  TRANSACTION_REPLACED: [409],
  CUSTODY_DUPLICATE: [409, 'Duplicate Request'],
  // Understood, but refused or failed.
  PROVIDER_REFUSAL: [422, 'Refused'],
  SIGNATURE_REJECTED: [422],
  TRANSACTION_FAILED: [422],
  TRANSACTION_EXPIRED: [422],
  ACCOUNT_NOT_FUNDED: [422],
  TICKETS_UNAVAILABLE: [422],
  FEE_TOO_HIGH: [422],
  INSUFFICIENT_FUNDS: [422],
  READ_ONLY_CALL: [422, 'No Answer of the Contract'],
  SIMULATION_FAILED: [422, 'Transaction Would Fail'],
  STACKING_REFUSED: [422, 'Transaction Would Fail'],
  SIGNER_SIGNATURE: [422, "Signer's Signature"],
  // The custody platform, a chain or a provider answered badly.
  UNEXPECTED_ANSWER: [502, 'Bad Gateway'],
  CUSTODY_REFUSED: [502],
  CUSTODY_AUTHENTICATION: [502, 'Custody Authentication Failed'],
  CUSTODY_CLOCK_SKEW: [502],
  CUSTODY_PERMISSION: [502, 'Custody Permission Denied'],
  XRPL_NODE: [502, 'Bad Gateway'],
  APTOS_NODE: [502, 'Bad Gateway'],
  STACKS_NODE: [502, 'Bad Gateway'],
  UNKNOWN_POX: [502, 'Stacking Contract Unknown'],
  NETLINK: [502, 'Provider Refused', 422],
  PROVIDER_API: [502, 'Provider Refused', 422],
  PROVIDER_SIGNATURE: [502, 'Not the Provider'],
  WRONG_NETWORK: [502],
  // Not available now.
  UNREACHABLE: [503, 'Service Unavailable'],
  CUSTODY_UNAVAILABLE: [503],
  INDEXER_MISSING: [503],
  JOURNAL: [503, 'Journal Unavailable'],
  STORE: [503, 'Store Unavailable'],
  ABORTED: [504, 'Gateway Timeout'],
  // The server's own fault, which the caller can't correct.
  CONFIGURATION: [500, 'Internal Server Error'],
  UNSUPPORTED_ALGORITHM: [500, 'Internal Server Error'],
  SIGNATURE_NOT_SENDABLE: [500, 'Internal Server Error'],
  BODY_ALREADY_READ: [500],
} as const satisfies Readonly<
  Record<string, readonly [status: number, title?: string | undefined, final?: number]>
>;

/** The code of an error of this package. `docs/errors.md` says what each one means. */
export type GatewayErrorCode = keyof typeof ERROR_CODES;

/** Whether this version has a code: another version's error may have one that is not known here. */
export function isErrorCode(code: GatewayErrorCode): boolean {
  return Object.hasOwn(ERROR_CODES, code);
}
