import { isObject } from '../core/json.js';
import type { NetlinkAsset } from './answers.js';
import { NETLINK_ERRORS } from './error-codes.js';
import { NetlinkError } from './errors.js';
import type { OperationName } from './operations.js';
import type { NetlinkRegistration } from './registration.js';

type Rule = (registration: NetlinkRegistration) => boolean;

const withdrawals: Rule = ({ supportsWithdrawals }) => supportsWithdrawals;
const deposits: Rule = ({ supportsDeposits }) => supportsDeposits;
const subAccounts: Rule = ({ supportsSubAccounts }) => supportsSubAccounts;
const subToSub: Rule = ({ supportsSubAccountTransfers }) => supportsSubAccountTransfers;

/** The registration that an operation requires of its provider. */
const RULES: Partial<Readonly<Record<OperationName, Rule>>> = {
  getDepositAddress: deposits,
  createDepositAddress: deposits,
  estimateWithdrawalFee: withdrawals,
  withdraw: withdrawals,
  transferSubMain: subAccounts,
  transferSubAccounts: subToSub,
};

/** Whether a provider with this registration has an operation at all. */
export function offers(registration: NetlinkRegistration, name: OperationName): boolean {
  return RULES[name]?.(registration) ?? true;
}

export function unsupportedOperation(): NetlinkError {
  return new NetlinkError({
    errorCode: NETLINK_ERRORS.UNSUPPORTED_OPERATION,
    error: 'This provider does not support the operation.',
  });
}

/** @throws NetlinkError 400008, or 400013 where addresses are made by hand. */
export function admitOperation(registration: NetlinkRegistration, name: OperationName): void {
  if (!offers(registration, name)) throw unsupportedOperation();
  if (name === 'createDepositAddress' && registration.manualDepositAddress) {
    throw new NetlinkError({
      errorCode: NETLINK_ERRORS.MANUAL_DEPOSIT_ADDRESS,
      error: 'Deposit addresses of this provider are made by hand.',
    });
  }
}

/**
 * @throws NetlinkError 400007 for an account type that the provider doesn't have for this operation, 400008 for a
 * history of transfers that it doesn't support.
 */
export function admitRequest(
  registration: NetlinkRegistration,
  accountTypes: readonly string[],
  request: unknown,
): void {
  const { accountType, fromAccountType, toAccountType, isSubTransfer } = isObject(request)
    ? request
    : {};
  const { mainAccountFundableType, subAccountFundableType, supportsSubAccounts } = registration;
  const fundable = supportsSubAccounts
    ? [mainAccountFundableType, subAccountFundableType]
    : [mainAccountFundableType];
  requireType('accountType', accountType, fundable);
  requireType('fromAccountType', fromAccountType, accountTypes);
  requireType('toAccountType', toAccountType, accountTypes);
  const subTransfers = isSubTransfer !== undefined && isSubTransfer !== false;
  if (subTransfers && !supportsSubAccounts) throw unsupportedOperation();
  if (isSubTransfer === 'subaccountTransfer' && !offers(registration, 'transferSubAccounts')) {
    throw unsupportedOperation();
  }
}

/**
 * Checks that the provider lists the asset that is moved or gets an address. A request without a network, as for
 * transfers between own accounts, is for a coin that is listed on any network.
 *
 * @throws NetlinkError 400009.
 */
export function admitAsset(listed: readonly NetlinkAsset[], request: unknown): void {
  const { coinSymbol, network } = isObject(request) ? request : {};
  const isListed = listed.some(
    (asset) =>
      asset.coinSymbol === coinSymbol && (network === undefined || asset.network === network),
  );
  if (isListed) return;
  throw new NetlinkError({
    errorCode: NETLINK_ERRORS.UNSUPPORTED_ASSET,
    error: 'This provider does not have the asset.',
  });
}

function requireType(field: string, type: unknown, known: readonly string[]): void {
  if (typeof type !== 'string' || known.includes(type)) return;
  throw new NetlinkError({
    errorCode: NETLINK_ERRORS.UNSUPPORTED_ACCOUNT_TYPE,
    error: `${field}: must be one of ${[...new Set(known)].join(', ')}`,
  });
}
