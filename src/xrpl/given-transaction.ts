import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { legible } from '../core/legible.js';
import { snapshotOf } from '../core/own-fields.js';
import { canonicalTransaction, type TransactionFields } from './codec.js';
import { checkNetworkId } from './network.js';
import { MAX_TICKETS } from './tickets.js';

/** More than any transaction that the ledger takes. */
const MAX_JSON_CHARACTERS = 262_144;
/** A name may be the caller's own, and so of any length. */
const MAX_NAME = 64;

/** What the gateway decides by itself, so that no number is used twice and nothing is signed twice. */
const RESERVED = [
  'Sequence',
  'TicketSequence',
  'SigningPubKey',
  'TxnSignature',
  'Signers',
] as const;

/**
 * The transaction as the ledger would read it, so that equal transactions are equal and nothing is
 * silently lost.
 *
 * @throws InvalidInputError naming the field.
 */
export function canonicalSubmission(
  given: unknown,
  networkId: number,
): { readonly transaction: TransactionFields } {
  const fields = jsonOf(legible('transaction', () => snapshotOf(given, 'transaction')));
  if (!isObject(fields) || typeof fields.TransactionType !== 'string') {
    throw new InvalidInputError('transaction', 'must be an object with a TransactionType');
  }
  for (const name of RESERVED) {
    if (fields[name] !== undefined) {
      throw new InvalidInputError(`transaction.${name}`, 'is decided by the gateway; leave it out');
    }
  }
  const transaction = { ...fields, TransactionType: fields.TransactionType };
  const canonical = canonicalTransaction(transaction, 'transaction');
  const { Fee = '', NetworkID } = canonical;
  if (typeof Fee !== 'string') throw new InvalidInputError('transaction.Fee', 'must be drops');
  if (fields.TransactionType === 'TicketCreate') checkTicketCount(canonical.TicketCount);
  if (NetworkID !== undefined) checkNetworkId(NetworkID, networkId);
  return { transaction: { ...canonical, TransactionType: fields.TransactionType } };
}

/** Each Ticket is a number that is kept for it. */
function checkTicketCount(count: unknown): void {
  if (typeof count === 'number' && count >= 1 && count <= MAX_TICKETS) return;
  throw new InvalidInputError('transaction.TicketCount', `must be 1 to ${MAX_TICKETS}`);
}

/** What JSON makes of it: a copy that stays the same, whatever the original's getters do. */
function jsonOf(given: unknown): unknown {
  if (!isObject(given)) return undefined;
  const fields = legible('transaction', () => Object.entries(given));
  const texts = fields.map(([name, value]) => [name, jsonText(value, name)] as const);
  const characters = texts.reduce((sum, [, text = '']) => sum + text.length, 0);
  if (characters > MAX_JSON_CHARACTERS) throw new InvalidInputError('transaction', 'is too large');
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text)]])),
  );
}

function jsonText(value: unknown, name: string): string | undefined {
  const field = `transaction.${name.slice(0, MAX_NAME)}`;
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, inner) => {
      if (typeof inner === 'function' || typeof inner === 'symbol') throw new TypeError();
      return inner;
    });
  } catch {
    throw new InvalidInputError(field, 'must be plain JSON');
  }
  if (text && text.length > MAX_JSON_CHARACTERS) throw new InvalidInputError(field, 'is too large');
  return text;
}
