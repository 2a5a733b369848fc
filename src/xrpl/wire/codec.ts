import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { canonicalCurrency } from './currencies.js';
import { plainDecimal } from './plain-decimal.js';
import { decode, encode, encodeForMultisigning, encodeForSigning } from './ripple.js';
import { encodeAccountID } from './ripple-address.js';

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

/** A field name may come from the caller, so it may have any length. */
const MAX_NAME = 64;

/** `TXN\0`: what a transaction's hash begins with. */
const HASH_PREFIX = Uint8Array.of(0x54, 0x58, 0x4e, 0x00);

/** The address of the account whose master key this is: 33 bytes, also for ed25519. */
export function addressOfKey(publicKey: Uint8Array): string {
  return encodeAccountID(ripemd160(sha256(publicKey)));
}

/** The first half of SHA-512, the ledger's hash. */
export function sha512Half(bytes: Uint8Array): Uint8Array {
  return sha512(bytes).slice(0, 32);
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (!bytes) throw new Error('The codec gave something else than hex.');
  return bytes;
}

/** The bytes that a single signer signs: `STX\0` and the transaction without its signatures. */
export function signingBytes(transaction: object): Uint8Array {
  return bytesOf(encodeForSigning(transaction));
}

/** The bytes that one of several signers signs: `SMT\0`, the transaction, and that signer's account id. */
export function multisigningBytes(transaction: object, signer: string): Uint8Array {
  return bytesOf(encodeForMultisigning(transaction, signer));
}

/** A signed transaction as the ledger takes it, and its hash. */
export function encodeSigned(transaction: object): {
  readonly blob: string;
  readonly hash: string;
} {
  const blob = encode(transaction);
  const hash = bytesToHex(sha512Half(concatBytes(HASH_PREFIX, bytesOf(blob)))).toUpperCase();
  return { blob, hash };
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
 * The codec is lenient: it takes "12abc" for 12 and a tag of 4294967297 for 1, and leaves out fields that it
 * doesn't know. A transaction that would reach the ledger as something else is therefore refused.
 *
 * @throws InvalidInputError naming the first field that can't be encoded, or whose value would change.
 */
export function canonicalTransaction(
  transaction: TransactionFields,
  field: string,
): Readonly<Record<string, unknown>> {
  let canonical: Readonly<Record<string, unknown>>;
  try {
    canonical = decode(encode(transaction));
  } catch {
    throw new InvalidInputError(offendingField(transaction, field), "can't be encoded");
  }
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

/** Finds the field at fault by encoding the fields one at a time. */
function offendingField(transaction: TransactionFields, field: string): string {
  for (const [name, value] of Object.entries(transaction)) {
    try {
      encode({ [name]: value });
    } catch {
      return `${field}.${name.slice(0, MAX_NAME)}`;
    }
  }
  return field;
}
