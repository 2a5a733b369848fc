import type { CallOptions } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { type Encodings, encodingsOf, type SignatureScheme } from './encodings.js';
import {
  NONCE_HEADER,
  PROVIDER_HEADER,
  type ReceivedHeaders,
  TIMESTAMP_HEADER,
} from './headers.js';
import { type KeyHandling, keyHandling } from './key-handling.js';
import { messageOf, type PathRules, pathRule } from './message.js';
import type { RequestKey, Verify } from './primitives/primitives.js';
import { formalRequest, type ReceivedRequest } from './received.js';
import { type Refusal, refusal } from './refusals.js';
import { schemeShapes, signingShapes } from './shapes.js';
import { type SigningKeySource, type SignLegibly, signWith } from './signing-key.js';

/** The parts from which a response's message may be made. */
export interface ResponseParts {
  /** The request's `X-FBAPI-TIMESTAMP`, as it was sent. */
  readonly timestamp: string;
  /** The request's `X-FBAPI-NONCE`. */
  readonly nonce: string;
  /** The request's method, as it was sent; the default message has it in upper case. */
  readonly method: string;
  /** The request's path and query, after {@link PathRules}. */
  readonly path: string;
  /** The response's body; `undefined` when nothing is sent. */
  readonly body: string | Uint8Array | undefined;
}

/** Settings that both sides of signed responses share. */
export interface ResponseScheme extends SignatureScheme, PathRules, KeyHandling {
  /**
   * Makes the message. The v2 documents require `X-PROVIDER-SIGNATURE` and don't say what it signs; the default
   * is the request's timestamp, nonce, method and path and the response's body, so that an answer can't pass for
   * that of another request. Agree on it with the other side. With one shared secret for both directions, agree on a
   * message that no request has, such as this one with a text in front: otherwise a request's own signature passes for
   * that of a response with the request's body.
   */
  readonly message?: (parts: ResponseParts) => Uint8Array;
}

/** A response as it was received, and the request that it answers. */
export interface ReceivedResponse {
  /** As it was sent, signature headers included. */
  readonly request: Omit<ReceivedRequest, 'body'>;
  /** The response's headers, with `X-PROVIDER-SIGNATURE`. */
  readonly headers: ReceivedHeaders;
  /** The raw text or bytes. */
  readonly body?: string | Uint8Array | null | undefined;
}

/** Whether a response comes from the provider. */
export type ResponseVerification =
  | {
      /** The signature is right, for this request and this body. */
      readonly ok: true;
    }
  | Refusal;

type Answering = (request: Omit<ReceivedRequest, 'body'>) => Omit<ResponseParts, 'body'> | Refusal;

/**
 * Signs a provider's responses to off-exchange calls (`X-PROVIDER-SIGNATURE`), with the algorithm and
 * the encodings that were agreed for requests.
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { ResponseSigner } from 'custody-gateways/requests';
 *
 * const signer = new ResponseSigner({
 *   algorithm: 'hmac-sha512',
 *   secret: 'a shared secret',
 *   preEncoding: 'base64',
 *   postEncoding: 'base64',
 * });
 * const headers = {
 *   'x-fbapi-timestamp': '1700000000000',
 *   'x-fbapi-nonce': 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81',
 * };
 * await signer.headers({ method: 'GET', path: '/capabilities', headers }, '{"version":"0.5.1"}');
 * ```
 */
export class ResponseSigner {
  readonly #encodings: Encodings;
  readonly #answering: Answering;
  readonly #message: (parts: ResponseParts) => Uint8Array;
  readonly #sign: SignLegibly;

  constructor(options: ResponseScheme & SigningKeySource) {
    knownOptions<ResponseScheme & SigningKeySource>(options, {
      ...signingShapes,
      message: 'function',
    });
    this.#encodings = encodingsOf(options);
    this.#answering = answering(options);
    this.#message = options.message ?? messageOf;
    this.#sign = signWith(options, this.#encodings.algorithm);
  }

