import type * as z from 'zod/mini';
import * as accounts from './accounts.js';
import * as assets from './assets.js';
import * as bankRails from './bank-rails.js';
import * as capability from './capabilities.js';
import * as collateral from './collateral.js';
import * as deposits from './deposits.js';
import { jsonSchemaOf } from './json-schema.js';
import * as liquidity from './liquidity.js';
import * as localRails from './local-rails.js';
import type { ProviderValues } from './named-values.js';
import * as participants from './participants.js';
import * as rampMethods from './ramp-methods.js';
import * as rampSides from './ramp-sides.js';
import * as rampTerms from './ramp-terms.js';
import * as ramps from './ramps.js';
import type { Schema } from './schema.js';
import * as settlements from './settlements.js';
import * as transferMethods from './transfer-methods.js';
import * as withdrawals from './withdrawals.js';

/** Every schema of release 0.5.1, by its name in the specification. */
const SCHEMAS: {
  readonly [Name in ProviderSchemaName]: Schema<z.ZodMiniType<ProviderValues[Name]>>;
} = {
  Account: accounts.account,
  AssetBalance: accounts.assetBalance,
  NationalCurrency: assets.nationalCurrency,
  NativeCryptocurrency: assets.nativeCryptocurrency,
  OtherAssetReference: assets.otherAssetReference,
  AssetReference: assets.assetReference,
  CryptocurrencyReference: assets.cryptocurrencyReference,
  BucketAsset: assets.bucketAsset,
  ContractToken: assets.contractToken,
  StellarToken: assets.stellarToken,
  SolanaToken: assets.solanaToken,
  AssetDefinition: assets.assetDefinition,
  Capabilities: capability.capabilities,
  CapabilityRequirements: capability.requirements,
  Rate: liquidity.rate,
  QuoteCapability: liquidity.quoteCapability,
  QuoteRequest: liquidity.quoteRequest,
  Quote: liquidity.quote,
  PublicBlockchainCapability: transferMethods.publicBlockchainCapability,
  PublicBlockchainAddress: transferMethods.publicBlockchainAddress,
  PublicBlockchainTransactionDestination: transferMethods.publicBlockchainDestination,
  PublicBlockchainTransaction: transferMethods.publicBlockchainTransaction,
  PeerAccountTransferCapability: transferMethods.peerAccountCapability,
  PeerAccountTransferAddress: transferMethods.peerAccountAddress,
  PeerAccountTransferDestination: transferMethods.peerAccountDestination,
  PeerAccountTransfer: transferMethods.peerAccountTransfer,
  InternalTransferMethod: transferMethods.internalMethod,
  InternalTransferCapability: transferMethods.internalCapability,
  InternalTransferAddress: transferMethods.internalAddress,
  InternalTransferDestination: transferMethods.internalDestination,
  TransferCapability: transferMethods.transferCapability,
  DepositDestination: transferMethods.depositDestination,
  FiatTransfer: transferMethods.fiatTransfer,
  Transfer: transferMethods.transfer,
  IbanCapability: bankRails.ibanCapability,
  IbanAddress: bankRails.ibanAddress,
  IbanTransfer: bankRails.ibanTransfer,
  AchCapability: bankRails.achCapability,
  AchAddress: bankRails.achAddress,
  AchTransfer: bankRails.achTransfer,
  WireCapability: bankRails.wireCapability,
  WireAddress: bankRails.wireAddress,
  WireTransfer: bankRails.wireTransfer,
  SpeiCapability: bankRails.speiCapability,
  SpeiAddress: bankRails.speiAddress,
  SpeiTransfer: bankRails.speiTransfer,
  PixCapability: bankRails.pixCapability,
  PixAddress: bankRails.pixAddress,
  PixTransfer: bankRails.pixTransfer,
  ChapsCapability: bankRails.chapsCapability,
  ChapsAddress: bankRails.chapsAddress,
  ChapsTransfer: bankRails.chapsTransfer,
  FpsUkCapability: bankRails.fpsUkCapability,
  FpsUkAddress: bankRails.fpsUkAddress,
  FpsUkTransfer: bankRails.fpsUkTransfer,
  EuropeanSEPACapability: bankRails.europeanSepaCapability,
  EuropeanSEPAAddress: bankRails.europeanSepaAddress,
  EuropeanSEPATransfer: bankRails.europeanSepaTransfer,
  IbanTransferDestination: bankRails.ibanTransferDestination,
  PixPaymentInstruction: bankRails.pixPaymentInstruction,
  MobileMoneyCapability: localRails.mobileMoneyCapability,
  MobileMoneyOnRamp: localRails.mobileMoneyOnRamp,
  MobileMoneyAddress: localRails.mobileMoneyAddress,
  MobileMoneyPaymentInstruction: localRails.mobileMoneyPaymentInstruction,
  MobileMoneyTransfer: localRails.mobileMoneyTransfer,
  LocalBankTransferCapability: localRails.localBankTransferCapability,
  LocalBankTransferOnRamp: localRails.localBankTransferOnRamp,
  LocalBankTransferAddress: localRails.localBankTransferAddress,
  LocalBankTransferPaymentInstruction: localRails.localBankTransferPaymentInstruction,
  LocalBankTransfer: localRails.localBankTransfer,
  PayIdCapability: localRails.payIdCapability,
  PayIdAddress: localRails.payIdAddress,
  PayIdPaymentInstruction: localRails.payIdPaymentInstruction,
  PayIdTransfer: localRails.payIdTransfer,
  InteracCapability: localRails.interacCapability,
  InteracAddress: localRails.interacAddress,
  InteracPaymentInstruction: localRails.interacPaymentInstruction,
  InteracTransfer: localRails.interacTransfer,
  OtherFiatTransfer: localRails.otherFiatTransfer,
  PostalAddress: participants.postalAddress,
  IndividualIdentification: participants.individual,
  BusinessIdentification: participants.business,
  VaspInformation: participants.vaspInformation,
  ParticipantsIdentification: participants.participantsIdentification,
  DepositCapability: deposits.depositCapability,
  DepositAddress: deposits.depositAddress,
  DepositAddressCreationRequest: deposits.depositAddressRequest,
  Deposit: deposits.deposit,
  WithdrawalCapability: withdrawals.withdrawalCapability,
  BlockchainWithdrawalRequest: withdrawals.blockchainWithdrawalRequest,
  FiatWithdrawalRequest: withdrawals.fiatWithdrawalRequest,
  PeerAccountWithdrawalRequest: withdrawals.peerAccountWithdrawalRequest,
  InternalWithdrawalRequest: withdrawals.internalWithdrawalRequest,
  WithdrawalEvent: withdrawals.withdrawalEvent,
  BlockchainWithdrawal: withdrawals.blockchainWithdrawal,
  FiatWithdrawal: withdrawals.fiatWithdrawal,
  PeerAccountWithdrawal: withdrawals.peerAccountWithdrawal,
  InternalWithdrawal: withdrawals.internalWithdrawal,
  Withdrawal: withdrawals.withdrawal,
  FiatCapability: rampSides.fiatCapability,
  OnRampSource: rampSides.onRampSource,
  FiatAddress: rampSides.fiatAddress,
  FiatPaymentInstruction: rampSides.fiatPaymentInstruction,
  RampFiatTransfer: rampSides.rampFiatTransfer,
  PrefundedFiatCapability: rampSides.prefundedFiat,
  PrefundedBlockchainCapability: rampSides.prefundedCrypto,
  PrefundedFiatSource: rampSides.prefundedFiatSource,
  PrefundedCryptoSource: rampSides.prefundedCryptoSource,
  BlockchainSource: rampSides.blockchainSource,
  OrderQuote: rampTerms.orderQuote,
  RampFee: rampTerms.fee,
  RampMethod: rampMethods.rampMethod,
  OnRampRequest: ramps.onRampRequest,
  OffRampRequest: ramps.offRampRequest,
  BridgeRequest: ramps.bridgeRequest,
  RampRequest: ramps.rampRequest,
  OnRamp: ramps.onRamp,
  PrefundedOnRamp: ramps.prefundedOnRamp,
  OffRamp: ramps.offRamp,
  PrefundedOffRamp: ramps.prefundedOffRamp,
  Bridge: ramps.bridge,
  PrefundedBridge: ramps.prefundedBridge,
  Ramp: ramps.ramp,
  CollateralAccount: collateral.collateralAccount,
  CollateralAccountLink: collateral.collateralAccountLink,
  CollateralAddress: collateral.collateralAddress,
  CollateralAssetAddress: collateral.collateralAssetAddress,
  IntentApprovalRequest: collateral.intentApprovalRequest,
  ApprovalRequest: collateral.approvalRequest,
  CollateralDepositIntentRequest: collateral.depositIntentRequest,
  CollateralDepositIntent: collateral.depositIntent,
  CollateralDepositRequest: collateral.collateralDepositRequest,
  CollateralDeposit: collateral.collateralDeposit,
  CollateralWithdrawalIntentRequest: collateral.withdrawalIntentRequest,
  CollateralWithdrawalIntent: collateral.withdrawalIntent,
  CollateralWithdrawalRequest: collateral.collateralWithdrawalRequest,
  CollateralWithdrawal: collateral.collateralWithdrawal,
  SettlementRequest: settlements.settlementRequest,
  SettlementInstructions: settlements.settlementInstructions,
  SettlementState: settlements.settlementState,
};

