/**
 * Transactions on the XRP Ledger, Aptos/Movement and Stacks, and two provider-connectivity APIs,
 * with keys that a custody platform holds.
 *
 * @module custody-gateways
 */
export { AptosNodeError, IndexerMissingError, SimulationFailedError } from './aptos/errors.js';
export { AptosGateway } from './aptos/gateway.js';
export { type Clock, systemClock } from './core/clock.js';
export type { GatewayErrorCode } from './core/error-codes.js';
export type { GatewayErrorDetails } from './core/error-details.js';
export {
  AbortedError,
  ConfigurationError,
  GatewayError,
  type GatewayErrorOptions,
  IdempotencyConflictError,
  InvalidInputError,
  type Peer,
  RateLimitedError,
  type TransactionReference,
  UnexpectedAnswerError,
  UnreachableError,
} from './core/errors.js';
export {
  type GatewayErrorOf,
  type Happened,
  happenedOf,
  isGatewayError,
} from './core/known-error.js';
export {
  CustodyAuthenticationError,
  CustodyClockSkewError,
  CustodyError,
  CustodyNotFoundError,
  CustodyPermissionError,
  CustodyUnavailableError,
  CustodyUnconfirmedError,
  DuplicateExternalIdError,
} from './fireblocks/errors.js';
export { FireblocksRawSigner } from './fireblocks/raw-signer.js';
export { NetlinkClient } from './netlink/client.js';
export { NetlinkError, NetlinkUnconfirmedError } from './netlink/errors.js';
export { ProviderApiClient } from './provider/client.js';
export {
  IdempotencyKeyReuseError,
  ProviderApiError,
  ProviderSignatureError,
  ProviderUnconfirmedError,
} from './provider/errors.js';
export { ProviderRefusal } from './provider/server/refusal.js';
export { SignatureNotSendableError, UnsupportedAlgorithmError } from './requests/errors.js';
export { RequestSigner } from './requests/signer.js';
export {
  InvalidSignatureError,
  SignaturePendingError,
  SignatureRejectedError,
} from './signer/errors.js';
export { LocalRawSigner } from './signer/local-raw-signer.js';
export type { RawSigner } from './signer/raw-signer.js';
export {
  InsufficientFundsError,
  NotReplaceableError,
  ReadOnlyCallError,
  StacksNodeError,
  UnknownTransactionError,
} from './stacks/errors.js';
export { StacksGateway } from './stacks/gateway.js';
export {
  SignerSignatureError,
  StackingRefusedError,
  UnknownPoxError,
  WrongPoxError,
} from './stacks/stacking/errors.js';
export { StoreError } from './store/errors.js';
export { BatchIncompleteError } from './transactions/batch-members.js';
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
} from './transactions/errors.js';
export { DestinationTagRequiredError, TransactionWouldFailError } from './xrpl/errors.js';
export { XrplGateway } from './xrpl/gateway.js';
export { XrplNodeError } from './xrpl/node/transport.js';
