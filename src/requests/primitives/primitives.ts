import type { RequestAlgorithm } from '../algorithms.js';

/**
 * A `KeyObject` of node:crypto, by what tells it from others: these types are for runtimes without
 * Node as well.
 */
export interface KeyObjectLike {
  readonly type: 'private' | 'public' | 'secret';
  readonly asymmetricKeyType?: string | undefined;
  readonly symmetricKeySize?: number | undefined;
}

/**
 * For HMAC the shared secret: its text is used as it is, never decoded. For RSA and ECDSA a key in
 * PEM (private: PKCS#1, SEC1, PKCS#8; public: PKCS#1, SPKI). A `KeyObject` where there is node:crypto.
 */
export type RequestKey = string | KeyObjectLike;

/** What is asked of a key besides that it is one. */
export interface KeyDemands {
  /** The setting that an error names. */
  readonly setting: string;
  /** The smallest RSA key that is accepted, in bits. */
  readonly minRsaBits: number;
}

/** Signs bytes with a key that was read before. */
export type Sign = (message: Uint8Array) => Promise<Uint8Array>;

/** Whether a signature is that of the message. Never rejects because of either. */
export type Verify = (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** What request signing needs of a cryptographic library. ECDSA signatures are DER on both sides. */
export interface Primitives {
  /** For error messages: `node:crypto` or `WebCrypto`. */
  readonly name: string;
  /**
   * Absent where there is every algorithm.
   *
   * @throws UnsupportedAlgorithmError when there is no such algorithm here.
   */
  check?(algorithm: RequestAlgorithm): void;
  /**
   * @throws ConfigurationError when the secret is none for the algorithm.
   * @throws UnsupportedAlgorithmError when there is no such algorithm here.
   */
  signingKey(algorithm: RequestAlgorithm, secret: RequestKey, demands: KeyDemands): Sign;
  /**
   * @throws ConfigurationError when the key is none for the algorithm, or is private.
   * @throws UnsupportedAlgorithmError when there is no such algorithm here.
   */
  verifyingKey(algorithm: RequestAlgorithm, key: RequestKey, demands: KeyDemands): Verify;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
}
