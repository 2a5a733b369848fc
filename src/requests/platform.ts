import { ConfigurationError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { NONCE_HEADER, PLATFORM_HEADER, TIMESTAMP_HEADER } from './headers.js';
import { type KeyHandling, keyHandling } from './key-handling.js';
import { type PathRules, pathRule } from './message.js';
import { checkOneOf } from './one-of.js';
import type { RequestKey, Verify } from './primitives/primitives.js';
import { formalRequest, type ReceivedRequest, type ReceivingRules } from './received.js';
import { type Refusal, refusal } from './refusals.js';
import { pathAndKeyShapes } from './shapes.js';
import { decodeBase64 } from './text-encodings.js';
import { anyOf } from './verifying-keys.js';

/** Settings of a {@link PlatformSignatureVerifier}. */
export interface PlatformSignatureVerifierOptions extends PathRules, KeyHandling {
  /** The platform's public RSA keys; a signature by any of them counts. */
  readonly publicKeys: readonly RequestKey[];
  /**
   * `required` (the default) refuses a call without the signature; `when-present` accepts one where the header is
   * missing or empty, as the vendor's validator sends it; `off` checks nothing.
   */
  readonly enforcement?: 'required' | 'when-present' | 'off';
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
}

/** Whether the platform signed a call; `signed` is `false` if it was not required. */
export type PlatformVerification =
  | {
      /** Accepted, with the platform's signature or because none was required. */
      readonly ok: true;
      /** `false` where no signature was checked. */
      readonly signed: boolean;
    }
  | Refusal;

const ENFORCEMENTS = ['required', 'when-present', 'off'];

/**
 * Verifies `X-FB-PLATFORM-SIGNATURE`, which the platform adds to off-exchange (collateral) calls: RSA PKCS#1 v1.5
 * with SHA-512 over the same message as `X-FBAPI-SIGNATURE`, in base64. It does not check time and nonce: use
 * {@link RequestVerifier} first.
 *
 * The v2 documents call SHA-512 a pre-encoding here; read with its own procedure, that is the hash
 * of the RSA signature, DigestInfo included.
 *
 * @throws ConfigurationError from the constructor, naming the setting.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto';
 * import { PlatformSignatureVerifier } from 'custody-gateways/requests';
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
 * const platform = new PlatformSignatureVerifier({ publicKeys: [publicKey], basePath: '/v2' });
 * const call = { method: 'GET', path: '/v2/accounts/1/collateral/2/addresses', headers: {} };
 * await platform.verify(call); // { ok: false, reason: 'missing-header', ... }
 * ```
 */
export class PlatformSignatureVerifier {
  /** None where nothing is checked. */
  readonly #verify: Verify | undefined;
  readonly #enforcement: 'required' | 'when-present' | 'off';
  readonly #rules: ReceivingRules;

  constructor(options: PlatformSignatureVerifierOptions) {
    knownOptions<PlatformSignatureVerifierOptions>(options, {
      ...pathAndKeyShapes,
      publicKeys: 'list',
      enforcement: 'any',
      maxBodyBytes: 'number',
    });
    const { primitives, minRsaBits } = keyHandling(options);
    const demands = { setting: 'publicKeys', minRsaBits };
    const { enforcement = 'required' } = options;
    this.#enforcement = enforcement;
    checkOneOf('enforcement', this.#enforcement, ENFORCEMENTS);
    this.#verify = anyOf(
      options.publicKeys?.map((key) => primitives.verifyingKey('rsa-sha512', key, demands)) ?? [],
    );
    if (!this.#verify && this.#enforcement !== 'off') {
      throw new ConfigurationError('publicKeys', 'must be a list of one or more');
    }
    this.#rules = {
      signedPath: pathRule(options),
      maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    };
  }

  /**
   * Whether the platform signed the call. Never rejects because of the call's content.
   *
   * @param request - As it was received: path and query percent-encoded, without a host, and the raw body, not parsed.
   * @returns `ok: true`, with `signed: false` where no signature was checked; or `ok: false` with the `reason`, and the
   * `header` at fault.
   */
  async verify(request: ReceivedRequest): Promise<PlatformVerification> {
    if (this.#enforcement === 'off') return { ok: true, signed: false };
    const formal = formalRequest(request, this.#rules);
    if (!formal.ok) return formal;
    const text = formal.header(PLATFORM_HEADER);
    if (typeof text !== 'string') {
      const letOff = this.#enforcement === 'when-present' && text.reason === 'missing-header';
      return letOff ? { ok: true, signed: false } : text;
    }
    const timestamp = formal.header(TIMESTAMP_HEADER);
    if (typeof timestamp !== 'string') return timestamp;
    const nonce = formal.header(NONCE_HEADER);
    if (typeof nonce !== 'string') return nonce;
    const signature = decodeBase64(text);
    if (signature === undefined) return refusal('malformed-signature', PLATFORM_HEADER);
    const message = formal.message(timestamp, nonce);
    if (await this.#verify?.(message, signature)) return { ok: true, signed: true };
    return refusal('wrong-signature', PLATFORM_HEADER);
  }
}
