import type { TransactionEvent } from '../../transactions/index.js';

/** A line of progress for a person, so that a wait is not silent; `undefined` for what is not worth one. */
export function progressOf(event: TransactionEvent): string | undefined {
  switch (event.type) {
    case 'custody-status':
      return `custody platform: ${event.status} (id ${event.custodyId})`;
    case 'signed':
      return 'signed, and the signature is verified';
    case 'submitted':
      return `submitted: ${event.hash}`;
    default:
      return undefined;
  }
}
