import type { CallSettings, RequestEnd } from '../core/calls.js';
import type { CallOptions } from '../core/clock.js';
import type { Listener } from '../core/events.js';
import type { Fetch } from '../core/http.js';
import type { ResponseVerifier } from '../requests/responses.js';
import type { RequestSigner } from '../requests/signer.js';
import type { CapabilityRequirements } from './schemas/capabilities.js';

/** A request that is about to be sent. It holds no headers and no body. */
export interface ProviderRequestEvent {
  /** The specification's `operationId`, such as `createQuote`. */
  readonly operation: string;
  /** `GET`, `POST`, `PUT` or `DELETE`. */
  readonly method: string;
  /** Path and query, behind the base URL. */
  readonly path: string;
  /** 1, or more where the call is repeated. */
  readonly attempt: number;
  /** For calls that have one; known before anything is sent. */
  readonly idempotencyKey?: string;
}

/** The response. */
export interface ProviderResponseEvent extends ProviderRequestEvent, RequestEnd {}

/** A part of an answer that is not as documented. The answer was accepted all the same. */
export interface ProviderDeviationEvent {
  /** The specification's `operationId`, such as `getQuotes`. */
  readonly operation: string;
  /** The path, such as `quotes[0].toAmount`. */
  readonly field: string;
  /** The problem, without the value. */
  readonly reason: string;
}

/** The users behind a call. Sent only if the provider's capabilities require it. */
export interface CallIdentity {
  /** `X-FBAPI-INITIATED-BY`. */
  readonly initiatedBy?: string | undefined;
  /** `X-FBAPI-APPROVED-BY`, for withdrawals. */
  readonly approvedBy?: string | undefined;
  /** `X-FBAPI-SIGNED-BY`, for withdrawals. */
  readonly signedBy?: string | undefined;
}

/** The options of every call. */
export interface ProviderCallOptions extends CallOptions, CallIdentity {
  /** For this call instead of the connection's. */
  readonly answers?: 'lenient' | 'strict' | undefined;
}

/**
 * How to reach a provider. `retry` applies to reads and to calls that carry an `idempotencyKey`; others are never
 * repeated.
 */
export interface ProviderConnection extends CallSettings, CallIdentity {
  /** The provider's base URL, with its path, if any. `https` only, except on loopback. */
  readonly baseUrl: string;
  /**
   * Signs the calls. The signed path is the one behind the base URL, as in the specification: give the signer no
   * `basePath`. With its `platformSecret` it signs off-exchange calls for the platform too.
   */
  readonly signer: Pick<RequestSigner, 'headers'>;
  /**
   * The signer of off-exchange calls for the platform if `signer` has no `platformSecret`, such as a custody
   * platform that holds the key: a signer with `rsa-sha512`, pre-encoding `plain` and post-encoding `base64`. Its
   * signature is sent as `X-FB-PLATFORM-SIGNATURE`. Or `'empty'`, for providers under test that require the
   * header and don't check it.
   */
  readonly platformSigner?: Pick<RequestSigner, 'headers'> | 'empty';
  /**
   * Verifies that the provider signed its successful answers to off-exchange calls; refusals are not signed. Default:
   * the signature is not verified; `withResponse` returns it. The verifier gets the path behind the base URL.
   */
  readonly answerVerifier?: Pick<ResponseVerifier, 'verify'>;
  /**
   * Answers that are not as documented: `lenient` (the default) accepts them, unknown fields and values included,
   * and calls `onDeviation`; `strict` refuses them. Both keep new fields, and refuse an answer about another id than
   * the one that was asked about.
   *
   * A number where the documents have text, such as an amount, becomes the digits that were sent: it is never a
   * float. The same applies to every number that JavaScript can't hold exactly.
   */
  readonly answers?: 'lenient' | 'strict';
  /**
   * The components whose calls need identity headers: by the provider's capabilities, read once when first needed
   * (the default), or as given here.
   */
  readonly requirements?: CapabilityRequirements | 'all' | 'none';
  /**
   * Milliseconds to wait for the answer that comes only when a settlement was forced. Default 600,000 with a
   * `fetch` of your own and 290,000 without, which is then also the maximum: Node's own gives up when no headers
   * came for 300 seconds. The `fetch` of the package `undici` waits as long as its `dispatcher` says, such as
   * `new Agent({ headersTimeout: 0, bodyTimeout: 0 })`.
   */
  readonly slowTimeoutMs?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: Fetch;
  /** Called when a request is signed, before it is sent; for a repeated call once more. */
  readonly onRequest?: Listener<ProviderRequestEvent>;
  /** Called when a request has ended, with or without an answer. */
  readonly onResponse?: Listener<ProviderResponseEvent>;
  /** Called for each deviation of an answer that was accepted, at most 20 times an answer. */
  readonly onDeviation?: Listener<ProviderDeviationEvent>;
}
