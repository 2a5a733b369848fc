import { GatewayError } from '../core/errors.js';

/**
 * As things stand the transaction would come to nothing: says a node that tried it, or what was read of the ledger.
 * It was asked for with `trial: 'refuse'`. Nothing was signed, and nobody was asked to approve it.
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
    super('DESTINATION_TAG_REQUIRED', `${destination} takes nothing without a destinationTag.`, {
      details: { destination, field: 'destinationTag' },
    });
  }
}
