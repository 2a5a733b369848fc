/**
 * Aptos and Movement: the native coin, tokens, and any entry function.
 *
 * @module aptos
 */
export * from '../gateway/entry.js';
export {
  AccountNotFundedError,
  TransactionExpiredError,
} from '../transactions/index.js';
export { AptosNodeError, IndexerMissingError, SimulationFailedError } from './errors.js';
export type {
  AptosBatchEntry,
  AptosBatchMember,
  AptosBatchResult,
  AptosConfirmed,
} from './execution.js';
export { AptosGateway } from './gateway.js';
export type { AptosEndpoint, AptosNetwork, AptosNodes } from './network.js';
export type { AptosBalance, AptosCoinData, AptosTokenBalance } from './node/balances.js';
export type { AptosActivity, AptosHistoryQuery, AptosIndexedTransaction } from './node/history.js';
export type { AptosTransferParams, AptosTransferTokenParams } from './operations/common-names.js';
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
export type { AptosSpecMethods } from './spec.js';
export type { AptosVault } from './vault.js';
export type {
  EnumVariants,
  FieldAbi,
  FunctionAbi,
  FunctionArgument,
  FunctionCall,
  MoveValue,
  StructAbi,
  StructFields,
} from './wire/arguments.js';
export type {
  BcsSerializable,
  GivenAddress,
  GivenRawTransaction,
  GivenTransaction,
} from './wire/given-transaction.js';
export type {
  LegibleArguments,
  LegibleExecutable,
  LegiblePayload,
  LegibleTransaction,
} from './wire/legible.js';
export type {
  EntryFunction,
  EntryFunctionPayload,
  InnerPayload,
  MultisigPayload,
  ScriptArgument,
  ScriptPayload,
} from './wire/transaction.js';
export { aptosCodec } from './wire/transaction-codec.js';
