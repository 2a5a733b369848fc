/**
 * The XRP Ledger: payments, tokens, the exchange, credentials, and any other transaction.
 *
 * @module xrpl
 */
export * from '../gateway/entry.js';
export {
  AccountNotFundedError,
  TicketsUnavailableError,
  TransactionBlockedError,
  TransactionExpiredError,
} from '../transactions/index.js';
export { type LogLevel, type XrplEnvironment, xrplOptionsFromEnv } from './env.js';
export { DestinationTagRequiredError, TransactionWouldFailError } from './errors.js';
export type {
  XrplBatchEntry,
  XrplBatchMember,
  XrplBatchResult,
  XrplConfirmed,
  XrplNativeTransfer,
} from './execution.js';
export { XrplGateway } from './gateway.js';
export type {
  XrplDeliveryOptions,
  XrplPreparingOptions,
  XrplSigner,
} from './multisign.js';
export type { XrpAssetId, XrplEndpoint, XrplNetwork } from './network.js';
export { type XrplClientLike, xrplClientTransport } from './node/client-transport.js';
export type { XrplHistory, XrplHistoryQuery } from './node/history.js';
export type { XrplPath, XrplPathQuery } from './node/paths.js';
export type {
  LedgerOffer,
  MptBalance,
  TokenBalance,
  XrplAccount,
  XrplBalances,
} from './node/reads.js';
export { XrplNodeError, type XrplTransport } from './node/transport.js';
export type { TrustLine } from './node/trust-lines.js';
export type { AccountSetParams } from './operations/account-set.js';
export type { XrplTransferParams, XrplTransferTokenParams } from './operations/common-names.js';
export type {
  CredentialAcceptParams,
  CredentialCreateParams,
  CredentialDeleteParams,
} from './operations/credentials.js';
export type { MptokenAuthorizeParams } from './operations/mptokens.js';
export type { OfferCancelParams, OfferCreateParams } from './operations/offers.js';
export type {
  BurnTokenParams,
  CrossCurrencyPaymentParams,
  TokenTransferParams,
} from './operations/payments.js';
export type { XrplTransaction } from './operations/submit.js';
export type {
  ClawbackParams,
  FreezeTokenParams,
  TrustSetParams,
} from './operations/trust-lines.js';
export type { XrpTransferParams } from './operations/xrp-transfer.js';
export type {
  Trial,
  XrplBatchOptions,
  XrplGatewayOptions,
  XrplTransactionOptions,
  XrpTransferOptions,
} from './options.js';
export type { XrplTransactionResult, XrplValidatedTransaction } from './result.js';
export type { XrplExecuteRequest, XrplOperationParams, XrplSpecMethods } from './spec.js';
export type { XrplVault } from './vault.js';
export type { MptAmount, TokenAmount, XrplAmount } from './wire/amounts.js';
export type { TransactionFields, UnsignedTransaction } from './wire/codec.js';
export { xrplCodec } from './wire/transaction-codec.js';
