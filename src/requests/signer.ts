import type { CallOptions, Clock } from '../core/clock.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { newUuid } from '../core/random.js';
import { systemTime } from '../core/time.js';
import { type Encodings, encodingsOf, type SignatureScheme } from './encodings.js';
import {
  KEY_HEADER,
  NONCE_HEADER,
  PLATFORM_HEADER,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from './headers.js';
import { type KeyHandling, keyHandling } from './key-handling.js';
import {
  checkDescription,
  messageOf,
  type PathRules,
  pathRule,
  type RequestDescription,
} from './message.js';
import type { RequestKey, Sign } from './primitives/primitives.js';
import { signingShapes } from './shapes.js';
import { type SigningKeySource, type SignLegibly, signWith } from './signing-key.js';
import { asciiText, encodeBase64 } from './text-encodings.js';

/** Settings of a {@link RequestSigner} besides its key. */
export interface RequestSignerSettings extends SignatureScheme, PathRules, KeyHandling {
  /** The key that the provider issued; sent as `X-FBAPI-KEY`. */
  readonly apiKey: string;
  /**
   * The platform's private RSA key, for a caller that acts as the platform in off-exchange calls: adds
   * `X-FB-PLATFORM-SIGNATURE`, RSA PKCS#1 v1.5 with SHA-512 over the message itself, in base64.
   */
  readonly platformSecret?: RequestKey;
  /** Default: the machine's clock. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Makes the nonce of a request. Default: a random UUID. */
  readonly nonce?: () => string;
}

/** Settings of a {@link RequestSigner}: a `secret`, or `signer` and `key`. */
export type RequestSignerOptions = RequestSignerSettings & SigningKeySource;

/** A request to be signed. */
export interface RequestToSign extends RequestDescription {
  /** Milliseconds since the epoch. Default: now. */
  readonly timestamp?: number | undefined;
  /** Never used before with this API key. Default: a random UUID. */
  readonly nonce?: string | undefined;
  /**
   * Whether to add `X-FB-PLATFORM-SIGNATURE`, which belongs on off-exchange calls only. Default: `true` with a
   * `platformSecret`.
   */
  readonly platformSignature?: boolean | undefined;
}

/** The headers that a signed request carries. */
export interface SignatureHeaders {
  /** The API key of the settings. */
  readonly 'X-FBAPI-KEY': string;
  /** Milliseconds since the epoch, in decimal digits. */
  readonly 'X-FBAPI-TIMESTAMP': string;
  /** The nonce that the request was given, or a new one. */
  readonly 'X-FBAPI-NONCE': string;
  /** The signature, in the agreed post-encoding. */
  readonly 'X-FBAPI-SIGNATURE': string;
  /** Only with `platformSecret`. */
  readonly 'X-FB-PLATFORM-SIGNATURE'?: string;
}

/** Text that an HTTP header carries unchanged, and that can't be mistaken for a list of values. */
const HEADER_TEXT = /^[\x21-\x2b\x2d-\x7e]{1,1024}$/;

/**
 * Signs HTTP requests as both provider-connectivity APIs require it (network link v1 and v2): timestamp, nonce,
 * method, path and body in a row, pre-encoded, signed, post-encoded. The signed bytes must be the sent ones, so
 * it takes path and body exactly as they are sent.
 *
 * A signature is for one moment and one use: to try again, sign again.
 *
 * A key that a custody platform holds can sign too (`signer` and `key`): each request is then a signing request
 * there, so use a key that signs without a person's approval; providers refuse timestamps that are more than
 * seconds old.
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const signer = new RequestSigner({
 *   apiKey: 'the-key-that-the-provider-issued',
 *   secret: 'the secret that belongs to it',
 *   algorithm: 'hmac-sha512',
 *   preEncoding: 'base64',
 *   postEncoding: 'hexstr',
 *   basePath: '/v2',
 * });
 * const body = JSON.stringify({ fromAsset: { nationalCurrencyCode: 'USD' } });
 * const headers = await signer.headers({ method: 'POST', path: '/v2/accounts/1/quotes', body });
 * headers['X-FBAPI-SIGNATURE']; // 128 hexadecimal characters
 * ```
 */
export class RequestSigner {
  readonly #apiKey: string;
  readonly #encodings: Encodings;
  readonly #signedPath: (path: string) => string | undefined;
  readonly #sign: SignLegibly;
  readonly #platformSign: Sign | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #nonce: () => string;

  constructor(options: RequestSignerOptions) {
    knownOptions<RequestSignerOptions>(options, {
      ...signingShapes,
      apiKey: 'any',
      platformSecret: 'any',
      clock: 'any',
      nonce: 'function',
    });
    if (typeof options.apiKey !== 'string' || !HEADER_TEXT.test(options.apiKey)) {
      throw new ConfigurationError('apiKey', 'must be printable ASCII without blanks and commas');
    }
    this.#apiKey = options.apiKey;
    this.#encodings = encodingsOf(options);
    this.#signedPath = pathRule(options);
    this.#sign = signWith(options, this.#encodings.algorithm);
    this.#platformSign = platformSign(options);
    this.#clock = options.clock ?? systemTime;
    this.#nonce = options.nonce ?? newUuid;
  }

  /**
   * The headers for a request that is about to be sent. Send the same path and the same body, byte by
   * byte, within the provider's window, once.
   *
   * @param request - Its path and body exactly as they are sent. `timestamp`: milliseconds since the epoch, default
   * now. `nonce`: default a random UUID, or what the setting `nonce` makes.
   * @param options - A signal that ends the call, and `timeoutMs`, for a key that a `signer` holds.
   * @returns The four `X-FBAPI-` headers, and with a `platformSecret` also `X-FB-PLATFORM-SIGNATURE`.
   * @throws InvalidInputError when a client would send something else than what was given, or the path is outside
   * of `basePath`.
   * @throws SignatureNotSendableError with post-encoding `plain` only.
   * @throws SignaturePendingError and the `signer`'s other errors, when a signer holds the key.
   */
  async headers(request: RequestToSign, options: CallOptions = {}): Promise<SignatureHeaders> {
    checkDescription(request);
    const path = this.#signedPath(request.path);
    if (path === undefined) throw new InvalidInputError('path', 'does not begin with the basePath');
    const timestamp = checkedTimestamp(request.timestamp ?? Math.floor(this.#clock.now()));
    const nonce = checkedNonce(request.nonce ?? this.#nonce());
    const { method, body } = request;
    const message = messageOf({ timestamp, nonce, method, path, body });
    const legible = { timestamp, nonce, method: method.toUpperCase(), path, body: bodyText(body) };
    const bytes = this.#encodings.before(message);
    const signature = await this.#sign(bytes, legible, options);
    const platform =
      request.platformSignature === false ? undefined : await this.#platformSign?.(message);
    return {
      [KEY_HEADER]: this.#apiKey,
      [TIMESTAMP_HEADER]: timestamp,
      [NONCE_HEADER]: nonce,
      [SIGNATURE_HEADER]: this.#encodings.after(signature),
      ...(platform && { [PLATFORM_HEADER]: asciiText(encodeBase64(platform)) }),
    };
  }

  /**
   * Signs a `Request`.
   *
   * @param request - One of `fetch` whose body is unread; it stays unchanged.
   * @param options - A signal that ends the call, and `timeoutMs`, for a key that a `signer` holds.
   * @returns A copy with its body read and the headers of {@link RequestSigner.headers}. Redirects are not followed,
   * since the headers are for this address only.
   * @throws what {@link RequestSigner.headers} throws.
   */
  async sign(request: Request, options: CallOptions = {}): Promise<Request> {
    const { pathname, search } = new URL(request.url);
    const sent = request.body === null ? undefined : await request.clone().arrayBuffer();
    const body = sent && new Uint8Array(sent);
    const { method } = request;
    const signed = await this.headers({ method, path: pathname + search, body }, options);
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    return new Request(request, { headers, redirect: 'manual', ...(body && { body }) });
  }
}

function platformSign(options: RequestSignerOptions): Sign | undefined {
  if (options.platformSecret === undefined) return undefined;
  const { primitives, minRsaBits } = keyHandling(options);
  const demands = { setting: 'platformSecret', minRsaBits };
  return primitives.signingKey('rsa-sha512', options.platformSecret, demands);
}

function checkedTimestamp(timestamp: number): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new InvalidInputError('timestamp', 'must be whole milliseconds since the epoch');
  }
  return String(timestamp);
}

function checkedNonce(nonce: string): string {
  if (typeof nonce !== 'string' || !HEADER_TEXT.test(nonce)) {
    throw new InvalidInputError('nonce', 'must be printable ASCII without blanks and commas');
  }
  return nonce;
}

function bodyText(body: string | Uint8Array | undefined): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? '');
}
