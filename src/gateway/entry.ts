/** What the entry of every chain exports. */
export type { CallOptions } from '../core/clock.js';
export {
  AccountBusyError,
  AlreadyRequestedError,
  BatchIncompleteError,
  type Evidence,
  FeeTooHighError,
  type KeyedCallOptions,
  type LaneHolder,
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
export type { Preview, PreviewedBalance } from './preview.js';
export type { GatewayBasics, LaneSharing } from './settings.js';
