/**
 * The life of a transaction, shared by the chains. This module is for gateways; each gateway exports the parts that
 * users need.
 */
export { BatchIncompleteError, type BatchMember } from './batch-members.js';
export type {
  Account,
  AccountNumber,
  BuildRequest,
  Chain,
  Concern,
  ForeignStatus,
  LookUpRequest,
  NonceGenerator,
  ReadRequest,
  RebuildRequest,
  Signed,
  Snapshot,
  Submission,
  Terms,
  TicketSource,
  Tickets,
  TransactionStatus,
} from './chain.js';
export {
  AccountBusyError,
  AccountNotFundedError,
  AlreadyRequestedError,
  type Evidence,
  FeeTooHighError,
  NotCancellableError,
  TicketsUnavailableError,
  TransactionBlockedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionNotFoundError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
  UnexpectedFailureError,
  WrongNetworkError,
} from './errors.js';
export type { TransactionEvent } from './events.js';
export type { Executed, ExecutedBatch, Receipt } from './executed.js';
export type { LaneHolder, Lanes } from './lanes/lanes.js';
export type { NativeTransferOrder } from './life/job.js';
export type { KeyedCallOptions, TransactionDefaults, TransactionOptions } from './options.js';
export type { PendingTransaction } from './pending.js';
export type { Transactions } from './transactions.js';
