import { utf8ToBytes } from '../core/bytes.js';
import type { Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { checkClock, systemTime } from '../core/time.js';
import { memoryStoreOn } from '../store/memory-store.js';
import type { Store } from '../store/store.js';
import { type Encodings, encodingsOf, type SignatureScheme } from './encodings.js';
import { KEY_HEADER, NONCE_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './headers.js';
import { type KeyHandling, keyHandling } from './key-handling.js';
import { type PathRules, pathRule } from './message.js';
import type { Primitives } from './primitives/primitives.js';
import { formalRequest, type ReceivedRequest, type ReceivingRules } from './received.js';
import { type Refusal, refusal } from './refusals.js';
import { schemeShapes } from './shapes.js';
import { hexText } from './text-encodings.js';
import { type FindVerify, type KeysByApiKey, verifyingKeys } from './verifying-keys.js';

/** Settings of a {@link RequestVerifier}. */
export interface RequestVerifierOptions extends SignatureScheme, PathRules, KeyHandling {
  /**
   * The shared secret or the public key of each API key: an object, or a function that may be async and returns
   * `undefined` for an unknown key. While one key replaces another, a list of both: a signature by either counts.
   */
  readonly keys: KeysByApiKey;
  /** How far a timestamp may be from now, before or after, in milliseconds. Default 30,000. */
  readonly clockSkewMs?: number;
  /**
   * Remembers nonces until their timestamps are too old. Default: this process's memory. Several processes, or one
   * that may be restarted, need a store: after a restart a captured request would be accepted once more, for as long as
   * its timestamp is.
   */
  readonly nonceStore?: Store;
  /** The pattern for the whole timestamp. Default: 13 digits, which is until the year 2286. */
  readonly timestampPattern?: RegExp;
  /**
   * The pattern for the whole nonce. Default: a UUID. The message has no separators, so if both patterns were
   * open, a digit could be moved from the nonce to the timestamp, and a request replayed.
   */
  readonly noncePattern?: RegExp;
  /** Default 1 MiB; 128 KiB with pre-encoding `base58`, which is slow, and comes before the signature is known. */
  readonly maxBodyBytes?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Whether a request comes from the holder of its API key. */
export type Verification =
  | {
      /** Signed by the API key's holder, within the time allowed, and not seen before. */
      readonly ok: true;
      /** From `X-FBAPI-KEY`. */
      readonly apiKey: string;
    }
  | Refusal;

const DEFAULT_SKEW_MS = 30_000;
const THIRTEEN_DIGITS = /^\d{13}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A nonce is kept longer than its timestamp is valid, since the clocks of several processes differ. */
const NONCE_MARGIN_MS = 60_000;

/**
 * Verifies requests that are signed as {@link RequestSigner} signs them. It works on raw bytes, takes exactly one
 * value of each header, requires timestamp and nonce in a form that leaves only one reading of them,
 * refuses timestamps too far before or after now, and remembers a nonce only once its signature was right.
 * The message has no separators: where its path ends and a body begins stays open, except for GET and HEAD
 * (docs/requests.md).
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { RequestSigner, RequestVerifier } from 'custody-gateways/requests';
 *
 * const scheme = {
 *   algorithm: 'hmac-sha256',
 *   preEncoding: 'url-encoded',
 *   postEncoding: 'base64',
 * } as const;
 * const verifier = new RequestVerifier({ ...scheme, keys: { 'key-1': 'a shared secret' } });
 *
 * const signer = new RequestSigner({ ...scheme, apiKey: 'key-1', secret: 'a shared secret' });
 * const request = { method: 'GET', path: '/capabilities' };
 * const headers = { ...(await signer.headers(request)) };
 * await verifier.verify({ ...request, headers }); // { ok: true, apiKey: 'key-1' }
 * await verifier.verify({ ...request, headers }); // { ok: false, reason: 'nonce-reused', ... }
 * ```
 */
export class RequestVerifier {
  readonly #encodings: Encodings;
  readonly #rules: ReceivingRules;
  readonly #find: FindVerify;
  readonly #skewMs: number;
  readonly #nonces: Store;
  readonly #timestampPattern: RegExp;
  readonly #noncePattern: RegExp;
  readonly #mayHoldComma: boolean;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #primitives: Primitives;

  constructor(options: RequestVerifierOptions) {
    knownOptions<RequestVerifierOptions>(options, {
      ...schemeShapes,
      keys: 'any',
      clockSkewMs: 'number',
      nonceStore: 'object',
      timestampPattern: 'object',
      noncePattern: 'object',
      maxBodyBytes: 'number',
      clock: 'any',
    });
    this.#encodings = encodingsOf(options);
    const { algorithm, preEncoding, postEncoding } = this.#encodings;
    const base58 = preEncoding === 'base58';
    this.#rules = {
      signedPath: pathRule(options),
      maxBodyBytes: options.maxBodyBytes ?? (base58 ? 131_072 : 1_048_576),
    };
    const { primitives, minRsaBits } = keyHandling(options);
    const demands = { setting: 'keys', minRsaBits };
    this.#primitives = primitives;
    this.#find = verifyingKeys(options.keys, (key) =>
      primitives.verifyingKey(algorithm, key, demands),
    );
    this.#skewMs = options.clockSkewMs ?? DEFAULT_SKEW_MS;
    if (this.#skewMs === Number.POSITIVE_INFINITY) {
      throw new ConfigurationError('clockSkewMs', 'must have an end');
    }
    if (options.clock !== undefined) checkClock(options.clock);
    const { clock = systemTime } = options;
    this.#clock = clock;
    this.#nonces = options.nonceStore ?? memoryStoreOn(clock);
    this.#timestampPattern = whole(options.timestampPattern ?? THIRTEEN_DIGITS);
    this.#noncePattern = whole(options.noncePattern ?? UUID);
    this.#mayHoldComma = postEncoding === 'plain';
  }

  /**
   * Whether the holder of the API key signed the request, recently, and it comes for the first time. It never
   * rejects because of the request's content. It waits for `keys` and `nonceStore` as long as they take.
   *
   * @param request - As it was received: path and query percent-encoded, without a host, and the raw body, not parsed.
   * @returns `ok: true` with the `apiKey`; or `ok: false` with the `reason`, and the `header` at fault.
   * @throws the errors of `keys` and `nonceStore`, and ConfigurationError for a key from `keys` that can't be
   * used: then the request could not be checked, and must not be accepted.
   */
  async verify(request: ReceivedRequest): Promise<Verification> {
    const formal = formalRequest(request, this.#rules);
    if (!formal.ok) return formal;
    const apiKey = formal.header(KEY_HEADER);
    if (typeof apiKey !== 'string') return apiKey;
    const timestamp = formal.header(TIMESTAMP_HEADER);
    if (typeof timestamp !== 'string') return timestamp;
    const nonce = formal.header(NONCE_HEADER);
    if (typeof nonce !== 'string') return nonce;
    const text = formal.header(SIGNATURE_HEADER, this.#mayHoldComma);
    if (typeof text !== 'string') return text;

    const untimely = this.#untimely(timestamp);
    if (untimely) return untimely;
    if (!this.#noncePattern.test(nonce)) {
      return refusal('malformed-nonce', NONCE_HEADER);
    }
    const signature = this.#encodings.read(text);
    if (signature === undefined) return refusal('malformed-signature', SIGNATURE_HEADER);
    const verify = await this.#find(apiKey);
    if (verify === undefined) return refusal('unknown-key', KEY_HEADER);
    const message = formal.message(timestamp, nonce);
    if (!(await verify(this.#encodings.before(message), signature))) {
      return refusal('wrong-signature', SIGNATURE_HEADER);
    }
    if (!(await this.#isFresh(apiKey, nonce))) {
      return refusal('nonce-reused', NONCE_HEADER);
    }
    return { ok: true, apiKey };
  }

  #untimely(timestamp: string): Refusal | undefined {
    const at = Number(timestamp);
    if (!this.#timestampPattern.test(timestamp) || !Number.isSafeInteger(at)) {
      return refusal('malformed-timestamp', TIMESTAMP_HEADER);
    }
    const aheadMs = at - this.#clock.now();
    if (aheadMs > this.#skewMs) return refusal('timestamp-in-future', TIMESTAMP_HEADER);
    if (aheadMs < -this.#skewMs) return refusal('timestamp-too-old', TIMESTAMP_HEADER);
    return undefined;
  }

  /** A hash, so that the store holds no API key, and a text's length is not the sender's choice. */
  async #isFresh(apiKey: string, nonce: string): Promise<boolean> {
    const pair = utf8ToBytes(JSON.stringify([apiKey, nonce]));
    const name = hexText(await this.#primitives.sha256(pair));
    const ttlMs = 2 * this.#skewMs + NONCE_MARGIN_MS;
    return this.#nonces.setIfAbsent(`request-nonce:${name}`, '1', ttlMs);
  }
}

/**
 * The pattern for the whole of a text: with `g` or `y` it would remember its position, and with `m` one matching
 * line would be enough.
 */
function whole({ source, flags }: RegExp): RegExp {
  return new RegExp(`^(?:${source})$`, flags.replace(/[gmy]/g, ''));
}
