import {
  LocalRawSigner,
  type PublicKey,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SignerCapabilities,
  type SigningKey,
} from '../../src/signer/index.js';

/** Signs with local keys and keeps what it was asked: what a person would have had to approve. */
export class RecordingSigner implements RawSigner {
  readonly requests: RawSigningRequest[] = [];
  /** Every call there was, in order. */
  readonly calls: string[] = [];
  readonly #inner: RawSigner;
  readonly #capabilities: Partial<SignerCapabilities>;

  constructor(seed = 'recorded', capabilities: Partial<SignerCapabilities> = {}) {
    this.#inner = new LocalRawSigner({ seed, quiet: true, allowMainnet: true });
    this.#capabilities = capabilities;
  }

  get capabilities(): SignerCapabilities {
    return { ...this.#inner.capabilities, ...this.#capabilities };
  }

  getPublicKey(key: SigningKey): Promise<PublicKey> {
    this.calls.push('getPublicKey');
    return this.#inner.getPublicKey(key);
  }

  sign(request: RawSigningRequest): Promise<readonly RawSignature[]> {
    this.calls.push('sign');
    this.requests.push(request);
    return this.#inner.sign(request);
  }
}
