/**
 * The codes that network link v1 defines for `errorCode`, by name. A provider need not use every one,
 * and may use others.
 */
export const NETLINK_ERRORS = {
  /** A header of the signature is missing; from the server kit also if it came twice. */
  MISSING_HEADERS: 400000,
  /** The nonce is malformed, or was used before. */
  INVALID_NONCE: 400001,
  /** The timestamp is malformed, or too far from the provider's own time. */
  INVALID_TIMESTAMP: 400002,
  /** The signature is malformed, or is not one of this request by this API key. */
  INVALID_SIGNATURE: 400003,
  /** The API key is not allowed to do this. */
  INSUFFICIENT_PERMISSIONS: 400004,
  /** The account has less than the move needs. */
  INSUFFICIENT_FUNDS: 400005,
  /** The fee does not suffice, such as a `maxFee` below the fee of the provider. */
  INSUFFICIENT_FEE: 400006,
  /** The provider does not have the account type, or not for this operation. */
  UNSUPPORTED_ACCOUNT_TYPE: 400007,
  /** The provider does not have the operation; from the server kit if its registration excludes it. */
  UNSUPPORTED_OPERATION: 400008,
  /** The provider does not have the coin, or not on this network. */
  UNSUPPORTED_ASSET: 400009,
  /** A field of the query or the body is missing or wrong. */
  INVALID_PARAMETER: 400010,
  /** The address does not have the form that its network requires. */
  BAD_ADDRESS: 400011,
  /** The amount is too small for the provider. */
  AMOUNT_TOO_SMALL: 400012,
  /** The provider creates deposit addresses by hand only. */
  MANUAL_DEPOSIT_ADDRESS: 400013,
  /** The provider rejected the operation; its `error` may say why. */
  REJECTED: 400014,
  /** The provider took the withdrawal on, and it was cancelled or failed there. */
  WITHDRAWAL_CANCELLED_OR_FAILED: 400015,
  /** The address has to be whitelisted at the provider first. */
  ADDRESS_NOT_WHITELISTED: 400016,
  /** The request came from an IP address that the provider does not accept. */
  IP_NOT_WHITELISTED: 400017,
  /** The provider has no such account or sub-account. */
  ACCOUNT_NOT_FOUND: 400018,
  /** The provider limits withdrawals: the same one may succeed later, so the error is `retryable`. */
  WITHDRAWALS_LIMITED: 400019,
  /** Off-exchange: the account has to be settled first. `isSettlementRequired` recognises it. */
  SETTLEMENT_REQUIRED: 400020,
} as const;

/** The name of a code, such as `INSUFFICIENT_FUNDS`. */
export type NetlinkErrorName = keyof typeof NETLINK_ERRORS;

/** One of the 21 codes. */
export type NetlinkErrorCode = (typeof NETLINK_ERRORS)[NetlinkErrorName];

const NAMES = new Map<number, string>(
  Object.entries(NETLINK_ERRORS).map(([name, code]) => [code, name]),
);

/** The name of a code; `undefined` for one that is not in the specification. */
export function netlinkErrorName(code: number | undefined): NetlinkErrorName | undefined {
  const name = code === undefined ? undefined : NAMES.get(code);
  return isName(name) ? name : undefined;
}

function isName(name: string | undefined): name is NetlinkErrorName {
  return name !== undefined && Object.hasOwn(NETLINK_ERRORS, name);
}
