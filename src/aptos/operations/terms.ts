import type { AccountNumber, Terms } from '../../transactions/index.js';
import type { UnsignedTransaction } from '../wire/transaction.js';

/** The number that replaces the sequence number of an orderless transaction (AIP-123). */
export function nonceOf({ payload }: UnsignedTransaction): bigint | undefined {
  return payload.kind === 'inner' ? payload.replayProtectionNonce : undefined;
}

/** The terms that make a transaction unique. */
function numberOf(transaction: UnsignedTransaction): AccountNumber {
  const nonce = nonceOf(transaction);
  return nonce === undefined
    ? { kind: 'sequence', value: transaction.sequenceNumber }
    : { kind: 'ticket', value: nonce };
}

/** The most that a transaction's gas can cost, in octas. */
function feeOf({ maxGasAmount, gasUnitPrice }: UnsignedTransaction): bigint {
  return maxGasAmount * gasUnitPrice;
}

export function termsOf(transaction: UnsignedTransaction): Terms {
  return {
    number: numberOf(transaction),
    fee: feeOf(transaction),
    expiry: transaction.expirationTimestampSecs,
  };
}
