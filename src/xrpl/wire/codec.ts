import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { addressOfId } from './address.js';
import { canonicalCurrency } from './currencies.js';
import { plainDecimal } from './plain-decimal.js';
import { ACCOUNT } from './serialized/assets.js';
import { decodeFields, encodeFields } from './serialized/object.js';
import { MAX_NAME, within } from './serialized/type.js';

/** A transaction in the ledger's JSON form, as far as it is known yet. */
export interface TransactionFields {
  /** The ledger's name of the type, such as `Payment`. */
  readonly TransactionType: string;
  readonly [field: string]: unknown;
}

/** A complete transaction without its signature. */
export interface UnsignedTransaction extends TransactionFields {
  /** The classic address of the account that sends it and pays its fee. */
  readonly Account: string;
  /** Drops. */
  readonly Fee: string;
  /** 0 when a Ticket stands in for it. */
  readonly Sequence: number;
  /** The Ticket that it spends; missing if it spends a sequence number. */
  readonly TicketSequence?: number;
  /** The number of the last ledger that may contain it. */
  readonly LastLedgerSequence: number;
  /** The public key that signs, 66 hexadecimal characters; empty if several sign. */
  readonly SigningPubKey: string;
}

/** `STX\0`, `SMT\0` and `TXN\0`: what is signed by one, what by one of several, and what is hashed. */
const SIGNED = '53545800';
const MULTISIGNED = '534d5400';
const HASHED = '54584e00';

/** The address of the account whose master key this is: 33 bytes, also for ed25519. */
export function addressOfKey(publicKey: Uint8Array): string {
  return addressOfId(ripemd160(sha256(publicKey)));
}

/** The first half of SHA-512, the ledger's hash. */
export function sha512Half(bytes: Uint8Array): Uint8Array {
  return sha512(bytes).slice(0, 32);
}

/** The bytes that a single signer signs: `STX\0` and the transaction without its signatures. */
export function signingBytes(transaction: object): Uint8Array {
  return hexToBytes(`${SIGNED}${signedFields(transaction)}`);
}

/** The bytes that one of several signers signs: `SMT\0`, the transaction, and that signer's account id. */
export function multisigningBytes(transaction: object, signer: string): Uint8Array {
  return hexToBytes(`${MULTISIGNED}${signedFields(transaction)}${ACCOUNT.write(signer)}`);
}

function signedFields(transaction: object): string {
  return encodeFields(transaction, ({ isSigned }) => isSigned);
}

/** A signed transaction as the ledger takes it, and its hash. */
export function encodeSigned(transaction: object): {
  readonly blob: string;
  readonly hash: string;
} {
  const hex = encodeFields(transaction);
  const hash = sha512Half(hexToBytes(`${HASHED}${hex}`));
  return { blob: hex.toUpperCase(), hash: bytesToHex(hash).toUpperCase() };
}

/** The payload, if it is a complete transaction without a signature that can be encoded; else `undefined`. */
export function unsignedIn(payload: unknown): UnsignedTransaction | undefined {
  if (!isObject(payload)) return undefined;
  const { TransactionType, Account, Fee, Sequence, LastLedgerSequence, SigningPubKey } = payload;
  const { TicketSequence } = payload;
  if (
    typeof TransactionType !== 'string' ||
    typeof Account !== 'string' ||
    typeof Fee !== 'string' ||
    typeof Sequence !== 'number' ||
    typeof LastLedgerSequence !== 'number' ||
    typeof SigningPubKey !== 'string' ||
    (TicketSequence !== undefined && typeof TicketSequence !== 'number') ||
    payload.TxnSignature !== undefined ||
    payload.Signers !== undefined
  ) {
    return undefined;
  }
  const known = { TransactionType, Account, Fee, Sequence, LastLedgerSequence, SigningPubKey };
  const transaction: UnsignedTransaction = { ...payload, ...known };
  try {
    signingBytes(transaction);
    return transaction;
  } catch {
    return undefined;
  }
}

/**
 * The transaction as the ledger will read it: encoded and decoded again.
 *
 * Some values can be written in several ways, and names in small letters are in no bytes. A transaction that would
 * reach the ledger as something else is therefore refused.
 *
 * @throws InvalidInputError naming the first field that can't be encoded, or whose value would change.
 */
export function canonicalTransaction(
  transaction: TransactionFields,
  field: string,
): Readonly<Record<string, unknown>> {
  const canonical = within(field, () => decodeFields(encodeFields(transaction)));
  checkKept(transaction, canonical, field);
  return canonical;
}

/** @throws InvalidInputError naming the first field that differs from what was given. */
function checkKept(given: unknown, kept: unknown, path: string): void {
  if (typeof given !== 'object' || given === null) {
    if (!isSame(given, kept))
      throw new InvalidInputError(path, 'is not what the ledger would read');
    return;
  }
  const isList = Array.isArray(given);
  const [members, found] = [Object.entries(given), new Map(Object.entries(Object(kept)))];
  if (isList && (members.length === 0 || members.length !== found.size)) {
    throw new InvalidInputError(path, 'must be a list of something');
  }
  if (found.has('issuer') && canonicalCurrency(String(found.get('currency'))) === 'XRP') {
    throw new InvalidInputError(`${path}.currency`, 'must not be XRP');
  }
  for (const [name, value] of members) {
    if (value === undefined) continue;
    const inner = isList ? `${path}[${name}]` : `${path}.${name.slice(0, MAX_NAME)}`;
    if (!found.has(name)) throw new InvalidInputError(inner, 'is not a field that is known here');
    checkKept(value, found.get(name), inner);
  }
}

/** The case of hexadecimal letters, zeros at either end, and a currency's two spellings make no difference. */
function isSame(given: unknown, kept: unknown): boolean {
  if (typeof given === 'number') return given === kept || uint64(given.toString(16)) === kept;
  if (typeof given !== 'string') return false;
  const other = String(kept);
  return (
    given === other ||
    uint64(given) === other ||
    canonicalCurrency(given) === canonicalCurrency(other) ||
    (plainDecimal(given) !== undefined && plainDecimal(given) === plainDecimal(other))
  );
}

/** 64 bits as the codec writes them: 16 hexadecimal digits. */
function uint64(hex: string): string {
  return hex.toUpperCase().padStart(16, '0');
}