/** The name of a schema, such as `Quote`. */
export type ProviderSchemaName = keyof ProviderValues;

/** The type of values that a schema accepts. */
export type ProviderValue<Name extends ProviderSchemaName> = ProviderValues[Name];

/**
 * One of the API's schemas, to build the other side with: a `zod/mini` schema, and so a Standard Schema. It keeps
 * unknown fields and enumeration values.
 *
 * @example
 * ```ts
 * import { providerSchema } from 'custody-gateways/provider';
 *
 * const verdict = providerSchema('SettlementRequest').safeParse({ settlementId: 's-1' });
 * verdict.success; // false: there is no settlementVersion
 * ```
 */
export function providerSchema<Name extends ProviderSchemaName>(
  name: Name,
): z.ZodMiniType<ProviderValue<Name>> {
  return SCHEMAS[name]();
}

/** The names of all schemas. */
export function providerSchemaNames(): readonly ProviderSchemaName[] {
  return Object.keys(SCHEMAS).filter((name): name is ProviderSchemaName => name in SCHEMAS);
}

/**
 * One of the API's schemas as JSON Schema (2020-12). The known values of an open enumeration are in `examples`.
 *
 * @example
 * ```ts
 * import { providerJsonSchema } from 'custody-gateways/provider';
 *
 * providerJsonSchema('SettlementRequest').required; // ['settlementId', 'settlementVersion']
 * ```
 */
export function providerJsonSchema(name: ProviderSchemaName): Readonly<Record<string, unknown>> {
  return { ...jsonSchemaOf(SCHEMAS[name]()) };
}
