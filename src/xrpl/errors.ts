import { GatewayError } from '../core/errors.js';

/**
 * As things stand the transaction would fail, as a node that tried it or a reading of the ledger shows. The call
 * asked for this check with `trial: 'refuse'`. Nothing was signed, and no approval was requested.
 */
export class TransactionWouldFailError extends GatewayError {
  /** The ledger's code, such as `tecPATH_DRY`. */
  readonly resultCode: string;

  constructor(resultCode: string, reason: string) {
    super('SIMULATION_FAILED', `The transaction would fail: ${resultCode}, ${reason}`, {
      details: { resultCode },
    });
    this.resultCode = resultCode;
  }
}

/** The destination asks for a destination tag, and none was given. Nothing was signed. */
export class DestinationTagRequiredError extends GatewayError {
  constructor(destination: string) {
    super('DESTINATION_TAG_REQUIRED', `${destination} takes nothing without a destination tag.`, {
      details: { destination, field: 'destinationTag' },
    });
  }
}
