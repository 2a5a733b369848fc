import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';

const HASHES = { SHA512: sha512, SHA3_256: sha3_256, SHA256: sha256 } as const;

/** The lower-case hex of a hash of a text. */
export function hashed(masking: keyof typeof HASHES, text: string): string {
  return bytesToHex(HASHES[masking](utf8ToBytes(text)));
}
