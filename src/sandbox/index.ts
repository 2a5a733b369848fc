export type { ApiUser, ApiUserRole } from './custody/api-users.js';
export type {
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRequest,
  DecisionKind,
  DetailedDecision,
} from './custody/approvals.js';
export type { CustodyAlgorithm } from './custody/assets.js';
export type {
  CustodySandbox,
  CustodySnapshot,
  KeyName,
  RefusalOptions,
} from './custody/custody-sandbox.js';
export type { DerivationPath, MessageSignature } from './custody/keys.js';
export type { SignatureEdit } from './custody/lifecycle.js';
export type { RegisteredDestination } from './custody/native-transfer.js';
export type { MessageToSign } from './custody/request.js';
export type { SignedMessage, StatusChange } from './custody/transactions.js';
export type { CreatedWallet } from './custody/vaults.js';
export type { Fault, FaultEffect, SandboxServer } from './loopback/faults.js';
export type { SandboxMessage } from './loopback/messages.js';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.js';
export type {
  SandboxFees,
  SandboxLedger,
  SandboxReserves,
  XrplSandbox,
} from './xrpl/xrpl-sandbox.js';
