/**
 * Network link v1 (0.9.13): the client, the provider's interface, and the types that both share. The provider's
 * server is `netlinkServerHandler` of `/http`.
 *
 * @module netlink
 */
export type { CallOptions } from '../core/clock.js';
export { ProviderCall, type ProviderResponse, type WithResponse } from '../core/provider-call.js';
export { type PageQuery, ProviderList, type ProviderPage } from '../core/provider-list.js';
export type { SourceNetworks } from '../http/source-networks.js';
export type {
  AnswerForm,
  DepositAddress,
  InternalTransfer,
  NetlinkAccount,
  NetlinkAsset,
  NetlinkBalance,
  NetlinkTransaction,
  ServedTransfer,
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
  type NetlinkWrite,
} from './errors.js';
export type { ListedTransactions, TransactionList } from './listed-transactions.js';
export type { Masking } from './masking.js';
export { NETLINK_MAINNETS, NETLINK_TESTNETS, type NetlinkNetwork } from './networks.js';
export type { OfferedProvider } from './offered.js';
export {
  type Exchange,
  OPERATIONS as NETLINK_OPERATIONS,
  type Operation,
  type OperationName,
} from './operations.js';
export type { NetlinkCall, NetlinkProvider } from './provider.js';
export {
  type AuthenticationPreference,
  type NetlinkRegistration,
  type NetlinkRegistrationSettings,
  netlinkRegistration,
} from './registration.js';
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
  settleUnconfirmed,
  type UnconfirmedDoubt,
  type UnconfirmedFacts,
  type UnconfirmedMove,
  type UnconfirmedOutcome,
} from './unconfirmed.js';
export {
  ACCOUNT_TYPES,
  type AccountType,
  type CoinClass,
  type SubMainDirection,
  type SubTransferKind,
  type TransactionDirection,
  type TransactionStatus,
} from './values.js';
