import { InvalidInputError } from '../../core/errors.js';
import type { NetworkFacts } from '../network.js';
import { parseTransaction, type UnsignedTransaction } from './transaction.js';

/**
 * Reads a transaction that was built elsewhere, from its bytes. A signature in it is left out.
 *
 * @throws InvalidInputError naming `transaction` or the part of it that is wrong.
 */
export function givenInput(hex: string, { kind, chainId }: NetworkFacts): UnsignedTransaction {
  const transaction = parseTransaction(hex, 'transaction');
  if (transaction.network !== kind) {
    throw new InvalidInputError('transaction', `must be for ${kind}`);
  }
  if (transaction.chainId !== chainId) {
    throw new InvalidInputError('transaction.chainId', `must be ${chainId}`);
  }
  return transaction;
}
