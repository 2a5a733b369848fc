/**
 * Signing and verifying HTTP requests as both provider-connectivity APIs demand it.
 *
 * @module requests
 */
export type { CallOptions } from '../core/clock.js';
export type { RequestAlgorithm } from './algorithms.js';
export type { AsWritten, PostEncoding, PreEncoding, SignatureScheme } from './encodings.js';
export { SignatureNotSendableError, UnsupportedAlgorithmError } from './errors.js';
export type { ReceivedHeaders, SignatureHeader } from './headers.js';
export type { KeyHandling } from './key-handling.js';
export type { PathRules, RequestDescription } from './message.js';
export {
  PlatformSignatureVerifier,
  type PlatformSignatureVerifierOptions,
  type PlatformVerification,
} from './platform.js';
export type {
  KeyDemands,
  KeyObjectLike,
  Primitives,
  RequestKey,
  Sign,
  Verify,
} from './primitives/primitives.js';
export { webPrimitives } from './primitives/web.js';
export type { ReceivedRequest } from './received.js';
export type { Refusal, RefusalReason } from './refusals.js';
export {
  type ReceivedResponse,
  type ResponseParts,
  type ResponseScheme,
  ResponseSigner,
  type ResponseVerification,
  ResponseVerifier,
} from './responses.js';
export {
  RequestSigner,
  type RequestSignerOptions,
  type RequestSignerSettings,
  type RequestToSign,
  type SignatureHeaders,
} from './signer.js';
export type { HeldKey, OwnSecret, SigningKeySource } from './signing-key.js';
export {
  RequestVerifier,
  type RequestVerifierOptions,
  type Verification,
} from './verifier.js';
export type { KeysByApiKey, LiveKeys } from './verifying-keys.js';
