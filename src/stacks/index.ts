/**
 * Stacks: STX, tokens, contract calls and stacking.
 *
 * @module stacks
 */
export type { CallOptions } from '../core/clock.js';
export {
  AccountBusyError,
  BatchIncompleteError,
  FeeTooHighError,
  type LaneHolder,
  type LaneSharing,
  NotCancellableError,
  type PendingTransaction,
  type Receipt,
  type TransactionDefaults,
  type TransactionEvent,
  TransactionFailedError,
  TransactionNotFoundError,
  type TransactionOptions,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
  UnexpectedFailureError,
  WrongNetworkError,
} from '../transactions/index.js';
export type {
  StacksAnswer,
  StacksConfirmed,
  StacksData,
  StacksFailure,
  StacksFailureStatus,
} from './answer.js';
export type { StacksBalance, StacksTokenBalance } from './balances.js';
export {
  InsufficientFundsError,
  NotReplaceableError,
  ReadOnlyCallError,
  StacksNodeError,
  UnknownTransactionError,
} from './errors.js';
export type { StacksBatchEntry, StacksBatchMember, StacksBatchResult } from './execution.js';
export {
  type NativeTransactionOptions,
  StacksGateway,
  type TokenTransactionOptions,
} from './gateway.js';
export type { GivenStacksTransaction } from './given-transaction.js';
export type { StacksHistoryEntry } from './history.js';
export type { StacksEndpoint, StacksNetwork, StacksNetworkKind } from './network.js';
export type { StacksNonces } from './nonces.js';
export type { ContractCallParams } from './operations/contract-call.js';
export type { CustomToken, StacksTransferParams } from './operations/transfer.js';
export type {
  StacksAmount,
  StacksBatchOptions,
  StacksGatewayOptions,
  StacksTransactionOptions,
} from './options.js';
export type { StacksReplacement } from './replacement.js';
export type { StacksOutcome, StacksTransactionResult } from './result.js';
export type { StacksTransactionStatus } from './status.js';
export {
  type LegibleContent,
  type LegibleStacksTransaction,
  stacksCodec,
} from './transaction-codec.js';
export type { StacksVault } from './vault.js';
