import { InvalidInputError } from '../../core/errors.js';
import type { NetworkFacts } from '../network.js';
import { decodeValue } from './clarity-codec.js';
import type { ClarityValue } from './clarity-value.js';
import { decodePostCondition, valuesOf } from './post-conditions.js';
import { isPrincipalOf } from './principals.js';
import { parseTransaction, type UnsignedTransaction } from './transaction.js';
import { assertTyped } from './value-type.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

/**
 * Reads a transaction that was built elsewhere, from its bytes. A signature in it is left out. What every node refuses
 * is refused here, before it is signed: its nonce would be taken for nothing.
 *
 * @throws InvalidInputError naming `transaction` or the part of it that is wrong.
 */
export function givenInput(hex: string, { kind, chainId }: NetworkFacts): UnsignedTransaction {
  const transaction = parseTransaction(hex, 'transaction');
  const refuse = (field: string, reason: string): never => {
    throw new InvalidInputError(field, reason);
  };
  if (transaction.network !== kind) refuse('transaction', `must be for ${kind}`);
  if (transaction.chainId !== chainId) refuse('transaction.chainId', `must be ${chainId}`);
  const wire = decodeTransaction(transaction.hex);
  const { payload } = wire;
  if (payload.kind === 'transfer') {
    const { recipient, amount } = payload;
    if (!isPrincipalOf(kind, recipient)) refuse('transaction.recipient', `must be of ${kind}`);
    if (recipient === transaction.sender) refuse('transaction.recipient', 'is its own sender');
    if (amount === 0n) refuse('transaction.amount', 'must be above zero');
  }
  if (payload.kind === 'contract-call' && !isPrincipalOf(kind, payload.contract)) {
    refuse('transaction.contract', `must be of ${kind}`);
  }
  assertTyped(valuesIn(wire), 'transaction');
  return transaction;
}

function valuesIn({ payload, postConditions }: WireTransaction): readonly ClarityValue[] {
  const args = payload.kind === 'contract-call' ? payload.functionArgs : [];
  const ids = postConditions.flatMap((one) => valuesOf(decodePostCondition(one)));
  return [...args.map(decodeValue), ...ids];
}
