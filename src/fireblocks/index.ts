/**
 * Fireblocks as a signer: raw signing, native transfers.
 *
 * @module fireblocks
 */

export type { CallSettings } from '../core/calls.js';
export type {
  DecodedTransaction,
  ExplainedExpiry,
  ExplainedFee,
  ExplainingCodec,
  ExplainOptions,
  Explanation,
  TransactionCodec,
} from '../signer/transaction-codec.js';
export {
  type CallbackAnswer,
  type CallbackHandlerOptions,
  callbackHandler,
} from './callback/handler.js';
export type { DecideOptions } from './callback/judge.js';
export type { CallbackWallet } from './callback/reading.js';
export type {
  CallbackDecision,
  CallbackFacts,
  CallbackRequest,
  ConfigChange,
  OtherCallback,
  RawCallback,
  TransferCallback,
  TransferDestination,
} from './callback/requests.js';
export type {
  CreatedTransaction,
  CreateTransactionRequest,
  CustodyAlgorithm,
  CustodyTransaction,
  FireblocksClient,
  PublicKeyInfo,
  RawMessage,
  SignedMessage,
  TransactionQuery,
} from './client.js';
export {
  type CustodyAnswer,
  CustodyAuthenticationError,
  CustodyClockSkewError,
  CustodyError,
  CustodyNotFoundError,
  CustodyPermissionError,
  CustodyUnavailableError,
  CustodyUnconfirmedError,
  DuplicateExternalIdError,
} from './errors.js';
export { FireblocksRawSigner } from './raw-signer.js';
export type { CustodyRegion } from './regions.js';
export { clientFromFireblocksSdk, type FireblocksSdkLike } from './rest/fireblocks-sdk.js';
export type { PinnedKeys } from './rest/public-keys.js';
export { type FireblocksConnection, FireblocksRestClient } from './rest/rest-client.js';
export { clientFromTsSdk, type TsSdkLike } from './rest/ts-sdk.js';
export type {
  FireblocksRawSignerOptions,
  FireblocksSignerSettings,
  WebhookExpectation,
} from './settings.js';
export type { WebhookEvent } from './webhooks/event.js';
export { type WebhookHandlerOptions, webhookHandler } from './webhooks/handler.js';
export {
  type ReceivedWebhook,
  type WebhookVerifier,
  type WebhookVerifierOptions,
  webhookVerifier,
} from './webhooks/verifier.js';
