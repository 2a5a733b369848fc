/**
 * The signer contract, a signer for development, signature helpers, and the suite that your own signer should pass.
 *
 * @module signer
 */
export type { CallOptions } from '../core/clock.js';
export {
  type ConformanceCase,
  type ConformanceSubject,
  rawSignerConformance,
} from './conformance.js';
export {
  type EcdsaAlgorithm,
  type EcdsaSignature,
  parseCompact,
  parseDer,
  recoveryIdOf,
  toCompact,
  toDer,
  toLowS,
} from './ecdsa.js';
export {
  InvalidSignatureError,
  JournalError,
  SignaturePendingError,
  SignatureRejectedError,
  type SigningRequestDetails,
} from './errors.js';
export { withJournal } from './journal.js';
export { type LocalKey, LocalRawSigner, type LocalRawSignerOptions } from './local-raw-signer.js';
export { checkMessages } from './messages.js';
export { publicKeyPem } from './public-key-pem.js';
export {
  type DigestName,
  type FindOptions,
  type KeyPath,
  type ListingOptions,
  type NativeDestination,
  type NativeTransferRequest,
  type NativeTransferSigner,
  offersNativeTransfers,
  type PublicKey,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SignerCapabilities,
  type SigningAlgorithm,
  type SigningKey,
  type SigningMessage,
  type SigningOptions,
  type SigningRecord,
  type SigningState,
} from './raw-signer.js';
export type {
  DecodedTransaction,
  ExplainedExpiry,
  ExplainedFee,
  ExplainingCodec,
  ExplainOptions,
  Explanation,
  TransactionCodec,
} from './transaction-codec.js';
export type { VerifiedSignature } from './verify.js';
export type { VerifiedEcdsa } from './verify-ecdsa.js';
export type { VerifiedEd25519 } from './verify-ed25519.js';
export { verifySignature } from './verify-signature.js';
