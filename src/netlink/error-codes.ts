/**
 * The codes that network link v1 defines for `errorCode`, by name. A provider need not use every one,
 * and may use others.
 */
export const NETLINK_ERRORS = {
  MISSING_HEADERS: 400000,
  INVALID_NONCE: 400001,
  INVALID_TIMESTAMP: 400002,
  INVALID_SIGNATURE: 400003,
  INSUFFICIENT_PERMISSIONS: 400004,
  INSUFFICIENT_FUNDS: 400005,
  INSUFFICIENT_FEE: 400006,
  UNSUPPORTED_ACCOUNT_TYPE: 400007,
  UNSUPPORTED_OPERATION: 400008,
  UNSUPPORTED_ASSET: 400009,
  INVALID_PARAMETER: 400010,
  BAD_ADDRESS: 400011,
  AMOUNT_TOO_SMALL: 400012,
  MANUAL_DEPOSIT_ADDRESS: 400013,
  REJECTED: 400014,
  WITHDRAWAL_CANCELLED_OR_FAILED: 400015,
  ADDRESS_NOT_WHITELISTED: 400016,
  IP_NOT_WHITELISTED: 400017,
  ACCOUNT_NOT_FOUND: 400018,
  WITHDRAWALS_LIMITED: 400019,
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