  /**
   * The header for a response.
   *
   * @param request - The request that is answered, as it was received: the default `message` has its timestamp, nonce,
   * method and path.
   * @param body - The exact text or bytes of the response; left out when nothing is sent.
   * @param options - A signal that ends the call, and `timeoutMs`, for a key that a `signer` holds.
   * @returns The signature under the header's name, in the agreed post-encoding.
   * @throws InvalidInputError when the request has no timestamp or nonce; verify it first.
   */
  async headers(
    request: Omit<ReceivedRequest, 'body'>,
    body?: string | Uint8Array,
    options: CallOptions = {},
  ): Promise<{
    /** The signature, in the agreed post-encoding. */
    readonly 'X-PROVIDER-SIGNATURE': string;
  }> {
    const parts = this.#answering(request);
    if ('ok' in parts) throw new InvalidInputError('request', `is no request (${parts.reason})`);
    const message = this.#encodings.before(this.#message({ ...parts, body }));
    const signature = await this.#sign(message, { answerTo: parts.nonce }, options);
    return { [PROVIDER_HEADER]: this.#encodings.after(signature) };
  }
}

/**
 * Verifies a provider's responses, as {@link ResponseSigner} signs them.
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { RequestSigner, ResponseVerifier } from 'custody-gateways/requests';
 *
 * const scheme = { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'base64' } as const;
 * const call = { method: 'GET', path: '/accounts/1/collateral/2/addresses' };
 * const signer = new RequestSigner({ ...scheme, apiKey: 'key-1', secret: 'a shared secret' });
 * const request = { ...call, headers: { ...(await signer.headers(call)) } };
 *
 * const verifier = new ResponseVerifier({ ...scheme, key: 'a shared secret' });
 * const response = new Response('{"addresses":[]}'); // what fetch gave for the request
 * const body = await response.text();
 * await verifier.verify({ request, headers: response.headers, body }); // { ok: false, ... }
 * ```
 */
export class ResponseVerifier {
  readonly #encodings: Encodings;
  readonly #answering: Answering;
  readonly #message: (parts: ResponseParts) => Uint8Array;
  readonly #verify: Verify;
  readonly #mayHoldComma: boolean;

  constructor(options: ResponseScheme & { readonly key: RequestKey }) {
    knownOptions(options, { ...schemeShapes, key: 'any', message: 'function' });
    this.#encodings = encodingsOf(options);
    const { algorithm, postEncoding } = this.#encodings;
    this.#answering = answering(options);
    this.#message = options.message ?? messageOf;
    const { primitives, minRsaBits } = keyHandling(options);
    const demands = { setting: 'key', minRsaBits };
    this.#verify = primitives.verifyingKey(algorithm, options.key, demands);
    this.#mayHoldComma = postEncoding === 'plain';
  }

  /**
   * Whether the provider signed the response. Never rejects because of the response's content.
   *
   * @param response - Its headers and raw body, and the `request` that it answers as it was sent, signature headers
   * included.
   * @returns `ok: true`; or `ok: false` with the `reason`, and the `header` at fault.
   */
  async verify(response: ReceivedResponse): Promise<ResponseVerification> {
    const parts = this.#answering(response.request);
    if ('ok' in parts) return parts;
    const formal = formalRequest({ ...response.request, ...response, method: 'POST' }, ANY);
    if (!formal.ok) return formal;
    const text = formal.header(PROVIDER_HEADER, this.#mayHoldComma);
    if (typeof text !== 'string') return text;
    const signature = this.#encodings.read(text);
    if (signature === undefined) return refusal('malformed-signature', PROVIDER_HEADER);
    const message = this.#message({ ...parts, body: response.body ?? undefined });
    const right = await this.#verify(this.#encodings.before(message), signature);
    return right ? { ok: true } : refusal('wrong-signature', PROVIDER_HEADER);
  }
}

const ANY = { signedPath: (path: string) => path, maxBodyBytes: Number.POSITIVE_INFINITY };

function answering(rules: PathRules): Answering {
  const signedPath = pathRule(rules);
  return (request) => {
    const formal = formalRequest(request, { ...ANY, signedPath });
    if (!formal.ok) return formal;
    const timestamp = formal.header(TIMESTAMP_HEADER);
    if (typeof timestamp !== 'string') return timestamp;
    const nonce = formal.header(NONCE_HEADER);
    if (typeof nonce !== 'string') return nonce;
    return {
      timestamp,
      nonce,
      method: request.method,
      path: signedPath(request.path) ?? request.path,
    };
  };
}
