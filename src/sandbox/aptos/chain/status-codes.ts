/**
 * Why a transaction is not let onto the chain, and the chain's number for it. The last two came later than
 * the rest, and their numbers are not the same in all versions of the node: go by the name.
 */
const STATUS_CODES = {
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  SENDING_ACCOUNT_DOES_NOT_EXIST: 7,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  BAD_CHAIN_ID: 23,
  SEQUENCE_NUMBER_TOO_BIG: 24,
  SIGNERS_CONTAIN_DUPLICATES: 28,
  NONCE_ALREADY_USED: 42,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: 43,
} as const;

export type StatusCode = keyof typeof STATUS_CODES;

export function numberOf(status: StatusCode): number {
  return STATUS_CODES[status];
}
