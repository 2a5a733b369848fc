/**
 * Network link v1 (0.9.13), from both sides: the client, and what a provider is described by.
 *
 * @module netlink
 */
export type { CallOptions } from '../core/clock.js';
export type {
  DepositAddress,
  InternalTransfer,
  NetlinkAccount,
  NetlinkAsset,
  NetlinkBalance,
  NetlinkTransaction,
  SubTransfer,
  TransactionPage,
  Withdrawal,
  WithdrawalFee,
} from './answers.js';
export type { NetlinkConnection, NetlinkRequestEvent, NetlinkResponseEvent } from './calls.js';
export { NetlinkClient, type NetlinkClientOptions } from './client.js';
export {
  NETLINK_ERRORS,
  type NetlinkErrorCode,
  type NetlinkErrorName,
  netlinkErrorName,
} from './error-codes.js';
export {
  NetlinkError,
  type NetlinkErrorParts,
  type NetlinkMove,
  NetlinkUnconfirmedError,
} from './errors.js';
export type { Masking } from './masking.js';
export { NETLINK_MAINNETS, NETLINK_TESTNETS, type NetlinkNetwork } from './networks.js';
export type { OperationName } from './operations.js';
export type { NetlinkCall, NetlinkProvider } from './provider.js';
export type {
  DepositAddressRequest,
  InternalTransferRequest,
  ReceivedTransactionQuery,
  ReceivedWithdrawal,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
  TransactionHashRequest,
  TransactionIdRequest,
  TransactionQuery,
  WithdrawalFeeRequest,
  WithdrawalRequest,
} from './requests.js';
export {
  ACCOUNT_TYPES,
  type AccountType,
  type CoinClass,
  type SubMainDirection,
  type SubTransferKind,
  type TransactionDirection,
  type TransactionStatus,
} from './values.js';
