/**
 * Stacks: STX, tokens, contract calls and stacking.
 *
 * @module stacks
 */
export * from '../gateway/entry.js';
export type {
  StacksAnswer,
  StacksConfirmed,
  StacksData,
  StacksFailure,
  StacksFailureStatus,
} from './answer.js';
export {
  InsufficientFundsError,
  NotReplaceableError,
  ReadOnlyCallError,
  StacksNodeError,
  UnknownTransactionError,
} from './errors.js';
export type { StacksBatchEntry, StacksBatchMember, StacksBatchResult } from './execution.js';
export { StacksGateway } from './gateway.js';
export type { StacksEndpoint, StacksNetwork, StacksNetworkKind } from './network.js';
export type { StacksNonces } from './node/nonces.js';
export type { StacksTransactionStatus } from './node/status.js';
export type { StacksPayment, StacksTokenPayment } from './operations/common-names.js';
export type { ContractCallParams, StacksLibraryValue } from './operations/contract-call.js';
export type { StacksReplacement } from './operations/replacement.js';
export type { CustomToken, StacksTransferParams } from './operations/transfer.js';
export type {
  StacksAmount,
  StacksBatchOptions,
  StacksGatewayOptions,
  StacksTransactionOptions,
} from './options.js';
export type { StacksBalance, StacksBalances, StacksTokenBalance } from './reads/balances.js';
export type {
  HistoryOptions,
  StacksHistory,
  StacksHistoryEntry,
  StacksHistoryQuery,
  StacksTransactions,
} from './reads/history.js';
export type { StacksOutcome, StacksTransactionResult } from './result.js';
export type {
  NativeTransactionOptions,
  StacksSpecMethods,
  TokenTransactionOptions,
} from './spec.js';
export {
  SignerSignatureError,
  StackingRefusedError,
  UnknownPoxError,
  WrongPoxError,
} from './stacking/errors.js';
export type { StackingMethods } from './stacking/gateway.js';
export type {
  ClaimRewardsParams,
  DelegationTerms,
  EligibilityParams,
  ExtendStackingParams,
  IncreaseStackedParams,
  PayoutParams,
  SignerChoice,
  StackSoloParams,
  StakeParams,
  StakeTerms,
  UpdateStakeParams,
} from './stacking/inputs.js';
export type { Eligibility } from './stacking/operations/eligibility.js';
export type { SignerManager } from './stacking/operations/managers.js';
export type { CallerAllowed } from './stacking/operations/pool.js';
export type { RewardsClaimed } from './stacking/operations/rewards.js';
export type {
  StackingStatus,
  StakingPosition,
  StakingRewards,
} from './stacking/operations/status.js';
export type { StacksVault } from './vault.js';
export type { GivenStacksTransaction } from './wire/given-transaction.js';
export type { LegibleContent, LegibleStacksTransaction } from './wire/payload.js';
export type { PlainValue } from './wire/plain-value.js';
export type { PostConditionModeName } from './wire/post-conditions.js';
export type { Sip018Domain } from './wire/sip018.js';
export type { StructuredData } from './wire/structured-data.js';
export { stacksCodec } from './wire/transaction-codec.js';
