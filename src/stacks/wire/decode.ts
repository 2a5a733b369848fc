import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { DecodedTransaction } from '../../signer/transaction-codec.js';
import { type LegibleStacksTransaction, legible, transactionIn } from './payload.js';
import { isStructuredData } from './payload-kinds.js';
import { decodeStructuredData, type StructuredData } from './structured-data.js';
import { digestOf, type UnsignedTransaction } from './transaction.js';

const FIELDS: ReadonlySet<string> = new Set(['type', 'hex', 'transaction']);

/** A transaction whose readable form is what its bytes say. */
interface Decoded {
  readonly decoded: DecodedTransaction<LegibleStacksTransaction>;
  readonly unsigned: UnsignedTransaction;
}

/** @throws InvalidInputError for what is not exactly one complete, unsigned transaction. */
export function decodePayload(payload: unknown): Decoded {
  const given = isObject(payload) ? payload : {};
  if (!Object.keys(given).every((name) => FIELDS.has(name))) {
    throw new InvalidInputError('payload', 'has fields of its own');
  }
  const unsigned = transactionIn(given);
  const transaction = legible(unsigned);
  if (canonicalJson(given.transaction) !== canonicalJson(transaction)) {
    throw new InvalidInputError('transaction', 'is not what the bytes say');
  }
  const { sender } = unsigned;
  const decoded = {
    transaction,
    account: sender,
    signer: sender,
    kind: 'single',
    content: digestOf(unsigned).digest,
    algorithm: 'ecdsa-secp256k1',
  } as const;
  return { decoded, unsigned };
}

/** @throws InvalidInputError for what is neither such a transaction nor structured data. */
export function decode(
  payload: unknown,
): DecodedTransaction<LegibleStacksTransaction | StructuredData> {
  return isStructuredData(payload) ? decodeStructuredData(payload) : decodePayload(payload).decoded;
}
