import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { operation } from './operation.js';

/**
 * Any transaction in the ledger's JSON form. `Account`, `Fee`, `LastLedgerSequence` and `NetworkID`
 * may be given; they are kept, and must be acceptable.
 */
export interface XrplTransaction {
  /** The ledger's name of the type, such as `Payment`. */
  readonly TransactionType: string;
  readonly [field: string]: unknown;
}

const submitSchema = z.strictObject({
  transaction: z.custom<XrplTransaction>(
    (value) => isObject(value) && typeof value.TransactionType === 'string',
    'must be an object with a TransactionType',
  ),
});

export const submit = operation({
  schema: submitSchema,
  build: ({ transaction }, account) => {
    if (transaction.Account !== undefined && transaction.Account !== account) {
      throw new InvalidInputError('transaction.Account', `must be the vault's own, ${account}`);
    }
    return transaction;
  },
});
