/** What the entry of every chain exports. */
export type { CallOptions } from '../core/clock.js';
export type { Listener } from '../core/events.js';
export type { Fetch } from '../core/http.js';
export type { PollPace } from '../core/poll.js';
export type { RetryPolicy } from '../core/retry.js';
export type { EventBase } from '../transactions/events.js';
export {
  AccountBusyError,
  AlreadyRequestedError,
  BatchIncompleteError,
  type BatchMember,
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
export type { ChainOutcome } from '../transactions/outcome.js';
export type { Preview, PreviewedBalance } from './preview.js';
export type { GatewayBasics, LaneSharing } from './settings.js';
