import type { RequestAlgorithm } from '../algorithms.js';

/**
 * A `KeyObject` of node:crypto, reduced to the members that identify it, since these types are also for runtimes
 * without Node.
 */
export interface KeyObjectLike {
  /** `secret` for HMAC; else `private` to sign, and `public` to verify. */
  readonly type: 'private' | 'public' | 'secret';
  /** As node:crypto names it, such as `rsa` or `ec`; missing for a secret. */
  readonly asymmetricKeyType?: string | undefined;
  /** In bytes; missing for a private or public key. */
  readonly symmetricKeySize?: number | undefined;
}

/**
 * For HMAC the shared secret: its text is used as it is, never decoded. For RSA and ECDSA a key in
 * PEM (private: PKCS#1, SEC1, PKCS#8; public: PKCS#1, SPKI). A `KeyObject` where there is node:crypto.
 */
export type RequestKey = string | KeyObjectLike;

/** Further requirements for a key. */
export interface KeyDemands {
  /** The setting that an error names. */
  readonly setting: string;
  /** The smallest RSA key that is accepted, in bits. */
  readonly minRsaBits: number;
}

/** Signs bytes with a key that was read before. */
export type Sign = (message: Uint8Array) => Promise<Uint8Array>;

/** Whether a signature fits the message. Never rejects because of either. */
export type Verify = (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** The functions of a cryptographic library that request signing needs. ECDSA signatures are DER on both sides. */
export interface Primitives {
  /** For error messages: `node:crypto` or `WebCrypto`. */
  readonly name: string;
  /**
   * Absent if every algorithm is available.
   *
   * @throws UnsupportedAlgorithmError when the runtime lacks the algorithm.
   */
  check?(algorithm: RequestAlgorithm): void;
  /**
   * @throws ConfigurationError when the secret does not fit the algorithm.
   * @throws UnsupportedAlgorithmError when the runtime lacks the algorithm.
   */
  signingKey(algorithm: RequestAlgorithm, secret: RequestKey, demands: KeyDemands): Sign;
  /**
   * @throws ConfigurationError when the key does not fit the algorithm, or is private.
   * @throws UnsupportedAlgorithmError when the runtime lacks the algorithm.
   */
  verifyingKey(algorithm: RequestAlgorithm, key: RequestKey, demands: KeyDemands): Verify;
  /** The 32 bytes of the digest. */
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
}
