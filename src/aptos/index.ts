/**
 * Aptos and Movement: the native coin, tokens, and any entry function.
 *
 * @module aptos
 */
export type { CallOptions } from '../core/clock.js';
export {
  AccountBusyError,
  AccountNotFundedError,
  AlreadyRequestedError,
  BatchIncompleteError,
  type Evidence,
  FeeTooHighError,
  type GatewayBasics,
  type LaneHolder,
  type LaneSharing,
  NotCancellableError,
  type PendingTransaction,
  type Receipt,
  type TransactionDefaults,
  type TransactionEvent,
  TransactionExpiredError,
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
  EnumVariants,
  FieldAbi,
  FunctionAbi,
  FunctionArgument,
  FunctionCall,
  StructAbi,
  StructFields,
} from './arguments.js';
export type { AptosBalance, AptosCoinData, AptosTokenBalance } from './balances.js';
export { AptosNodeError, IndexerMissingError, SimulationFailedError } from './errors.js';
export type {
  AptosBatchEntry,
  AptosBatchMember,
  AptosBatchResult,
  AptosConfirmed,
} from './execution.js';
export { AptosGateway } from './gateway.js';
export type {
  BcsSerializable,
  GivenAddress,
  GivenRawTransaction,
  GivenTransaction,
} from './given-transaction.js';
export type { AptosActivity, AptosHistoryQuery, AptosIndexedTransaction } from './history.js';
export type { LegiblePayload, LegibleTransaction } from './legible.js';
export type { AptosEndpoint, AptosNetwork } from './network.js';
export type { NativeTransfer, TransferMoveParams } from './operations/transfer-move.js';
export type { TransferTokenParams } from './operations/transfer-token.js';
export type {
  AptosBatchOptions,
  AptosGatewayOptions,
  AptosSubmitOptions,
  AptosTransactionOptions,
  WholeNumber,
} from './options.js';
export type { AptosTransactionResult } from './result.js';
export { aptosCodec } from './transaction-codec.js';
export type { AptosVault } from './vault.js';
