import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { NetworkFacts } from '../network.js';
import { parseTransaction, type UnsignedTransaction } from './transaction.js';

/** A transaction that was built elsewhere: of `@stacks/transactions`, or its bytes. */
export type GivenStacksTransaction =
  | {
      /** Its bytes. */
      serializeBytes(): Uint8Array;
    }
  | Uint8Array
  | string;

/**
 * Reads a transaction that was built elsewhere, from its bytes. A signature in it is left out.
 *
 * @throws InvalidInputError naming `transaction` or the part of it that is wrong.
 */
export function givenInput(given: unknown, { kind, chainId }: NetworkFacts): UnsignedTransaction {
  const transaction = parseTransaction(hexOf(given), 'transaction');
  if (transaction.network !== kind) {
    throw new InvalidInputError('transaction', `must be for ${kind}`);
  }
  if (transaction.chainId !== chainId) {
    throw new InvalidInputError('transaction.chainId', `must be ${chainId}`);
  }
  return transaction;
}

function hexOf(given: unknown): string {
  const bytes = isWire(given) ? given.serializeBytes() : given;
  if (bytes instanceof Uint8Array) return bytesToHex(bytes);
  if (typeof bytes === 'string') return bytes.replace(/^0x/, '').toLowerCase();
  const reason = 'must be a transaction of @stacks/transactions, or its bytes';
  throw new InvalidInputError('transaction', reason);
}

function isWire(value: unknown): value is { serializeBytes(): unknown } {
  return isObject(value) && typeof value.serializeBytes === 'function';
}
