import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';

const LONG = /^0x[0-9a-fA-F]{64}$/;
const SHORT = /^0x[0-9a-fA-F]$/;
const RELAXED = /^0x[0-9a-fA-F]{1,64}$/;
const SPECIAL = /^0x0{63}[0-9a-f]$/;

/** The scheme byte that distinguishes an Ed25519 key's authentication key from those of other schemes. */
const ED25519_SCHEME = Uint8Array.of(0);

/** The address that an Ed25519 key's account was created with: SHA3-256 of key and scheme. */
export function addressOfKey(publicKey: Uint8Array): string {
  return `0x${bytesToHex(sha3_256(concatBytes(publicKey, ED25519_SCHEME)))}`;
}

/**
 * Reads an account's address as AIP-40 wants users to write it: `0x` and 64 hexadecimal characters, or `0x0` to
 * `0xf`. An address with a missing zero is refused: another digit may be missing just as well. The result is in
 * the long form, in lower case.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseAddress(value: unknown, field: string): string {
  if (typeof value === 'string' && (LONG.test(value) || SHORT.test(value))) return long(value);
  throw new InvalidInputError(field, 'must be an address: 0x and 64 hexadecimal characters');
}

/**
 * Reads the address of a payee. Addresses up to `0xf` belong to the chain itself, in either form, and a payment
 * to one could never be returned.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseRecipient(value: unknown, field: string): string {
  const address = parseAddress(value, field);
  if (!isSpecial(address)) return address;
  throw new InvalidInputError(field, 'must be the address of an account, not of the chain itself');
}

/**
 * Reads the address in front of a module's name. Nodes and explorers leave out leading zeros there,
 * and a wrong one names no module.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseModuleAddress(value: string, field: string): string {
  if (RELAXED.test(value)) return long(value);
  throw new InvalidInputError(field, 'must have an address (0x...) in front of its module');
}

/** Whether a long address is one of `0x0` to `0xf`. */
function isSpecial(address: string): boolean {
  return SPECIAL.test(address);
}

/** A long address as AIP-40 prints it: only those of the chain itself are shortened. */
export function displayAddress(address: string): string {
  return isSpecial(address) ? `0x${address.slice(-1)}` : address;
}

/** In the long form: nodes leave leading zeros out. */
export function long(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
