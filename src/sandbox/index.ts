export type { AptosSandbox } from './aptos/aptos-sandbox.js';
export type { NewAptosAsset, NewAptosCoin } from './aptos/assets.js';
export type {
  AptosBlock,
  AptosGasPrices,
  AptosMempoolLimits,
  AptosRecordedCall,
} from './aptos/sandbox-types.js';
export type { ApiUser, ApiUserRole } from './custody/api-users.js';
export type {
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRequest,
  DecisionKind,
  DetailedDecision,
} from './custody/approvals.js';
export type { CustodyAlgorithm } from './custody/assets.js';
export type { CallbackOutcome } from './custody/callbacks/callback-answer.js';
export type {
  CallbackOptions,
  ClaimsEdit,
  CustodyCallbacks,
} from './custody/callbacks/custody-callbacks.js';
export type { CustodySandbox, KeyName, RefusalOptions } from './custody/custody-sandbox.js';
export type { DerivationPath, MessageSignature } from './custody/keys.js';
export type { SignatureEdit } from './custody/lifecycle.js';
export type { RegisteredDestination } from './custody/native-transfer.js';
export type { SentMessage } from './custody/outbox.js';
export type { MessageToSign } from './custody/request.js';
export type { CustodySnapshot } from './custody/snapshot.js';
export type { SignedMessage, StatusChange } from './custody/transactions.js';
export type { CreatedWallet } from './custody/vaults.js';
export type {
  CustodyWebhooks,
  WebhookOptions,
  WebhookRequest,
} from './custody/webhooks/custody-webhooks.js';
export type { WebhookVersion } from './custody/webhooks/webhook-events.js';
export type { Fault, FaultEffect, SandboxServer } from './loopback/faults.js';
export type { SandboxMessage } from './loopback/messages.js';
export type {
  ExchangePlace,
  NetlinkCredentials,
  NetlinkSandbox,
  SettledStatus,
} from './netlink/netlink-sandbox.js';
export type {
  PlatformCredentials,
  PlatformSandbox,
  PlatformSandboxSettings,
} from './platform/platform-sandbox.js';
export type { PlatformTarget } from './platform/provider-caller.js';
export type { SettlementTransaction } from './platform/settlement.js';
export type {
  ProviderAnswerKey,
  ProviderCredentials,
  ProviderSandbox,
  ProviderSandboxSettings,
} from './provider/provider-sandbox.js';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.js';
export type { ByteEncoding } from './signatures/encodings.js';
export type { SandboxScheme } from './signatures/keys.js';
export type { SigningCredentials } from './signatures/request-signing.js';
export type { DropStatus } from './stacks/chain/mempool.js';
export type { PoxVersion, StacksAccount } from './stacks/machine.js';
export type { StacksContracts } from './stacks/model/contracts.js';
export type { SignerManagerOptions } from './stacks/model/signer-manager.js';
export type { StacksApi, StacksBlock, StacksFees, StacksOptions } from './stacks/options.js';
export type { StacksSandbox } from './stacks/stacks-sandbox.js';
export type {
  SandboxFees,
  SandboxLedger,
  SandboxReserves,
  XrplSandbox,
} from './xrpl/xrpl-sandbox.js';
