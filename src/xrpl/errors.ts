import { GatewayError } from '../core/errors.js';

/** The destination asks for a destination tag, and none was given. Nothing was signed. */
export class DestinationTagRequiredError extends GatewayError {
  constructor(destination: string) {
    super('DESTINATION_TAG_REQUIRED', `${destination} takes nothing without a destinationTag.`, {
      details: { destination, field: 'destinationTag' },
    });
  }
}
