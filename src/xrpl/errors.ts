import { GatewayError } from '../core/errors.js';

/** The ledger has no such account: nobody has funded it yet. */
export class AccountNotFundedError extends GatewayError {
  constructor(address: string) {
    super('ACCOUNT_NOT_FUNDED', `The ledger has no account ${address}; fund it first.`, {
      details: { address },
    });
  }
}

/** The node belongs to another network than the one configured. Nothing was signed. */
export class WrongNetworkError extends GatewayError {
  constructor(expected: number, actual: number) {
    super('WRONG_NETWORK', `The node is of network ${actual}, not ${expected}.`, {
      details: { expected, actual },
    });
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
