import type { CallOptions } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import type { HttpAnswer } from '../core/http.js';
import { isObject } from '../core/json.js';
import { PLATFORM_HEADER } from '../requests/headers.js';
import type { RequestDescription } from '../requests/message.js';
import type { ProviderConnection } from './connection.js';
import { ProviderSignatureError } from './errors.js';
import type { Question } from './operation.js';

type Headers = Readonly<Record<string, string>>;

/** Signs calls, off-exchange calls also for the platform, and verifies their answers. */
export class Signatures {
  readonly #signer: ProviderConnection['signer'];
  readonly #platform: ProviderConnection['platformSigner'];
  readonly #verifier: ProviderConnection['answerVerifier'];

  /** @throws ConfigurationError naming the setting. */
  constructor({ signer, platformSigner, answerVerifier }: ProviderConnection) {
    if (!can('headers', signer)) {
      throw new ConfigurationError('signer', 'must be a RequestSigner');
    }
    // If the mistake showed only when an answer arrives, every call would look unconfirmed.
    if (answerVerifier !== undefined && !can('verify', answerVerifier)) {
      throw new ConfigurationError('answerVerifier', 'must be a ResponseVerifier');
    }
    const isNamed = platformSigner === undefined || platformSigner === 'empty';
    if (!isNamed && !can('headers', platformSigner)) {
      throw new ConfigurationError('platformSigner', "must be a RequestSigner, or 'empty'");
    }
    this.#signer = signer;
    this.#verifier = answerVerifier;
    this.#platform = platformSigner;
  }

  /**
   * The headers that a call is signed with, now.
   *
   * @throws ConfigurationError for an off-exchange call without a signer for the platform.
   */
  async headers(
    operation: Question,
    request: RequestDescription,
    options: CallOptions,
  ): Promise<Headers> {
    const platform = operation.platform === true;
    const own = platform && this.#platform === undefined;
    const signed = await this.#signer.headers({ ...request, platformSignature: own }, options);
    if (!platform) return { ...signed };
    if (own && signed[PLATFORM_HEADER] === undefined) {
      throw new ConfigurationError(
        'platformSigner',
        'is required, or a platformSecret of the signer',
      );
    }
    return { ...signed, ...(await this.#platformHeader(request, signed, options)) };
  }

  /** For the same time and the same nonce as the other signature. */
  async #platformHeader(
    request: RequestDescription,
    signed: { readonly 'X-FBAPI-TIMESTAMP': string; readonly 'X-FBAPI-NONCE': string },
    options: CallOptions,
  ): Promise<Headers> {
    if (this.#platform === undefined) return {};
    if (this.#platform === 'empty') return { [PLATFORM_HEADER]: '' };
    const timestamp = Number(signed['X-FBAPI-TIMESTAMP']);
    const nonce = signed['X-FBAPI-NONCE'];
    const second = await this.#platform.headers({ ...request, timestamp, nonce }, options);
    return { [PLATFORM_HEADER]: second['X-FBAPI-SIGNATURE'] };
  }

  /** @throws ProviderSignatureError when there is a verifier, and the answer's signature is missing or wrong. */
  async verify(
    operation: Question,
    request: { readonly method: string; readonly path: string; readonly headers: Headers },
    answer: HttpAnswer,
  ): Promise<void> {
    if (this.#verifier === undefined || operation.platform !== true) return;
    const { headers, text: body } = answer;
    const verdict = await this.#verifier.verify({ request, headers, body });
    if (!verdict.ok) throw new ProviderSignatureError(operation.name, verdict.reason);
  }
}

function can(what: string, value: unknown): boolean {
  return isObject(value) && typeof value[what] === 'function';
}
