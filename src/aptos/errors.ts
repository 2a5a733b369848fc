import { GatewayError } from '../core/errors.js';

/** Codes with which a node says that the very same request may succeed later. */
const BUSY: ReadonlySet<string> = new Set([
  'internal_error',
  'service_unavailable',
  'health_check_failed',
  'mempool_is_full',
]);

/** A node answered with one of the API's own errors, such as `resource_not_found`. */
export class AptosNodeError extends GatewayError {
  /** The API's own code. */
  readonly errorCode: string;
  /** The HTTP status. */
  readonly status: number;

  constructor(errorCode: string, status: number, message: string) {
    super('APTOS_NODE', `The node answered ${errorCode}: ${message}`, {
      retryable: status >= 500 || BUSY.has(errorCode),
      details: { errorCode, status },
    });
    this.errorCode = errorCode;
    this.status = status;
  }
}

/**
 * The transaction would fail as things stand, says the node that tried it. Nothing was signed, and
 * nobody was asked to approve it.
 */
export class SimulationFailedError extends GatewayError {
  /** What the transaction would end with, such as `0x1::coin::EINSUFFICIENT_BALANCE`. */
  readonly resultCode: string;
  /** The node's own words. */
  readonly vmStatus: string;

  /** @param index - Which of a batch it is, from 0 on. */
  constructor({ resultCode, vmStatus }: { resultCode: string; vmStatus: string }, index?: number) {
    const place = index === undefined ? {} : { index };
    super('SIMULATION_FAILED', `The transaction would fail: ${vmStatus}`, {
      details: { resultCode, vmStatus, ...place },
    });
    this.resultCode = resultCode;
    this.vmStatus = vmStatus;
  }
}
