/**
 * The Provider Connectivity API v2 (0.5.1): a client with every operation, a client for the platform's own API,
 * and helpers for off-exchange. `providerProxyHandler` is in `/http`.
 *
 * @module provider
 */
export type { CallOptions } from '../core/clock.js';
export { ProviderCall, type ProviderResponse, type WithResponse } from '../core/provider-call.js';
export { ProviderList, type ProviderPage } from '../core/provider-list.js';
export type { SourceNetworks } from '../http/source-networks.js';
export { assetKey, isSameAsset } from './asset-references.js';
export {
  afterSignerEvent,
  afterSigningEvent,
  type SettlementSigning,
  type SettlementSigningEvent,
  type SignerAutomation,
  type SignerAutomationEvent,
} from './auto-signing.js';
export { ProviderApiClient, type ProviderTransfers } from './client.js';
export {
  type CollateralIdParts,
  collateralId,
  isCollateralId,
  parseCollateralId,
} from './collateral-id.js';
export type {
  CallIdentity,
  ProviderCallOptions,
  ProviderConnection,
  ProviderDeviationEvent,
  ProviderRequestEvent,
  ProviderResponseEvent,
} from './connection.js';
export {
  IdempotencyKeyReuseError,
  isSettlementRequired,
  ProviderApiError,
  type ProviderApiErrorParts,
  type ProviderErrorType,
  type ProviderRequestPart,
  ProviderSignatureError,
  ProviderUnconfirmedError,
} from './errors.js';
export {
  afterForcedSettlementMove,
  ForcedSettlementError,
  type ForcedSettlementMove,
  type ForcedSettlementMoves,
  type ForcedSettlementObstacle,
  type ForcedSettlementState,
  forcedSettlementMoves,
  type MovePermission,
  type SettlementCandidate,
} from './forced-settlement.js';
export type { ForwardedAnswer, ForwardedRequest } from './forwarding.js';
export {
  type DestinedBy,
  goesBy,
  isBridge,
  isFinal,
  isListedAsset,
  isNationalCurrency,
  isNativeCryptocurrency,
  isOffRamp,
  isOnRamp,
  isPrefunded,
} from './guards.js';
export { PlatformCollateralClient, type PlatformConnection } from './platform-client.js';
export type { Reached, WithOptionalKey } from './resource.js';
export { ProviderAccounts, ProviderBalances, ProviderRates } from './resources/accounts.js';
export { ProviderCapabilities } from './resources/capabilities.js';
export { ProviderCollateral } from './resources/collateral.js';
export { ProviderDeposits } from './resources/deposits.js';
export { ProviderLiquidity } from './resources/liquidity.js';
export { ProviderRamps } from './resources/ramps.js';
export {
  ProviderBlockchainTransfers,
  ProviderFiatTransfers,
  ProviderInternalTransfers,
  ProviderPeerTransfers,
  ProviderWithdrawals,
} from './resources/withdrawals.js';
export type { AssetBalance, ProviderAccount } from './schemas/accounts.js';
export type {
  AssetDefinition,
  AssetReference,
  BucketAsset,
  ContractToken,
  CryptocurrencyReference,
  FiatOrListedAsset,
  NationalCurrency,
  NativeCryptocurrency,
  OtherAssetReference,
  SolanaToken,
  StellarToken,
  UnlistedAsset,
} from './schemas/assets.js';
export type {
  AccountHolderDetails,
  AchAddress,
  AchCapability,
  AchTransfer,
  ChapsAddress,
  ChapsCapability,
  ChapsTransfer,
  EuropeanSEPAAddress,
  EuropeanSEPACapability,
  EuropeanSEPATransfer,
  FpsUkAddress,
  FpsUkCapability,
  FpsUkTransfer,
  IbanAddress,
  IbanCapability,
  IbanTransfer,
  IbanTransferDestination,
  PixAddress,
  PixCapability,
  PixPaymentInstruction,
  PixTransfer,
  SpeiAddress,
  SpeiCapability,
  SpeiTransfer,
  WireAddress,
  WireCapability,
  WireTransfer,
} from './schemas/bank-rails.js';
export type {
  AccountsSet,
  ApiComponents,
  Capabilities,
  CapabilityRequirements,
} from './schemas/capabilities.js';
export type {
  ApprovalRequest,
  CollateralAccount,
  CollateralAccountLink,
  CollateralAddress,
  CollateralAssetAddress,
  CollateralDeposit,
  CollateralDepositIntent,
  CollateralDepositIntentRequest,
  CollateralDepositRequest,
  CollateralWithdrawal,
  CollateralWithdrawalIntent,
  CollateralWithdrawalIntentRequest,
  CollateralWithdrawalRequest,
  IntentApprovalRequest,
} from './schemas/collateral.js';
export { COUNTRY_CODES, type CountryAlpha2Code } from './schemas/countries.js';
export {
  BLOCKCHAINS,
  type Blockchain,
  CRYPTOCURRENCY_SYMBOLS,
  type CryptocurrencySymbol,
} from './schemas/cryptocurrencies.js';
export { NATIONAL_CURRENCY_CODES, type NationalCurrencyCode } from './schemas/currencies.js';
export type {
  Deposit,
  DepositAddress,
  DepositAddressCreationRequest,
  DepositAddressMethod,
  DepositCapability,
} from './schemas/deposits.js';
export type {
  Quote,
  QuoteCapability,
  QuoteFrom,
  QuoteRequest,
  QuoteTo,
  Rate,
} from './schemas/liquidity.js';
export type {
  InteracAddress,
  InteracCapability,
  InteracPaymentInstruction,
  InteracTransfer,
  LocalBankTransfer,
  LocalBankTransferAddress,
  LocalBankTransferCapability,
  LocalBankTransferOnRamp,
  LocalBankTransferPaymentInstruction,
  MobileMoneyAddress,
  MobileMoneyCapability,
  MobileMoneyOnRamp,
  MobileMoneyPaymentInstruction,
  MobileMoneyTransfer,
  OtherFiatTransfer,
  PayIdAddress,
  PayIdCapability,
  PayIdPaymentInstruction,
  PayIdTransfer,
} from './schemas/local-rails.js';
export type {
  BusinessIdentification,
  IndividualIdentification,
  Participant,
  ParticipantsIdentification,
  PersonalIdentificationType,
  PostalAddress,
  VaspInformation,
} from './schemas/participants.js';
export type {
  OpenRecord,
  PlatformAddress,
  PlatformSettlement,
  PlatformTransaction,
  SignerToken,
} from './schemas/platform.js';
export type {
  AccountQuery,
  AccountsQuery,
  BalancesQuery,
  CollateralAddressesQuery,
  OrderedPageQuery,
  PageQuery,
  RateQuery,
} from './schemas/queries.js';
export type {
  BridgeMethod,
  OffRampMethod,
  OnRampMethod,
  PrefundedBridgeMethod,
  PrefundedOffRampMethod,
  PrefundedOnRampMethod,
  RampMethod,
} from './schemas/ramp-methods.js';
export type {
  BlockchainSource,
  FiatAddress,
  FiatCapability,
  FiatPaymentInstruction,
  OffRampPayee,
  OnRampSource,
  PrefundedBlockchainCapability,
  PrefundedCryptoSource,
  PrefundedFiatCapability,
  PrefundedFiatSource,
  RampFiatTransfer,
} from './schemas/ramp-sides.js';
export type {
  ExecutionTerms,
  OrderQuote,
  RampFee,
  UnlistedExecutionTerms,
} from './schemas/ramp-terms.js';
export type {
  Bridge,
  BridgeRequest,
  OffRamp,
  OffRampRequest,
  OnRamp,
  OnRampRequest,
  PrefundedBridge,
  PrefundedOffRamp,
  PrefundedOnRamp,
  Ramp,
  RampRequest,
  UnlistedRamp,
} from './schemas/ramps.js';
export { REASONS_FOR_PAYMENT, type ReasonForPayment } from './schemas/reasons.js';
export type { Open, Unlisted } from './schemas/schema.js';
export type {
  SettlementInstructions,
  SettlementRequest,
  SettlementState,
} from './schemas/settlements.js';
export {
  type ProviderSchemaName,
  type ProviderValue,
  providerJsonSchema,
  providerSchema,
  providerSchemaNames,
} from './schemas/table.js';
export type {
  DepositDestination,
  FiatTransfer,
  InternalTransfer,
  InternalTransferAddress,
  InternalTransferCapability,
  InternalTransferDestination,
  InternalTransferMethod,
  PeerAccountTransfer,
  PeerAccountTransferAddress,
  PeerAccountTransferCapability,
  PeerAccountTransferDestination,
  PublicBlockchainAddress,
  PublicBlockchainCapability,
  PublicBlockchainTransaction,
  PublicBlockchainTransactionDestination,
  Transfer,
  TransferCapability,
  UnlistedTransfer,
  UnlistedTransferMethod,
} from './schemas/transfer-methods.js';
export type {
  BlockchainWithdrawal,
  BlockchainWithdrawalRequest,
  FiatWithdrawal,
  FiatWithdrawalRequest,
  InternalWithdrawal,
  InternalWithdrawalRequest,
  PeerAccountWithdrawal,
  PeerAccountWithdrawalRequest,
  Withdrawal,
  WithdrawalCapability,
  WithdrawalEvent,
} from './schemas/withdrawals.js';
export type {
  AccountRequest,
  AccountsRequest,
  BalancesRequest,
  CollateralAddressesRequest,
  ListAnswer,
  ListPage,
  ListRequest,
  OrderedPageRequest,
  PageRequest,
  ProviderServerCall,
} from './server/call.js';
export type { ComponentAccounts } from './server/capabilities.js';
export type { Preflight, ServedCollateral } from './server/collateral-part.js';
export type { ErrorVocabulary } from './server/error-answers.js';
export { type KeysetQuery, type KeysetSource, keysetPage, pageOf } from './server/pagination.js';
export type {
  Provider,
  ServedAccounts,
  ServedBalances,
  ServedCapabilities,
  ServedDepositAddresses,
  ServedLiquidity,
  ServedNotifications,
  ServedRamps,
  ServedRates,
  ServedTransfers,
  ServedWithdrawals,
} from './server/provider.js';
export { ProviderRefusal, type ProviderRefusalParts } from './server/refusal.js';
export type { ProviderComponent } from './server/serving.js';
export { destinationOf, type TransferLevel, transferLevelOf } from './transfer-levels.js';
