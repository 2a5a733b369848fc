import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '../../core/bytes.js';

/** Crockford's, without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ADDRESS = /^S[0-9A-HJKMNP-TV-Z]{2,40}$/;

/** What an address consists of. */
export interface AddressParts {
  /** Its network, and whether several sign. */
  readonly version: number;
  /** 40 hexadecimal characters. */
  readonly hash160: string;
}

/** An address as text: c32check, as SIP-005 has it. */
export function encodeAddress({ version, hash160 }: AddressParts): string {
  const hash = hexToBytes(hash160);
  const checksum = sha256(sha256(concatBytes(Uint8Array.of(version), hash))).subarray(0, 4);
  return `S${ALPHABET[version]}${encodeBytes(concatBytes(hash, checksum))}`;
}

/** `undefined` for what is no address, and for another way to write one: each has one form here. */
export function decodeAddress(text: string): AddressParts | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const [version = 0, ...digits] = [...text.slice(1)].map((digit) => ALPHABET.indexOf(digit));
  const value = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n);
  const hash160 = value.toString(16).padStart(48, '0').slice(0, 40);
  const parts = { version, hash160 };
  return encodeAddress(parts) === text ? parts : undefined;
}

/** In base 32, with a zero for each zero byte in front. */
function encodeBytes(bytes: Uint8Array): string {
  let digits = '';
  for (let value = BigInt(`0x${bytesToHex(bytes)}`); value > 0n; value /= 32n) {
    digits = `${ALPHABET[Number(value % 32n)]}${digits}`;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `${'0'.repeat(zeros === -1 ? bytes.length : zeros)}${digits}`;
}
