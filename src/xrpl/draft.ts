import type { Draft } from './node/reading.js';
import type { XrplInput } from './operations/index.js';
import { canonicalTransaction } from './wire/codec.js';

/**
 * The transaction as far as it is known without the ledger; for the custody platform's own transfer, nothing.
 *
 * @throws InvalidInputError when the ledger could not read it.
 */
export function draftOf(input: XrplInput, account: string): Draft {
  const fields = isForeign(input)
    ? { TransactionType: 'Payment' }
    : input.build(account, { lineLimit: '0' });
  canonicalTransaction(fields, input.operation === 'submit' ? 'transaction' : 'params');
  return { fields, input };
}

/** A transfer to a destination that only the custody platform knows; the platform makes it itself. */
export function isForeign({ params }: XrplInput): boolean {
  return 'destination' in params && typeof params.destination === 'object';
}
