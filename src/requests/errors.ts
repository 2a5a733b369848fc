import { GatewayError } from '../core/errors.js';
import type { RequestAlgorithm } from './algorithms.js';

/**
 * This runtime has no means for the algorithm: outside of Node, WebCrypto and noble have no RSA with
 * SHA3-256. Everything else works everywhere.
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
