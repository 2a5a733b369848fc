/**
 * Fireblocks as a signer: raw signing, native transfers.
 *
 * @module fireblocks
 */
export type { CallSettings } from './calls.js';
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
  DuplicateExternalIdError,
} from './errors.js';
export { clientFromFireblocksSdk, type FireblocksSdkLike } from './fireblocks-sdk.js';
export type { PinnedKeys } from './public-keys.js';
export { FireblocksRawSigner } from './raw-signer.js';
export type { CustodyRegion } from './regions.js';
export { type FireblocksConnection, FireblocksRestClient } from './rest-client.js';
export type {
  FireblocksRawSignerOptions,
  FireblocksSignerSettings,
  WebhookExpectation,
} from './settings.js';
export { clientFromTsSdk, type TsSdkLike } from './ts-sdk.js';
export type { WebhookEvent } from './webhook/event.js';
export { type WebhookHandlerOptions, webhookHandler } from './webhook/handler.js';
export {
  type ReceivedWebhook,
  type WebhookVerifier,
  type WebhookVerifierOptions,
  webhookVerifier,
} from './webhook/verifier.js';
