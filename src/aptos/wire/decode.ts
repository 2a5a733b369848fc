import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { DecodedTransaction } from '../../signer/transaction-codec.js';
import { parseAddress } from './address.js';
import { type LegibleTransaction, legibleTransaction } from './legible.js';
import { transactionIn } from './payload.js';
import { signingMessage } from './signing.js';
import { concernsSeveral, signersOf } from './transaction.js';

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  'bcs',
  'signer',
  'vaultAccountId',
  'transaction',
]);

/** @throws InvalidInputError for what is not exactly one complete, unsigned transaction. */
export function decode(payload: unknown): DecodedTransaction<LegibleTransaction> {
  const given = isObject(payload) ? payload : {};
  if (!Object.keys(given).every((name) => FIELDS.has(name))) {
    throw new InvalidInputError('payload', 'has fields of its own');
  }
  const { signer: named, vaultAccountId: vault, transaction: shown } = given;
  if (vault !== undefined && (typeof vault !== 'string' || named === undefined)) {
    throw new InvalidInputError('vaultAccountId', 'must be text, beside a signer');
  }
  const unsigned = transactionIn(given);
  const { sender } = unsigned;
  const transaction = legibleTransaction(unsigned);
  checkShown(shown, transaction);
  const signer = named === undefined ? sender : parseAddress(named, 'signer');
  if (!signersOf(unsigned).includes(signer)) {
    throw new InvalidInputError('signer', 'is not a signer of this transaction');
  }
  const kind = concernsSeveral(unsigned) ? 'multisign' : 'single';
  const content = signingMessage(unsigned);
  return { transaction, account: sender, signer, kind, content, algorithm: 'eddsa-ed25519' };
}

/**
 * Another version of this package may not know how to read a function's arguments; it shows only their bytes.
 * Nothing else may be missing or different, since people decide by what they are shown.
 */
function checkShown(shown: unknown, transaction: LegibleTransaction): void {
  const text = canonicalJson(shown);
  if (text === canonicalJson(transaction)) return;
  if (text === canonicalJson(withoutArguments(transaction))) return;
  throw new InvalidInputError('transaction', 'is not what the bytes say');
}

function withoutArguments(transaction: LegibleTransaction): unknown {
  return JSON.parse(
    JSON.stringify(transaction, (name, value: unknown) =>
      name === 'functionArguments' ? undefined : value,
    ),
  );
}
