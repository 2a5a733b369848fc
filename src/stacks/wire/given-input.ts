import { InvalidInputError } from '../../core/errors.js';
import type { NetworkFacts } from '../network.js';
import { decodeValue } from './clarity-codec.js';
import type { ClarityValue } from './clarity-value.js';
import { decodePostCondition, valuesOf } from './post-conditions.js';
import { parseTransaction, type UnsignedTransaction } from './transaction.js';
import { assertTyped } from './value-type.js';
import { decodeTransaction } from './wire-transaction.js';

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
  assertTyped(valuesIn(transaction), 'transaction');
  return transaction;
}

function valuesIn({ hex }: UnsignedTransaction): readonly ClarityValue[] {
  const { payload, postConditions } = decodeTransaction(hex);
  const args = payload.kind === 'contract-call' ? payload.functionArgs : [];
  const ids = postConditions.flatMap((one) => valuesOf(decodePostCondition(one)));
  return [...args.map(decodeValue), ...ids];
}
