import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { readInput } from '../core/read-input.js';
import { checkNetworkId } from './network.js';
import { MAX_TICKETS } from './node/tickets.js';
import { canonicalTransaction, type TransactionFields } from './wire/codec.js';
import { NOT_OF_URLS, URL_HEX } from './wire/memos.js';

/** Larger than any transaction that the ledger takes. */
const MAX_JSON_CHARACTERS = 262_144;
/** The ledger's own limit is ten. */
const MAX_DEPTH = 32;
/** A field name may come from the caller, so it may have any length. */
const MAX_NAME = 64;

/** Fields that the gateway decides itself, so that no number is used twice and nothing is signed twice. */
const RESERVED = [
  'Sequence',
  'TicketSequence',
  'SigningPubKey',
  'TxnSignature',
  'Signers',
] as const;

/**
 * How the names of types begin whose fee, or whose numbers, are not those of one transaction: signed as one
 * transaction, the network would refuse them, or they would use up numbers that are assigned again.
 */
const NOT_MODELLED: readonly string[] = [
  // Pays for its members and for each of their signatures, and its members spend numbers of their own.
  'Batch',
  // Pays for the signatures of the other side.
  'LoanSet',
  // Pays for every five instalments.
  'LoanPay',
  // Pays ten times as much.
  'ConfidentialMPT',
  // Other accounts pay, and sign.
  'Sponsorship',
  // Made by validators: from no account, and without a fee.
  'EnableAmendment',
  'SetFee',
  'UNLModify',
];

/** Fields by which other accounts pay or sign as well; a delegate does not sign with the account's key. */
const OTHERS_PART: readonly string[] = [
  'Sponsor',
  'SponsorFlags',
  'SponsorSignature',
  'CounterpartySponsor',
  'CounterpartySignature',
  'Delegate',
];

/**
 * The transaction as the ledger would read it, so that equal transactions are equal and nothing is lost silently.
 *
 * @throws InvalidInputError naming the field.
 */
export function canonicalSubmission(
  given: unknown,
  networkId: number,
): { readonly transaction: TransactionFields } {
  const fields = jsonOf(given);
  if (!isObject(fields) || typeof fields.TransactionType !== 'string') {
    throw new InvalidInputError('transaction', 'must be an object with a TransactionType');
  }
  for (const name of RESERVED) {
    if (fields[name] !== undefined) {
      throw new InvalidInputError(`transaction.${name}`, 'is decided by the gateway; leave it out');
    }
  }
  const canonical = modelled({ ...fields, TransactionType: fields.TransactionType });
  const { Fee = '', NetworkID } = canonical;
  if (typeof Fee !== 'string') throw new InvalidInputError('transaction.Fee', 'must be drops');
  if (NetworkID !== undefined) checkNetworkId(NetworkID, networkId);
  return { transaction: { ...canonical, TransactionType: fields.TransactionType } };
}

/**
 * A transaction in the ledger's form, if this gateway knows what one like it costs and whom it concerns.
 *
 * @throws InvalidInputError naming the field.
 */
export function modelled(given: TransactionFields): ReturnType<typeof canonicalTransaction> {
  const type = given.TransactionType;
  if (NOT_MODELLED.some((start) => type.startsWith(start))) {
    const reason = `${type.slice(0, MAX_NAME)} has a fee, or numbers, that are not known here`;
    throw new InvalidInputError('transaction.TransactionType', reason);
  }
  const part = OTHERS_PART.find((name) => given[name] !== undefined);
  if (part !== undefined) {
    const reason = 'makes other accounts sign or pay, which is not supported';
    throw new InvalidInputError(`transaction.${part}`, reason);
  }
  const canonical = canonicalTransaction(given, 'transaction');
  if (type === 'TicketCreate') checkTicketCount(canonical.TicketCount);
  checkMemos(canonical.Memos);
  return canonical;
}

/** @throws InvalidInputError naming the field of a memo that no node takes. */
function checkMemos(memos: unknown): void {
  const list: readonly unknown[] = Array.isArray(memos) ? memos : [];
  for (const [at, entry] of list.entries()) {
    const memo = isObject(entry) && isObject(entry.Memo) ? entry.Memo : {};
    const wrong = ['MemoType', 'MemoFormat'].find(
      (name) => !URL_HEX.test(String(memo[name] ?? '')),
    );
    if (wrong) throw new InvalidInputError(`transaction.Memos[${at}].Memo.${wrong}`, NOT_OF_URLS);
  }
}

/** Each Ticket is a reserved number. */
function checkTicketCount(count: unknown): void {
  if (typeof count === 'number' && count >= 1 && count <= MAX_TICKETS) return;
  throw new InvalidInputError('transaction.TicketCount', `must be 1 to ${MAX_TICKETS}`);
}

/** Copies it through JSON: the copy stays the same, whatever the original's getters do. */
function jsonOf(given: unknown): unknown {
  if (!isObject(given)) return undefined;
  const fields = readInput('transaction', () => Object.entries(given));
  const texts = fields.map(([name, value]) => [name, jsonText(value, name)] as const);
  const characters = texts.reduce((sum, [, text = '']) => sum + text.length, 0);
  if (characters > MAX_JSON_CHARACTERS) throw new InvalidInputError('transaction', 'is too large');
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, parsed(text, name)]])),
  );
}

function parsed(text: string, name: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isDeeper(value, MAX_DEPTH)) return value;
  throw new InvalidInputError(fieldOf(name), 'is nested too deeply');
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function fieldOf(name: string): string {
  return `transaction.${name.slice(0, MAX_NAME)}`;
}

function jsonText(value: unknown, name: string): string | undefined {
  const field = fieldOf(name);
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
