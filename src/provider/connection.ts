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
  readonly method: string;
  /** Path and query, behind the base URL. */
  readonly path: string;
  /** 1, or more where the call is repeated. */
  readonly attempt: number;
  /** Of calls that have one: known before anything is sent. */
  readonly idempotencyKey?: string;
}

/** What came back. */
export interface ProviderResponseEvent extends ProviderRequestEvent, RequestEnd {}

/** Something in an answer that is not as documented. The answer was taken all the same. */
export interface ProviderDeviationEvent {
  readonly operation: string;
  /** Where, such as `quotes[0].toAmount`. */
  readonly field: string;
  /** What is wrong there, without the value. */
  readonly reason: string;
}

/** Who is behind a call. Sent only where the provider's capabilities ask for it. */
export interface CallIdentity {
  /** `X-FBAPI-INITIATED-BY`. */
  readonly initiatedBy?: string | undefined;
  /** `X-FBAPI-APPROVED-BY`, of withdrawals. */
  readonly approvedBy?: string | undefined;
  /** `X-FBAPI-SIGNED-BY`, of withdrawals. */
  readonly signedBy?: string | undefined;
}

/** What every call takes. */
export interface ProviderCallOptions extends CallOptions, CallIdentity {
  /** For this call instead of the connection's. */
  readonly answers?: 'lenient' | 'strict' | undefined;
}

/**
 * How a provider is reached. `retry` is for reads and for what carries an `idempotencyKey`; nothing
 * else is ever repeated.
 */
export interface ProviderConnection extends CallSettings, CallIdentity {
  /** The provider's base URL, with whatever path it has. `https` only, but for loopback. */
  readonly baseUrl: string;
  /**
   * Signs the calls. What is signed is the path behind the base URL, as the specification has it: give
   * the signer no `basePath`. With its `platformSecret` it signs off-exchange calls for the platform
   * too.
   */
  readonly signer: Pick<RequestSigner, 'headers'>;
  /**
   * Who signs off-exchange calls for the platform where the signer doesn't, such as a custody that
   * holds the key: a signer with `rsa-sha512`, pre-encoding `plain` and post-encoding `base64`. Its
   * signature is sent as `X-FB-PLATFORM-SIGNATURE`. Or `'empty'`, for providers under test that demand
   * the header and don't look at it.
   */
  readonly platformSigner?: Pick<RequestSigner, 'headers'> | 'empty';
  /**
   * Verifies that the provider signed its answers to off-exchange calls. Default: nobody does;
   * `withResponse` has the signature. It sees the path behind the base URL.
   */
  readonly answerVerifier?: Pick<ResponseVerifier, 'verify'>;
  /**
   * Answers that are not as documented: `lenient` (the default) takes them, unknown fields and values
   * included, and tells `onDeviation`; `strict` refuses them. Either keeps fields that are new.
   *
   * A number where the documents have text, such as an amount, is taken as the digits that were sent:
   * it is never a float. Nor is any number that JavaScript can't hold, wherever it stands.
   */
  readonly answers?: 'lenient' | 'strict';
  /**
   * Which components want to know who is behind a call: as the provider's capabilities say, read once
   * when first needed (the default), or as given here.
   */
  readonly requirements?: CapabilityRequirements | 'all' | 'none';
  /**
   * Milliseconds for the one answer that comes only when a settlement was forced. Default 600,000 with a
   * `fetch` of yours and 290,000 without, which is also the most then: Node's own gives up when no
   * headers came for 300 seconds. The one of the package `undici` waits for as long as its `dispatcher`
   * says, such as `new Agent({ headersTimeout: 0, bodyTimeout: 0 })`.
   */
  readonly slowTimeoutMs?: number;
  /** Instead of the platform's. */
  readonly fetch?: Fetch;
  readonly onRequest?: Listener<ProviderRequestEvent>;
  readonly onResponse?: Listener<ProviderResponseEvent>;
  readonly onDeviation?: Listener<ProviderDeviationEvent>;
}
