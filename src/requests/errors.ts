import { GatewayError } from '../core/errors.js';
import type { RequestAlgorithm } from './algorithms.js';

/**
 * This runtime has no means for the algorithm. Where its node:crypto lacks one, WebCrypto and noble are
 * asked; neither has RSA with SHA3-256, and without WebCrypto little is left.
 */
export class UnsupportedAlgorithmError extends GatewayError {
  readonly algorithm: RequestAlgorithm;

  constructor(algorithm: RequestAlgorithm, runtime: string) {
    super('UNSUPPORTED_ALGORITHM', `${algorithm} is not available with ${runtime}`, {
      details: { algorithm, runtime },
    });
    this.algorithm = algorithm;
  }
}

/**
 * The signature's bytes have no form that a header can carry, which happens only with the
 * post-encoding `plain`. Nothing was sent; another nonce gives other bytes.
 */
export class SignatureNotSendableError extends GatewayError {
  constructor() {
    super('SIGNATURE_NOT_SENDABLE', 'No header can carry these bytes; agree on base64 or hexstr.');
  }
}
