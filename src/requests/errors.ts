import { GatewayError } from '../core/errors.js';
import type { RequestAlgorithm } from './algorithms.js';

/**
 * This runtime does not support the algorithm. If its node:crypto lacks one, WebCrypto and noble are used;
 * neither has RSA with SHA3-256, and without WebCrypto few algorithms are available.
 */
export class UnsupportedAlgorithmError extends GatewayError {
  /** The algorithm that this runtime does not have. */
  readonly algorithm: RequestAlgorithm;

  constructor(algorithm: RequestAlgorithm, runtime: string) {
    super('UNSUPPORTED_ALGORITHM', `${algorithm} is not available with ${runtime}`, {
      details: { algorithm, runtime },
    });
    this.algorithm = algorithm;
  }
}

/**
 * A header can't carry the signature's bytes, which happens only with the post-encoding `plain`. Nothing was
 * sent; another nonce gives other bytes.
 */
export class SignatureNotSendableError extends GatewayError {
  constructor() {
    super('SIGNATURE_NOT_SENDABLE', 'No header can carry these bytes; agree on base64 or hexstr.');
  }
}
